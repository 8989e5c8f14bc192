/**
 * The files of a commit, or of any tree, as a snapshot.
 *
 * @module
 */

import { type FileSide, MODE } from "./file_side.ts";
import type { ObjectId } from "./object_id.ts";
import type { Objects } from "./objects.ts";
import type { Snapshot } from "./snapshot.ts";
import { StoredSide } from "./stored_side.ts";
import { compareTrees } from "./tree_diff.ts";
import { lookupPath } from "./tree_lookup.ts";

/** What a tree holds. */
export class TreeSnapshot implements Snapshot {
  readonly at = "commit";
  readonly tree: ObjectId;
  readonly #objects: Objects;

  /** The snapshot of a root tree. */
  constructor(objects: Objects, tree: ObjectId) {
    this.#objects = objects;
    this.tree = tree;
  }

  /**
   * What stands at the path; `null` when nothing or a directory does.
   * @throws {PrismError} as {@link lookupPath}
   */
  file(path: string): FileSide | null {
    const entry = lookupPath(this.#objects, this.tree, path);
    if (entry === null || entry.mode === MODE.tree) return null;
    return new StoredSide(this.#objects, entry.mode, entry.id);
  }

  /**
   * Every path with its side, in git's order.
   * @throws {PrismError} as {@link compareTrees}
   */
  *files(): Iterable<{ path: string; side: FileSide }> {
    for (const { path, after } of compareTrees(this.#objects, null, this.tree)) {
      yield { path, side: after! };
    }
  }
}
