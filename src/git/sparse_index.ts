/**
 * Directories of an index as the files in them (git-sparse-checkout(1), "INTERNALS — SPARSE INDEX").
 *
 * @module
 */

import { listOf } from "./entry_list.ts";
import { MODE } from "./file_side.ts";
import { IndexEntry } from "./index_entry.ts";
import type { GitIndex } from "./index_file.ts";
import type { Objects } from "./objects.ts";
import { compareTrees } from "./tree_diff.ts";

/**
 * The index with directories replaced by their files, none of which is on disk.
 * @param wanted which directories to replace, by path with a slash behind; all by default
 * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt` of a tree
 */
export function expandSparseIndex(
  objects: Objects,
  index: GitIndex,
  wanted: (directory: string) => boolean = () => true,
): GitIndex {
  if (!index.sparse) return index;
  let sparse = false;
  let expanded = false;
  const entries: IndexEntry[] = [];
  for (const entry of index.entries) {
    if (entry.mode !== MODE.tree) entries.push(entry);
    else if (!wanted(entry.path)) {
      entries.push(entry);
      sparse = true;
    } else {
      expanded = true;
      for (const { path, after } of compareTrees(objects, null, entry.id)) {
        entries.push(IndexEntry.sparse(entry.path + path, after!.mode, after!.id()));
      }
    }
  }
  // The counts of the cache tree are of directories as single entries.
  return expanded ? { ...index, entries: listOf(entries), sparse, cacheTree: null } : index;
}
