import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Java are known, and how they are read. */
export const java: Language = {
  id: "java",
  name: "Java",
  extensions: [".java"],
  filenames: [],
  interpreters: ["java"],
  grammar: async () => (await import("./grammar.ts")).javaGrammar,
};
