/**
 * Tree against index: what is staged.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { CacheTree } from "./cache_tree.ts";
import type { EntryList } from "./entry_list.ts";
import { type FileSide, MODE, type RawChange } from "./file_side.ts";
import type { IndexEntry } from "./index_entry.ts";
import { type GitIndex, lowerBound } from "./index_file.ts";
import type { ObjectId } from "./object_id.ts";
import type { Objects } from "./objects.ts";
import { comparePaths } from "./path_bytes.ts";
import { StoredSide } from "./stored_side.ts";
import { compareTrees } from "./tree_diff.ts";

/** Git's own limit on the depth of a tree. */
const DEPTH = 2048;

/**
 * The files in which a tree and the index differ, in git's order: what `git diff-index --cached
 * --raw --no-renames` prints, where `null` stands for the empty tree. An unmerged path is one
 * `conflicted` change from the tree's side to the stage that stands for the path (ours, else theirs,
 * else the base). A path that is only intended to be added is not in the index yet (git-add(1),
 * `--intent-to-add`).
 * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt` of a tree
 */
export function compareTreeToIndex(
  objects: Objects,
  tree: ObjectId | null,
  index: GitIndex,
): RawChange[] {
  const comparison = new Comparison(objects, index);
  const root = { prefix: "", from: 0, to: index.entries.length, cached: index.cacheTree };
  comparison.compare(tree, root, 0);
  return comparison.changes;
}

/** A directory of the index: its path with a slash behind, and which entries lie in it. */
interface Directory {
  prefix: string;
  from: number;
  to: number;
  cached: CacheTree | null;
}

/** What a tree has at a path. */
interface TreeSide {
  mode: number;
  id: ObjectId;
}

class Comparison {
  readonly changes: RawChange[] = [];
  readonly #objects: Objects;
  readonly #entries: EntryList;

  constructor(objects: Objects, index: GitIndex) {
    this.#objects = objects;
    this.#entries = index.entries;
  }

  compare(tree: ObjectId | null, directory: Directory, depth: number): void {
    const { prefix, from, to, cached } = directory;
    // A tree that is known to equal these entries is the tree, or everything below is compared.
    if (tree !== null && cached?.id === tree && cached.count === to - from) return;
    if (depth > DEPTH) {
      throw new PrismError("object_corrupt", `The tree at "${prefix}" is nested too deep`, {
        hint: `trees are followed ${DEPTH} deep`,
      });
    }
    let at = from;
    for (const row of tree === null ? [] : this.#objects.compareTrees(null, tree)) {
      const side = { mode: row.modeAfter, id: row.idAfter! };
      const path = prefix + row.name;
      const key = side.mode === MODE.tree ? path + "/" : path;
      // What the index has and the tree has not.
      while (at < to && this.#keyOf(at, prefix) !== key && this.#isBefore(at, prefix, key)) {
        at = this.#path(at, null);
      }
      const same = at < to && this.#keyOf(at, prefix) === key;
      if (side.mode !== MODE.tree) {
        if (same) at = this.#path(at, side);
        else this.#add(path, side, null);
      } else if (same && this.#entries.path(at) === key) {
        this.#sparse(key, side.id, this.#entries.at(at));
        at += 1;
      } else {
        const end = same ? this.#endOf(key, at, to) : at;
        const child = cached?.children.get(row.name) ?? null;
        this.compare(side.id, { prefix: key, from: at, to: end, cached: child }, depth + 1);
        at = end;
      }
    }
    while (at < to) at = this.#path(at, null);
  }

  /** Path of the entry, or of the directory in which it lies, seen from the prefix. */
  #keyOf(at: number, prefix: string): string {
    const path = this.#entries.path(at);
    const slash = path.indexOf("/", prefix.length);
    return slash < 0 ? path : path.slice(0, slash + 1);
  }

  #isBefore(at: number, prefix: string, key: string): boolean {
    return comparePaths(this.#keyOf(at, prefix), key) < 0;
  }

  /** Position behind the last entry in the directory. */
  #endOf(key: string, at: number, to: number): number {
    // The character after the slash.
    return lowerBound(this.#entries, key.slice(0, -1) + "0", at, to);
  }

  /** Compares the path at which the position stands, and returns the position behind it. */
  #path(at: number, before: TreeSide | null): number {
    const entry = this.#entries.at(at);
    const { path } = entry;
    if (entry.mode === MODE.tree) {
      this.#sparse(path, null, entry);
      return at + 1;
    }
    if (entry.stage !== 0) {
      const stages = [entry];
      let end = at + 1;
      for (; end < this.#entries.length && this.#entries.path(end) === path; end++) {
        stages.push(this.#entries.at(end));
      }
      const shown = [2, 3, 1].map((n) => stages.find(({ stage }) => stage === n));
      const side = shown.find((stage) => stage !== undefined)!;
      this.#push({
        path,
        scope: "conflicted",
        before: this.#side(before),
        after: this.#side(side),
      });
      return end;
    }
    this.#add(path, before, entry.intentToAdd ? null : entry);
    return at + 1;
  }

  #add(path: string, before: TreeSide | null, entry: IndexEntry | null): void {
    if (before === null ? entry === null : before.mode === entry?.mode && before.id === entry.id) {
      return;
    }
    this.#push({
      path,
      scope: "staged",
      before: this.#side(before),
      after: this.#side(entry),
    });
  }

  /** A directory that the index has as a whole. */
  #sparse(prefix: string, before: ObjectId | null, entry: IndexEntry): void {
    for (const change of compareTrees(this.#objects, before, entry.id)) {
      this.#push({ ...change, path: prefix + change.path, scope: "staged" });
    }
  }

  #side(side: TreeSide | null): FileSide | null {
    return side === null ? null : new StoredSide(this.#objects, side.mode, side.id);
  }

  #push(change: RawChange): void {
    this.changes.push(change);
  }
}
