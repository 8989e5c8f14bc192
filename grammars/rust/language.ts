import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Rust are known. */
export const rust: Language = {
  id: "rust",
  name: "Rust",
  extensions: [".rs"],
  filenames: [],
  interpreters: ["cargo", "rust-script"],
  grammar: async () => (await import("./grammar.ts")).rustGrammar,
};
