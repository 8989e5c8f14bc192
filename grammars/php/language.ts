import type { Language } from "../../src/syntax/language.ts";

/** By what the files of PHP are known. */
export const php: Language = {
  id: "php",
  name: "PHP",
  extensions: [".php"],
  filenames: [],
  interpreters: ["php"],
  grammar: async () => (await import("./grammar.ts")).phpGrammar,
};
