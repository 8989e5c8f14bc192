/**
 * Ranges as they are written (gitrevisions(7)): `A..B`, `A...B`, `A..`, `..B`, or one revision.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { parseRange as parseRevisionRange } from "../git/revision_syntax.ts";
import type { RangeRequest } from "./workspace.ts";

/**
 * The range that a base and a head mean. The base alone may be a whole range.
 *
 * @throws {PrismError} `invalid_argument` when both name a head; `invalid_revision`
 */
export function parseRange(base: string, head: string | null): RangeRequest {
  const range = parseRevisionRange(base);
  if (range.head === null) return { base, head, symmetric: false };
  if (head !== null) {
    throw new PrismError(
      "invalid_argument",
      `The base_ref "${base}" is a range with a head of its own, and head_ref is "${head}".`,
      { hint: "Pass the range as base_ref alone, or one revision in each field." },
    );
  }
  return { base: range.base, head: range.head, symmetric: range.symmetric };
}
