import type { Language } from "../../src/syntax/language.ts";

/** By what the files of C++ are known. */
export const cpp: Language = {
  id: "cpp",
  name: "C++",
  extensions: [".cpp", ".hpp", ".cc", ".cxx", ".hh", ".hxx", ".ipp", ".inl"],
  filenames: [],
  interpreters: [],
  grammar: async () => (await import("./grammar.ts")).cppGrammar,
};
