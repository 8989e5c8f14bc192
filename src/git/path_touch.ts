/**
 * Whether two trees differ at some paths, without looking at anything else.
 *
 * @module
 */

import type { ObjectId } from "./object_id.ts";
import type { RepositoryObjects } from "./object_store.ts";
import { lookupPath, type TreeEntry } from "./tree_lookup.ts";

/** Paths by their first name. */
interface PathNode {
  /** Whether the name itself is wanted, file or directory. */
  wanted: boolean;
  readonly below: Map<string, PathNode>;
}

/**
 * Tells commits that touch any of some files or directories from others. Each path is that of a file or
 * of a directory, from the root; patterns have no meaning.
 */
export class PathTouch {
  readonly #objects: RepositoryObjects;
  readonly #root: PathNode = { wanted: false, below: new Map() };

  /** Paths without slashes at their ends; an empty one stands for everything. */
  constructor(objects: RepositoryObjects, paths: readonly string[]) {
    this.#objects = objects;
    for (const path of paths) {
      let node = this.#root;
      for (const name of path === "" ? [] : path.split("/")) {
        let next = node.below.get(name);
        if (next === undefined) node.below.set(name, next = { wanted: false, below: new Map() });
        node = next;
      }
      node.wanted = true;
    }
  }

  /**
   * Whether the trees differ at one of the paths; `null` stands for the empty tree.
   * @throws {PrismError} what reading a tree throws
   */
  touches(before: ObjectId | null, after: ObjectId | null): boolean {
    return this.#differ(this.#root, before, after);
  }

  #differ(node: PathNode, before: ObjectId | null, after: ObjectId | null): boolean {
    if (before === after) return false;
    if (node.wanted) return true;
    for (const [name, next] of node.below) {
      const old = this.#entry(before, name);
      const now = this.#entry(after, name);
      if (old?.id === now?.id && old?.mode === now?.mode) continue;
      if (next.wanted || this.#differ(next, treeOf(old), treeOf(now))) return true;
    }
    return false;
  }

  #entry(tree: ObjectId | null, name: string): TreeEntry | null {
    return tree === null ? null : lookupPath(this.#objects, tree, name);
  }
}

function treeOf(entry: TreeEntry | null): ObjectId | null {
  return entry?.type === "tree" ? entry.id : null;
}
