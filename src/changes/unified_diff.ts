/**
 * The changed lines of a file as git writes them (git-diff-tree(1), "GENERATING PATCH TEXT WITH -P").
 *
 * @module
 */

import type { Hunk, LineDiff } from "./line_diff.ts";

/** Unchanged lines around each change. */
const CONTEXT = 3;
/** What git writes when the last line has no end. */
const UNTERMINATED = "\\ No newline at end of file";
const encoder = new TextEncoder();

/** One hunk with its text. */
export interface DiffHunk extends Hunk {
  /** `@@` line, then lines with a sign before each. */
  readonly text: string;
}

/** The hunks of two texts with three lines of context; texts that are equal have none. */
export function unifiedHunks(before: string, after: string, lineDiff: LineDiff): DiffHunk[] {
  if (before === after) return [];
  const [old, now] = [encoder.encode(before), encoder.encode(after)];
  const hunks = lineDiff.hunks(old, now, { context: CONTEXT });
  // With context git compares whole files, so the changes inside are looked for hunk by hunk.
  const oldLines = linesOf(before);
  const newLines = linesOf(after);
  return hunks.map((hunk) => ({ ...hunk, text: hunkText(hunk, oldLines, newLines, lineDiff) }));
}

/** Lines of a side that the other side has nothing of, from a 1-based line on, as a hunk of their own. */
export function wholeHunk(
  text: string,
  sign: "+" | "-",
  range: { readonly startLine: number; readonly endLine: number },
): DiffHunk {
  const start = range.startLine;
  const lines = linesOf(text).slice(start - 1, range.endLine);
  const one = { start, lines: lines.length };
  const none = { start: 0, lines: 0 };
  const [old, now] = sign === "+" ? [none, one] : [one, none];
  const hunk = {
    oldStart: old.start,
    oldLines: old.lines,
    newStart: now.start,
    newLines: now.lines,
  };
  return { ...hunk, text: [header(hunk), ...signed(sign, lines)].join("\n") };
}

function hunkText(
  hunk: Hunk,
  before: readonly string[],
  after: readonly string[],
  lineDiff: LineDiff,
): string {
  const old = before.slice(firstLine(hunk.oldStart, hunk.oldLines)).slice(0, hunk.oldLines);
  const now = after.slice(firstLine(hunk.newStart, hunk.newLines)).slice(0, hunk.newLines);
  const encode = (lines: readonly string[]) => encoder.encode(lines.join(""));
  const lines = [header(hunk)];
  let at = 0;
  for (const inner of lineDiff.hunks(encode(old), encode(now), { context: 0 })) {
    const from = firstLine(inner.oldStart, inner.oldLines);
    lines.push(...signed(" ", old.slice(at, from)));
    lines.push(...signed("-", old.slice(from, from + inner.oldLines)));
    const added = firstLine(inner.newStart, inner.newLines);
    lines.push(...signed("+", now.slice(added, added + inner.newLines)));
    at = from + inner.oldLines;
  }
  lines.push(...signed(" ", old.slice(at)));
  return lines.join("\n");
}

/** A side without lines names the line before. */
function firstLine(start: number, lines: number): number {
  return lines === 0 ? start : start - 1;
}

function header({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  const range = (start: number, lines: number) => lines === 1 ? `${start}` : `${start},${lines}`;
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`;
}

function signed(sign: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, UNTERMINATED]
  );
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
