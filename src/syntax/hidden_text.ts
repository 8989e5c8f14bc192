/**
 * What a parser was not shown of a text: blanks stood in its place. It is no part of the tree, but a
 * change in it is a change.
 *
 * @module
 */

import type { Span } from "./outline.ts";

const COMMENT = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))/g;
const TOKEN = /\w+|\S/g;

/**
 * The stretches of a text that its code has blanks for, in order. Where the code has other signs, the text
 * is in the tree.
 */
export function hiddenSpans(text: string, code: string): readonly Span[] {
  if (text === code) return [];
  const spans: Span[] = [];
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("\n", at) + 1 || text.length;
    const line = text.slice(at, next);
    const shown = code.slice(at, next);
    if (line !== shown) spans.push(...hiddenInLine(line, shown, at));
    at = next;
  }
  return spans;
}

/** Runs of signs that a line has blanks for, with blanks between them. */
function hiddenInLine(line: string, shown: string, offset: number): Span[] {
  const spans: Span[] = [];
  let start = -1;
  let end = -1;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === shown[at]) {
      if (start < 0 || shown[at] === " ") continue;
    } else if (shown[at] === " " && line[at].trim() !== "") {
      if (start < 0) start = at;
      end = at + 1;
      continue;
    }
    if (start >= 0) spans.push({ start: offset + start, end: offset + end });
    start = -1;
  }
  if (start >= 0) spans.push({ start: offset + start, end: offset + end });
  return spans;
}

/** The tokens of what is hidden between two places. */
export function hiddenTokens(
  text: string,
  spans: readonly Span[],
  start: number,
  end: number,
): string[] {
  if (spans.length === 0) return [];
  let low = 0;
  for (let high = spans.length; low < high;) {
    const middle = (low + high) >> 1;
    if (spans[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  let hidden = "";
  for (; low < spans.length && spans[low].start < end; low++) {
    hidden += text.slice(Math.max(start, spans[low].start), Math.min(end, spans[low].end)) + "\n";
  }
  return hidden.replace(COMMENT, " ").match(TOKEN) ?? [];
}
