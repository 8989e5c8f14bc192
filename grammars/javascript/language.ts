import type { Language } from "../../src/syntax/language.ts";

/** By what the files of JavaScript are known. */
export const javascript: Language = {
  id: "javascript",
  name: "JavaScript",
  extensions: [".js", ".jsx", ".mjs", ".cjs"],
  filenames: ["Jakefile"],
  interpreters: ["node", "nodejs", "gjs", "rhino"],
};
