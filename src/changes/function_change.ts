/**
 * What happened to one function between two sides of a change set.
 *
 * @module
 */

import type { Definition } from "../syntax/outline.ts";

/**
 * How a function changed. The first of these that holds, from the right: `moved` to another file or
 * container, `renamed`, `signature_changed`, `modified`. A function that was moved or renamed may have been edited
 * too: then the line counts are not zero.
 */
export type FunctionChangeKind =
  | "added"
  | "modified"
  | "deleted"
  | "signature_changed"
  | "renamed"
  | "moved";

/** What changed in a signature. */
export type SignatureChangeKind =
  | "parameter_added"
  | "parameter_removed"
  | "parameter_renamed"
  | "parameter_reordered"
  | "parameter_type_changed"
  | "parameter_default_changed"
  | "return_type_changed"
  | "visibility_changed"
  | "modifier_changed"
  | "decorator_added"
  | "decorator_removed"
  | "generics_changed"
  | "throws_changed";

/** One change of a signature. */
export interface SignatureChange {
  readonly kind: SignatureChangeKind;
  /** Name of the parameter, its later one when it was renamed; `null` of what is no parameter. */
  readonly name: string | null;
  /** What stood there before; `null` for nothing. */
  readonly old: string | null;
  /** What stands there now; `null` for nothing. */
  readonly new: string | null;
}

/** A function on one side. */
export interface FunctionPlace {
  readonly path: string;
  readonly definition: Definition;
}

/** One changed function. */
export interface FunctionChange {
  readonly kind: FunctionChangeKind;
  /** `null` of an added function. */
  readonly before: FunctionPlace | null;
  /** `null` of a deleted function. */
  readonly after: FunctionPlace | null;
  readonly signatureChanges: readonly SignatureChange[];
  /** Whether only comments, blanks and the like differ. */
  readonly formattingOnly: boolean;
  /**
   * Whether what contains it was moved or renamed, and it went along: its own name and its place in
   * the container are what they were.
   */
  readonly withContainer: boolean;
  /** Lines only the later side has; those of functions inside it, which are listed apart, do not count. */
  readonly linesAdded: number;
  /** Lines only the earlier side has; likewise. */
  readonly linesRemoved: number;
}
