import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Kotlin are known, and how they are read. */
export const kotlin: Language = {
  id: "kotlin",
  name: "Kotlin",
  extensions: [".kt", ".kts"],
  filenames: [],
  interpreters: ["kotlin", "kotlinc", "kscript"],
  grammar: async () => (await import("./grammar.ts")).kotlinGrammar,
};
