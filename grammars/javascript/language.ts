import type { Language } from "../../src/syntax/language.ts";

/** By what the files of JavaScript are known, and how they are read. */
export const javascript: Language = {
  id: "javascript",
  name: "JavaScript",
  extensions: [".js", ".jsx", ".mjs", ".cjs"],
  filenames: ["Jakefile"],
  interpreters: ["node", "nodejs", "gjs", "rhino"],
  grammar: async () => (await import("./grammar.ts")).javascriptGrammar,
};
