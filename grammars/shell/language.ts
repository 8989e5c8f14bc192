import type { Language } from "../../src/syntax/language.ts";

/** By what shell scripts are known, and how they are read. */
export const shell: Language = {
  id: "shell",
  name: "Shell",
  extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild"],
  filenames: [
    ".bashrc",
    ".bash_profile",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".envrc",
    "PKGBUILD",
    "gradlew",
    "mvnw",
  ],
  interpreters: ["sh", "bash", "zsh", "ksh", "dash", "ash", "bats"],
  grammar: async () => (await import("./grammar.ts")).shellGrammar,
};
