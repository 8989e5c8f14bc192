import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Go are known. */
export const go: Language = {
  id: "go",
  name: "Go",
  extensions: [".go"],
  filenames: [],
  interpreters: [],
};
