import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Go are known, and how they are read. */
export const go: Language = {
  id: "go",
  name: "Go",
  extensions: [".go"],
  filenames: [],
  interpreters: [],
  grammar: async () => (await import("./grammar.ts")).goGrammar,
};
