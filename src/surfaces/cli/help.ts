/**
 * Help texts, made from the operations.
 *
 * @module
 */

import { argumentFields } from "../../operations/arguments.ts";
import type { AnyOperation } from "../../operations/operation.ts";
import { flagOf, placeholder } from "./flags.ts";

/** A command that is no operation. */
export interface PlainCommand {
  readonly usage: string;
  readonly summary: string;
}

/** Commands that are no operation, by name. */
export const PLAIN_COMMANDS: Readonly<Record<string, PlainCommand>> = {
  serve: { usage: "serve", summary: "Answer as an MCP server over stdin and stdout" },
  languages: { usage: "languages [--json]", summary: "List the languages that are told apart" },
  completions: {
    usage: "completions bash|zsh|fish",
    summary: "Print a script that completes commands and flags",
  },
  help: { usage: "help [COMMAND]", summary: "Explain a command" },
};

/** Help of the whole program. */
export function programHelp(operations: readonly AnyOperation[]): string {
  const commands: [string, string][] = [
    ...operations.map(({ command, summary }): [string, string] => [`${command} RANGE`, summary]),
    ...Object.values(PLAIN_COMMANDS).map(({ usage, summary }): [string, string] => [
      usage,
      summary,
    ]),
  ];
  return [
    "git-prism answers questions about a git repository, as JSON or as a table.",
    "",
    "Usage: git-prism COMMAND [FLAGS]",
    "",
    ...columns(commands),
    "",
    "  --version    Print the version",
    "  --help       Explain a command: git-prism COMMAND --help",
    "",
  ].join("\n");
}

/** Help of a command that is an operation. */
export function operationHelp(operation: AnyOperation): string {
  const fields = argumentFields(operation);
  const flags = fields.map((field): [string, string] => {
    const flag = flagOf(field.name);
    const value = field.type === "boolean" ? "" : ` ${placeholder(field)}`;
    const fallback = field.default === undefined || field.default === false ||
        (Array.isArray(field.default) && field.default.length === 0)
      ? ""
      : ` (default ${field.default})`;
    return [`${flag}${value}`, `${field.description}${fallback}`];
  });
  return [
    `${operation.summary}.`,
    "",
    `Usage: git-prism ${operation.command} ${usageOf(operation)} [FLAGS]`,
    "",
    ...columns(operation.positional.forms),
    "",
    "Flags:",
    ...columns([...flags, ["--json", "JSON at a terminal too; elsewhere it always is"], [
      "--help",
      "This text",
    ]]),
    "",
    ...(fields.some(({ name }) => name === "cursor")
      ? ["All is listed, unless --page-size, --cursor or --max-response-tokens asks for a page."]
      : []),
    "Exit code: 0 answer, 1 repository or data error, 2 usage error, 255 fault of git-prism.",
    "",
  ].join("\n");
}

function usageOf({ positional }: AnyOperation): string {
  return positional.nothing === null ? "RANGE" : "[RANGE]";
}

/** Help of any other command. */
export function plainHelp({ usage, summary }: PlainCommand): string {
  return `${summary}.\n\nUsage: git-prism ${usage}\n`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}
