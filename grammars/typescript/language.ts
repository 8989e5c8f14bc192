import type { Language } from "../../src/syntax/language.ts";

/** By what the files of TypeScript are known, and how they are read. */
export const typescript: Language = {
  id: "typescript",
  name: "TypeScript",
  extensions: [".ts", ".tsx", ".mts", ".cts"],
  filenames: [],
  interpreters: ["deno", "bun", "ts-node", "tsx"],
  grammar: async () => (await import("./grammar.ts")).typescriptGrammar,
};
