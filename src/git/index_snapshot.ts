/**
 * The index as a snapshot: what the next commit would hold.
 *
 * @module
 */

import { type FileSide, MODE } from "./file_side.ts";
import type { IndexEntry } from "./index_entry.ts";
import { findEntry, type GitIndex } from "./index_file.ts";
import type { Objects } from "./objects.ts";
import type { Snapshot } from "./snapshot.ts";
import { expandSparseIndex } from "./sparse_index.ts";
import { StoredSide } from "./stored_side.ts";

/**
 * The files of an index. An unmerged path has the side that stands for it: ours, else theirs, else
 * the base. A path that is only intended to be added is not in it.
 */
export class IndexSnapshot implements Snapshot {
  readonly at = "index";
  readonly tree = null;
  readonly #objects: Objects;
  readonly #index: GitIndex;
  #whole: GitIndex | null = null;

  /** The snapshot of an index; directories of a sparse one are read when they are needed. */
  constructor(objects: Objects, index: GitIndex) {
    this.#objects = objects;
    this.#index = index;
  }

  file(path: string): FileSide | null {
    // A directory of a sparse index is reached only through its tree.
    const index = this.#index.sparse && findEntry(this.#index, path, 0) === null
      ? this.#expanded()
      : this.#index;
    for (const stage of [0, 2, 3, 1]) {
      const entry = findEntry(index, path, stage);
      if (entry !== null) return this.#side(entry);
    }
    return null;
  }

  *files(): Iterable<{ path: string; side: FileSide }> {
    const { entries } = this.#expanded();
    let last = "";
    for (const entry of entries) {
      const { path } = entry;
      if (path === last) continue;
      last = path;
      const side = entry.stage === 0 ? this.#side(entry) : this.file(path);
      if (side !== null) yield { path, side };
    }
  }

  #expanded(): GitIndex {
    return this.#whole ??= expandSparseIndex(this.#objects, this.#index);
  }

  #side(entry: IndexEntry): FileSide | null {
    if (entry.intentToAdd || entry.mode === MODE.tree) return null;
    return new StoredSide(this.#objects, entry.mode, entry.id);
  }
}
