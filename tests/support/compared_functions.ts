/**
 * Compares texts of the toy language and writes the changes in short.
 *
 * @module
 */

import type { FunctionChange } from "../../src/changes/function_change.ts";
import { resolveMoves } from "../../src/changes/function_moves.ts";
import { compareFunctions, type FileFunctions } from "../../src/changes/functions.ts";
import { LineDiff } from "../../src/changes/line_diff.ts";
import { toySource } from "./toy_source.ts";

/** The two sides of a file; `null` for a side that is not there. */
export type Sides = readonly [string | null, string | null];

const lineDiff = new LineDiff();

/** The changes of several files after moves are resolved, by path. */
export function changesOf(
  files: Readonly<Record<string, Sides>>,
  options: { includeTypes?: boolean; oldPaths?: Record<string, string> } = {},
): FunctionChange[] {
  const compared = Object.entries(files).map(([path, [before, after]]): FileFunctions =>
    compareFunctions(
      before === null ? null : toySource(before),
      after === null ? null : toySource(after),
      {
        path,
        oldPath: options.oldPaths?.[path],
        language: "toy",
        includeTypes: options.includeTypes,
        lineDiff,
      },
    )
  );
  return resolveMoves(compared, lineDiff).files.flatMap(({ changes }) => changes);
}

/** `renamed a -> b +1 -2`, one line a change; `~` marks what is formatting, `^` what went with its container. */
export function shortly(changes: readonly FunctionChange[]): string[] {
  return changes.map((change) => {
    const { kind, before, after, linesAdded, linesRemoved } = change;
    const old = before?.definition.qualifiedName;
    const now = after?.definition.qualifiedName;
    const paths = before !== null && after !== null && before.path !== after.path
      ? ` (${before.path} -> ${after.path})`
      : "";
    const names = old === undefined || now === undefined || old === now
      ? `${now ?? old}`
      : `${old} -> ${now}`;
    const marks = `${change.formattingOnly ? "~" : ""}${change.withContainer ? "^" : ""}`;
    return `${kind}${marks} ${names}${paths} +${linesAdded} -${linesRemoved}`;
  });
}

/** The changes of one file in short. */
export function compareToy(
  before: string | null,
  after: string | null,
  options: { includeTypes?: boolean } = {},
): string[] {
  return shortly(changesOf({ "a.toy": [before, after] }, options));
}

/** A body that is like no other: many words made of a seed. */
export function bodyOf(seed: string, lines = 6): string {
  const line = (i: number): string =>
    `  let ${seed}Part${i} = ${seed}Source${i}.read(${seed}Limit, ${i}) + ${seed}Rest;`;
  return Array.from({ length: lines }, (_, i) => line(i)).join("\n");
}
