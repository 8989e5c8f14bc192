import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Swift are known. */
export const swift: Language = {
  id: "swift",
  name: "Swift",
  extensions: [".swift"],
  filenames: [],
  interpreters: ["swift"],
  grammar: async () => (await import("./grammar.ts")).swiftGrammar,
};
