/**
 * Runs a command that is an operation.
 *
 * @module
 */

import type { ChangeManifest } from "../../answers/manifest.ts";
import { jsonPieces } from "../../answers/shape/json_pieces.ts";
import { PrismError } from "../../errors.ts";
import { argumentFields } from "../../operations/arguments.ts";
import { ask } from "../../operations/ask.ts";
import { changeManifestOperation } from "../../operations/change_manifest.ts";
import type { AnyOperation, PagedAnswer } from "../../operations/operation.ts";
import type { Workspace } from "../../operations/workspace.ts";
import { flagOf, parseFlags } from "./flags.ts";
import { operationHelp } from "./help.ts";
import { manifestTable } from "./manifest_table.ts";
import { print, printPieces, ProgressLine } from "./output.ts";

/** Arguments that ask for one page; without them everything is returned. */
const PAGING = ["cursor", "page_size", "max_response_tokens"] as const;

/** How an answer looks at a terminal; others are JSON there too. */
const TABLES = new Map<AnyOperation, (answer: PagedAnswer) => string>([
  [changeManifestOperation, (answer) => manifestTable(answer as ChangeManifest)],
]);

/**
 * Answers a command line.
 * @throws {PrismError}
 */
export async function runOperation(
  operation: AnyOperation,
  words: readonly string[],
  openWorkspace: () => Workspace,
): Promise<void> {
  const line = parseFlags(argumentFields(operation), words);
  if (line.help) return print(operationHelp(operation));
  const args = { ...rangeArguments(line.positionals, line.args), ...line.args };
  const progress = new ProgressLine();
  let answer: PagedAnswer;
  try {
    answer = await ask(operation, args, openWorkspace(), {
      whole: PAGING.every((name) => args[name] === undefined),
      describeCall: (_, args) => describeCommand(operation, args),
      progress: ({ message, done, total }) =>
        progress.show(total === undefined ? message : `${message} ${done}/${total}`),
    });
  } finally {
    progress.clear();
  }
  const terminal = Deno.stdout.isTerminal();
  const table = terminal && !line.json ? TABLES.get(operation) : undefined;
  if (table !== undefined) print(table(answer));
  else if (terminal) print(`${JSON.stringify(answer, null, 2)}\n`);
  else printPieces(jsonPieces(answer));
}

/** What positional arguments mean: a range, two refs, or nothing for `HEAD`. */
function rangeArguments(
  positionals: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (positionals.length > 2) {
    throw new PrismError(
      "invalid_argument",
      `A range has at most two refs, not ${positionals.length}: ${positionals.join(" ")}.`,
      { hint: "Write A..B, A...B or A B; globs go into --include-patterns." },
    );
  }
  const [base, head] = positionals;
  for (const [value, name] of [[base, "base_ref"], [head, "head_ref"]] as const) {
    if (value !== undefined && flags[name] !== undefined) {
      throw new PrismError(
        "invalid_argument",
        `The ref ${JSON.stringify(value)} and ${flagOf(name)} name the same side twice.`,
      );
    }
  }
  return { base_ref: base ?? "HEAD", ...(head === undefined ? {} : { head_ref: head }) };
}

/** The command line of a call. */
export function describeCommand(operation: AnyOperation, args: Record<string, unknown>): string {
  const { base_ref, head_ref, ...rest } = args;
  const flags = Object.entries(rest).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    if (value === true) return [flagOf(name)];
    if (value === false) return [flagOf(name).replace("--", "--no-")];
    // One flag each: a comma in a pattern would part it.
    const values = Array.isArray(value) ? value : [value];
    return values.map((each) => `${flagOf(name)}=${shellQuote(escapeComma(String(each), value))}`);
  });
  const refs = [base_ref, head_ref].filter((ref) => ref !== undefined && ref !== null)
    .map((ref) => shellQuote(String(ref)));
  const words = ["git-prism", operation.command, ...flags];
  return [...words, ...(refs.some((ref) => ref.startsWith("-")) ? ["--"] : []), ...refs].join(" ");
}

function escapeComma(text: string, value: unknown): string {
  return Array.isArray(value) ? text.replace(/(?<!\\),(?![^{]*\})/g, "\\,") : text;
}

function shellQuote(text: string): string {
  return /^[\w@%+=:,./^~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
