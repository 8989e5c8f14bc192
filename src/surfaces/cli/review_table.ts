/**
 * A review for people: the files, then the functions in the order in which to look at them.
 *
 * @module
 */

import type { ChangeManifest } from "../../answers/manifest.ts";
import type { Review, ReviewStep } from "../../answers/review.ts";
import { escapeInvisible } from "../../answers/shape/untrusted.ts";
import { manifestTable } from "./manifest_table.ts";
import type { AnswerTable } from "./print_answer.ts";

/** The table of a review. */
export const REVIEW_TABLE: AnswerTable = { rest: (answer) => reviewTable(answer as Review) };

function reviewTable({ manifest, function_context, review, metadata, omitted }: Review): string {
  const lines = review.order.flatMap((step, at) => [
    "",
    escapeInvisible(
      `${at + 1}. ${step.name}  ${step.file}:${step.line}  risk ${step.risk}: ${step.why}`,
    ),
    ...changedLines(manifest, step),
  ]);
  const notes: string[] = [];
  for (const { functions, why } of review.groups) {
    notes.push(`together: ${functions.join(", ")}. ${why}`);
  }
  for (const { message } of [...function_context.metadata.notices, ...metadata.notices]) {
    notes.push(`note: ${message}`);
  }
  for (const { what, count, how } of [...function_context.omitted, ...omitted]) {
    notes.push(`left out: ${count} ${what}; ${how}`);
  }
  const end = notes.length === 0 ? [] : ["", ...notes.map(escapeInvisible)];
  return `${manifestTable(manifest)}${[...lines, ...end].map((line) => `${line}\n`).join("")}`;
}

function changedLines({ files }: ChangeManifest, { name, file, line }: ReviewStep): string[] {
  const hunks = files.filter(({ path }) => path === file)
    .flatMap(({ functions_changed }) => functions_changed ?? [])
    .find((each) => each.name === name && each.start_line === line)?.hunks;
  if (hunks === undefined) return [];
  // Tabs are layout; anything else that cannot be seen must not reach the terminal.
  return hunks.split("\n").map((text) => text.split("\t").map(escapeInvisible).join("\t"));
}
