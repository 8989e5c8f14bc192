/**
 * Ranges as they are written (gitrevisions(7)): `A..B`, `A...B`, `A..`, `..B`, or one revision.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { parseRange as parseRevisionRange } from "../git/revision_syntax.ts";
import type { RangeRequest } from "./workspace.ts";

/** What a head is called that is index and files on disk; no revision can mean it. */
export const WORKTREE = "WORKTREE";

/**
 * The range that a base and a head mean. The base alone may be a whole range.
 *
 * @param missing The head where none is written; `null` for index and files on disk.
 * @throws {PrismError} `invalid_argument` when both name a head; `invalid_revision`
 */
export function parseRange(
  base: string,
  head: string | null,
  missing: string | null = null,
): RangeRequest {
  const range = parseRevisionRange(base);
  const place = (head: string | null): string | null => head === WORKTREE ? null : head;
  if (range.head === null) return { base, head: place(head ?? missing), symmetric: false };
  if (head !== null) {
    throw new PrismError(
      "invalid_argument",
      `The base_ref "${base}" is a range with a head of its own, and head_ref is "${head}".`,
      { hint: "Pass the range as base_ref alone, or one revision in each field." },
    );
  }
  const { symmetric } = range;
  return { base: range.base, head: symmetric ? range.head : place(range.head), symmetric };
}
