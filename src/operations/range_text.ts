/**
 * Ranges as they are written (gitrevisions(7)): `A..B`, `A...B`, `A..`, `..B`, or one revision.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { RangeRequest } from "./workspace.ts";

/**
 * The range that a base and a head mean. The base alone may be a whole range.
 *
 * @throws {PrismError} `invalid_argument` when both name a head
 */
export function parseRange(base: string, head: string | null): RangeRequest {
  const dots = findDots(base);
  if (dots === null) return { base, head, symmetric: false };
  if (head !== null) {
    throw new PrismError(
      "invalid_argument",
      `The base_ref "${base}" is a range with a head of its own, and head_ref is "${head}".`,
      { hint: "Pass the range as base_ref alone, or one revision in each field." },
    );
  }
  // A side that is left out is HEAD, as in git.
  return {
    base: base.slice(0, dots.start) || "HEAD",
    head: base.slice(dots.end) || "HEAD",
    symmetric: dots.end - dots.start === 3,
  };
}

/** The dots of a range; those in braces and in `:/text` belong to the revision. */
function findDots(text: string): { start: number; end: number } | null {
  if (text.startsWith(":/")) return null;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}") depth--;
    else if (depth <= 0 && text.startsWith("..", at)) {
      return { start: at, end: at + (text[at + 2] === "." ? 3 : 2) };
    }
  }
  return null;
}
