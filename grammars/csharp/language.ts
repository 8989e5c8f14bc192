import type { Language } from "../../src/syntax/language.ts";

/** By what the files of C# are known, and how they are read. */
export const csharp: Language = {
  id: "csharp",
  name: "C#",
  extensions: [".cs"],
  filenames: [],
  interpreters: ["dotnet-script"],
  grammar: async () => (await import("./grammar.ts")).csharpGrammar,
};
