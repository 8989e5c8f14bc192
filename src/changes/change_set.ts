/**
 * What differs between the two sides of a range, file by file.
 *
 * @module
 */

import type { Notice } from "../errors.ts";
import type { ChangeScope, FileSide } from "../git/file_side.ts";

/** How a file changed. */
export type FileChangeKind =
  | "added"
  | "modified"
  | "deleted"
  | "renamed"
  | "copied"
  | "type_changed";

/** A changed file after renames were looked for, before its content was. */
export interface PairedChange {
  readonly path: string;
  /** Where a renamed or copied file stood before; `null` of all others. */
  readonly oldPath: string | null;
  readonly kind: FileChangeKind;
  readonly scope: ChangeScope;
  readonly before: FileSide | null;
  readonly after: FileSide | null;
  /** Similarity of a renamed or copied pair in percent, as git prints it; `null` of all others. */
  readonly similarity: number | null;
}

/** One changed file. */
export interface FileChange extends PairedChange {
  /** Counts equal to `git diff --numstat`; 0/0 of a binary file. */
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly binary: boolean;
  readonly generated: boolean;
  /** Language label in lower case, `unknown` when there is none. */
  readonly language: string;
  /** Encoding of the text when it is not UTF-8. */
  readonly encoding: string | null;
  /** Why the content of a side could not be had; counts are then 0/0. */
  readonly problem: { code: string; message: string } | null;
}

/** All changed files in order of path, then scope. */
export interface ChangeSet {
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
}
