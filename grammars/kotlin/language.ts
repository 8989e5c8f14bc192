import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Kotlin are known. */
export const kotlin: Language = {
  id: "kotlin",
  name: "Kotlin",
  extensions: [".kt", ".kts"],
  filenames: [],
  interpreters: ["kotlin", "kotlinc", "kscript"],
};
