/**
 * Commit, index and work tree are one kind of thing: paths with a mode and content.
 *
 * @module
 */

import type { FileSide } from "./file_side.ts";
import type { ObjectId } from "./object_id.ts";

/** A state of all files of a repository. */
export interface Snapshot {
  readonly at: "commit" | "index" | "worktree";
  /** The tree of a commit snapshot; `null` of the others. */
  readonly tree: ObjectId | null;
  /** What stands at the path: a file, symlink or submodule; `null` when nothing or a directory does. */
  file(path: string): FileSide | null;
  /** Every path with its side, in git's order (by bytes). */
  files(): Iterable<{ path: string; side: FileSide }>;
}
