import type { Language } from "../../src/syntax/language.ts";

/** By what the files of C are known. */
export const c: Language = {
  id: "c",
  name: "C",
  extensions: [".c", ".h"],
  filenames: [],
  interpreters: ["tcc"],
  grammar: async () => (await import("./grammar.ts")).cGrammar,
};
