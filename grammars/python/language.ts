import type { Language } from "../../src/syntax/language.ts";

/** By what the files of Python are known. */
export const python: Language = {
  id: "python",
  name: "Python",
  extensions: [".py", ".pyi"],
  filenames: ["SConstruct", "SConscript", "wscript"],
  interpreters: ["python", "pypy", "uv"],
};
