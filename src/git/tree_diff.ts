/**
 * Tree against tree: only what differs is looked at, since equal names are equal content.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { FileSide, RawChange } from "./file_side.ts";
import { MODE } from "./file_side.ts";
import type { ObjectId } from "./object_id.ts";
import type { Objects } from "./objects.ts";
import { StoredSide } from "./stored_side.ts";

/** Directories below directories that are followed; git's own limit on the depth of a tree. */
const DEPTH = 2048;

/** Some hundred bytes of trees that name each other can stand for more paths than any memory holds. */
const LARGEST = 1_000_000;

/**
 * The files in which two trees differ, in the order of their paths' bytes: what `git diff-tree -r
 * --raw --no-renames` prints. `null` stands for the empty tree.
 * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt` of a tree
 */
export function compareTrees(
  objects: Objects,
  before: ObjectId | null,
  after: ObjectId | null,
): RawChange[] {
  const found: RawChange[] = [];
  const change = (path: string, before: FileSide | null, after: FileSide | null) => {
    if (found.length === LARGEST) {
      throw new PrismError("object_too_large", `More than ${LARGEST} files differ`, {
        hint: "compare revisions that are nearer to each other",
        data: { limit: LARGEST },
      });
    }
    found.push({ path, scope: "committed", before, after });
  };
  const side = (mode: number, id: ObjectId) => new StoredSide(objects, mode, id);
  const compare = (
    prefix: string,
    before: ObjectId | null,
    after: ObjectId | null,
    depth: number,
  ) => {
    if (depth > DEPTH) {
      const start = prefix.slice(0, 60);
      throw new PrismError("object_corrupt", `The tree below "${start}…" is nested too deep`, {
        hint: `trees are followed ${DEPTH} deep`,
      });
    }
    for (const row of objects.compareTrees(before, after)) {
      const path = prefix + row.name;
      const fromTree = row.modeBefore === MODE.tree;
      const toTree = row.modeAfter === MODE.tree;
      const from = row.modeBefore !== 0 && !fromTree ? side(row.modeBefore, row.idBefore!) : null;
      const to = row.modeAfter !== 0 && !toTree ? side(row.modeAfter, row.idAfter!) : null;
      if (from !== null || to !== null) change(path, from, to);
      if (fromTree || toTree) {
        compare(
          path + "/",
          fromTree ? row.idBefore : null,
          toTree ? row.idAfter : null,
          depth + 1,
        );
      }
    }
  };
  if (before !== after) compare("", before, after, 0);
  return found;
}
