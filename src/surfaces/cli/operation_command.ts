/**
 * Runs a command that is an operation.
 *
 * @module
 */

import { PrismError } from "../../errors.ts";
import { argumentFields } from "../../operations/arguments.ts";
import { ask, askInParts, type AskOptions } from "../../operations/ask.ts";
import { OPERATIONS } from "../../operations/mod.ts";
import type { AnyOperation, Positional } from "../../operations/operation.ts";
import type { Workspace } from "../../operations/workspace.ts";
import { flagOf, parseFlags, PLAIN_LISTS } from "./flags.ts";
import { operationHelp } from "./help.ts";
import { print, ProgressLine } from "./output.ts";
import { type AnswerTable, printAnswer } from "./print_answer.ts";

/** Arguments that ask for one page; without them everything is returned. */
const PAGING = ["cursor", "page_size", "max_response_tokens"] as const;

/** How an answer looks at a terminal, by command; others are JSON there too. */
const TABLES: Readonly<Record<string, () => Promise<AnswerTable>>> = {
  manifest: async () => (await import("./manifest_table.ts")).MANIFEST_TABLE,
  history: async () => (await import("./history_table.ts")).HISTORY_TABLE,
  context: async () => (await import("./context_table.ts")).CONTEXT_TABLE,
  review: async () => (await import("./review_table.ts")).REVIEW_TABLE,
  snapshot: async () => (await import("./snapshots_table.ts")).SNAPSHOTS_TABLE,
};

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
  const args = { ...rangeArguments(operation, line.positionals, line.args), ...line.args };
  const progress = new ProgressLine();
  const options: AskOptions = {
    describeCall: (name, args) => describeCommand(name === operation.name ? operation : name, args),
    progress: ({ message, done, total }) =>
      progress.show(total === undefined ? message : `${message} ${done}/${total}`),
  };
  const terminal = Deno.stdout.isTerminal();
  try {
    const workspace = openWorkspace();
    const whole = PAGING.every((name) => args[name] === undefined);
    const parts = whole && !(terminal && line.json)
      ? askInParts(operation, args, workspace, options)
      : [{ answer: await ask(operation, args, workspace, { ...options, whole }) }];
    const table = terminal && !line.json ? await TABLES[operation.command]?.() : undefined;
    await printAnswer(parts, { progress, table, indent: terminal ? 2 : 0 });
  } finally {
    progress.clear();
  }
}

/** What positional arguments mean: a range, two refs, one, or none. */
function rangeArguments(
  { positional, command }: { positional: Positional; command: string },
  positionals: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (positionals.length > 2) {
    throw new PrismError(
      "invalid_argument",
      `A range has at most two refs, not ${positionals.length}: ${positionals.join(" ")}.`,
      { hint: "Write A..B, A...B or A B; paths and globs are values of flags." },
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
  if (base !== undefined) {
    return { base_ref: base, ...(head === undefined ? {} : { head_ref: head }) };
  }
  if (flags.base_ref !== undefined) return {};
  if (positional.nothing !== null) return positional.nothing;
  throw new PrismError("invalid_argument", `The command ${command} was given no range.`, {
    hint: `Write git-prism ${command} A..B.`,
  });
}

/**
 * The command line of a call.
 *
 * @param operation The operation, or its name.
 */
export function describeCommand(
  operation: { readonly command: string } | string,
  args: Record<string, unknown>,
): string {
  const { command } = typeof operation !== "string"
    ? operation
    : OPERATIONS.find(({ name }) => name === operation)!;
  const { base_ref, head_ref, ...rest } = args;
  const refs = { base_ref, head_ref };
  // After `--` some commands take paths, so a ref that begins with a dash is the value of a flag.
  const dashed = Object.values(refs).some((ref) => String(ref ?? "").startsWith("-"));
  const flags = Object.entries(dashed ? { ...rest, ...refs } : rest).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    if (value === true) return [flagOf(name)];
    if (value === false) return [flagOf(name).replace("--", "--no-")];
    // One flag for each text: a comma in a pattern would part it.
    const values = Array.isArray(value) && typeof value[0] !== "number" ? value : [value];
    return values.map((each) => `${flagOf(name)}=${shellQuote(escapeComma(name, each))}`);
  });
  const words = dashed ? [] : Object.values(refs)
    .filter((ref) => ref !== undefined && ref !== null)
    .map((ref) => shellQuote(String(ref)));
  return ["git-prism", command, ...flags, ...words].join(" ");
}

function escapeComma(name: string, value: unknown): string {
  const text = String(value);
  if (PLAIN_LISTS.has(name)) return text.replaceAll(",", "\\,");
  return name.endsWith("_patterns") ? text.replace(/(?<!\\),(?![^{]*\})/g, "\\,") : text;
}

function shellQuote(text: string): string {
  return /^[\w@%+=:,./^~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
