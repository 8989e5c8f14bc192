import type { Language } from "../../src/syntax/language.ts";

/** By what the files of C# are known. */
export const csharp: Language = {
  id: "csharp",
  name: "C#",
  extensions: [".cs"],
  filenames: [],
  interpreters: ["dotnet-script"],
};
