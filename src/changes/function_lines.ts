/**
 * How many lines of a function changed.
 *
 * @module
 */

import { hashOf } from "./fingerprint.ts";
import type { FunctionItem } from "./function_side.ts";
import type { Hunk, LineCounts, LineDiff } from "./line_diff.ts";

const encoder = new TextEncoder();

/** Lines of the hunks that fall into the two functions; lines of functions inside do not count. */
export function hunkLines(
  hunks: readonly Hunk[],
  before: FunctionItem,
  after: FunctionItem,
): LineCounts {
  return {
    removed: ownLines(
      before,
      (from, to) => linesWithin(hunks, ({ oldStart, oldLines }) => [oldStart, oldLines], from, to),
    ),
    added: ownLines(
      after,
      (from, to) => linesWithin(hunks, ({ newStart, newLines }) => [newStart, newLines], from, to),
    ),
  };
}

/** How many lines a function has itself. */
export function lineCount(item: FunctionItem): number {
  return ownLines(item, (from, to) => to - from + 1);
}

/** Lines that differ between two texts. */
export function textLines(before: string, after: string, lineDiff: LineDiff): LineCounts {
  return lineDiff.counts(encoder.encode(before + "\n"), encoder.encode(after + "\n"));
}

/** A number for each line of a text. */
export function lineHashes(text: string): Uint32Array {
  return Uint32Array.from(text.split("\n"), hashOf);
}

/** Lines that differ between two texts of which only {@link lineHashes} is left. */
export function hashedLines(
  before: Uint32Array,
  after: Uint32Array,
  lineDiff: LineDiff,
): LineCounts {
  const text = (hashes: Uint32Array): Uint8Array =>
    encoder.encode(Array.from(hashes, (hash) => `${hash}\n`).join(""));
  return lineDiff.counts(text(before), text(after));
}

/** Sums over the lines of a function, those of functions inside left out. */
function ownLines(
  { definition, children }: FunctionItem,
  sum: (from: number, to: number) => number,
): number {
  const { startLine, endLine } = definition;
  let total = 0;
  let at = startLine;
  for (const { definition: inner } of children) {
    // A line that both have is the outer one's.
    const from = Math.max(inner.startLine, startLine + 1);
    const to = Math.min(inner.endLine, endLine - 1);
    if (to < from) continue;
    if (from > at) total += sum(at, from - 1);
    at = Math.max(at, to + 1);
  }
  return at > endLine ? total : total + sum(at, endLine);
}

function linesWithin(
  hunks: readonly Hunk[],
  side: (hunk: Hunk) => [number, number],
  from: number,
  to: number,
): number {
  let low = 0, high = hunks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [start, lines] = side(hunks[middle]);
    if (start + lines <= from) low = middle + 1;
    else high = middle;
  }
  let total = 0;
  for (let i = low; i < hunks.length; i++) {
    const [start, lines] = side(hunks[i]);
    if (start > to) break;
    total += Math.max(0, Math.min(start + lines - 1, to) - Math.max(start, from) + 1);
  }
  return total;
}
