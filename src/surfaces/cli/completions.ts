/**
 * Scripts that complete commands and flags in a shell.
 *
 * @module
 */

import { PrismError } from "../../errors.ts";
import { argumentFields } from "../../operations/arguments.ts";
import type { AnyOperation } from "../../operations/operation.ts";
import { COMMON_FLAGS, flagOf } from "./flags.ts";
import { PLAIN_COMMANDS } from "./help.ts";

/** Words that may follow a command, by command. */
function completed(operations: readonly AnyOperation[]): Map<string, string[]> {
  const commands = new Map<string, string[]>();
  for (const operation of operations) {
    const flags = argumentFields(operation).map((field) => flagOf(field.name));
    commands.set(operation.command, [...flags, ...COMMON_FLAGS]);
  }
  for (const name of Object.keys(PLAIN_COMMANDS)) commands.set(name, []);
  commands.set("languages", ["--json"]);
  commands.set("completions", ["bash", "zsh", "fish"]);
  commands.set("help", [...commands.keys()]);
  return commands;
}

/**
 * The script of a shell.
 * @throws {PrismError} `invalid_argument` for a shell without one
 */
export function completionScript(shell: string, operations: readonly AnyOperation[]): string {
  const commands = completed(operations);
  const names = [...commands.keys()].join(" ");
  switch (shell) {
    case "bash":
      return bash(commands, names);
    case "zsh":
      return `#compdef git-prism\nautoload -U +X bashcompinit && bashcompinit\n${
        bash(commands, names)
      }`;
    case "fish":
      return fish(commands, names);
    default:
      throw new PrismError(
        "invalid_argument",
        `There is no completion script for ${JSON.stringify(shell)}.`,
        { hint: "Write git-prism completions bash, zsh or fish." },
      );
  }
}

function bash(commands: Map<string, string[]>, names: string): string {
  const cases = [...commands].map(([name, words]) => `    ${name}) words="${words.join(" ")}" ;;`);
  return `_git_prism() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names} --version --help"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _git_prism git-prism
`;
}

function fish(commands: Map<string, string[]>, names: string): string {
  const lines = [
    `complete -c git-prism -n "__fish_use_subcommand" -a "${names}"`,
    `complete -c git-prism -n "__fish_use_subcommand" -l version`,
  ];
  for (const [name, words] of commands) {
    const seen = `-n "__fish_seen_subcommand_from ${name}"`;
    for (const word of words) {
      lines.push(
        word.startsWith("--")
          ? `complete -c git-prism ${seen} -l ${word.slice(2)}`
          : `complete -c git-prism ${seen} -a ${word}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
