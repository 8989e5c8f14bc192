import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Java are known. */
export const java: Language = {
  id: "java",
  name: "Java",
  extensions: [".java"],
  filenames: [],
  interpreters: ["java"],
};
