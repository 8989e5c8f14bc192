/**
 * A function context for people: each function with its risk, then who calls it.
 *
 * @module
 */

import type { CallerEntry, ContextEntry } from "../../answers/context_entry.ts";
import type { FunctionContext } from "../../answers/function_context.ts";
import { escapeInvisible } from "../../answers/shape/untrusted.ts";
import type { AnswerTable } from "./print_answer.ts";

/** Calls of one kind that are shown of a function. */
const MOST_SHOWN = 20;

/** The table of a function context. */
export const CONTEXT_TABLE: AnswerTable = {
  rest: (answer) => contextTable(answer as FunctionContext),
};

function contextTable({ functions, metadata, pagination, omitted }: FunctionContext): string {
  const lines = functions.flatMap((entry) => [...functionLines(entry), ""]);
  const count = pagination.total_items;
  const where = metadata.base_ref === null
    ? metadata.head_ref
    : `${metadata.base_ref} to ${metadata.head_ref}`;
  lines.push(`${count} ${count === 1 ? "function" : "functions"}  (${where})`);
  for (const { message } of metadata.notices) lines.push(`note: ${message}`);
  for (const { what, count, how } of omitted) lines.push(`left out: ${count} ${what}; ${how}`);
  return `${lines.map(escapeInvisible).join("\n")}\n`;
}

function functionLines(entry: ContextEntry): string[] {
  const { name, file, start_line, change_type, blast_radius, zero_reason } = entry;
  const { risk, reasons } = blast_radius;
  return [
    `${name}  ${file}:${start_line}  (${change_type})`,
    `  risk ${[risk, ...reasons].join(", ")}`,
    ...listed(entry.callers, "called by"),
    ...listed(entry.test_references, "tested by"),
    ...listed(
      (entry.stale_callers ?? []).map((each) => ({ ...each, calls: each.old_name })),
      "left",
    ),
    ...(zero_reason === undefined ? [] : [`  ${zero_reason}`]),
  ];
}

function listed(
  calls:
    readonly (Pick<CallerEntry, "file" | "line" | "caller" | "calls"> & Partial<CallerEntry>)[],
  label: string,
): string[] {
  const lines = calls.slice(0, MOST_SHOWN).map(({ file, line, caller, calls, confidence }) => {
    const facts = [
      ...(calls === undefined ? [] : [`calls ${calls}`]),
      ...(confidence === undefined || confidence === "resolved" ? [] : [confidence]),
    ];
    const note = facts.length === 0 ? "" : `  (${facts.join(", ")})`;
    return `  ${label}  ${file}:${line}  ${caller === "" ? "(top level)" : caller}${note}`;
  });
  const more = calls.length - lines.length;
  return more > 0 ? [...lines, `  ${label}  ${more} more; --json lists them`] : lines;
}
