/**
 * The working tree of a repository against a tree, with the rules that its files are read by.
 *
 * @module
 */

import { worktreeAttributes } from "../git/attribute_sources.ts";
import { openAttributes } from "../git/attributes.ts";
import { openConversion } from "../git/conversion.ts";
import { openIgnore } from "../git/ignore.ts";
import { findEntry, type GitIndex } from "../git/index_file.ts";
import type { ObjectId } from "../git/object_id.ts";
import type { Repository } from "../git/repository.ts";
import { indexContent, openWorktree } from "../git/worktree.ts";
import { compareWorktree, type WorktreeChanges } from "../git/worktree_changes.ts";

/**
 * Compares a tree with the index and the index with the disk.
 * @throws {PrismError} `bare_repository`, `index_corrupt`, `unreadable`, and what reading trees throws
 */
export function worktreeChanges(repository: Repository, base: ObjectId): WorktreeChanges {
  const { layout, objects, environment } = repository;
  const copy = (index: GitIndex, path: string) =>
    indexContent(objects, index, path)?.slice() ?? null;
  const worktree = openWorktree({
    layout,
    objects,
    ...(environment.GIT_INDEX_FILE === undefined ? {} : { indexFile: environment.GIT_INDEX_FILE }),
    ignore: (index) =>
      openIgnore(layout, environment, {
        skippedFile: (path) => findEntry(index, path, 0)?.skipWorktree ? copy(index, path) : null,
      }),
    conversion: (index) => {
      const source = worktreeAttributes(layout, environment, (path) => copy(index, path));
      return openConversion(openAttributes(source), layout.config);
    },
  });
  return compareWorktree(worktree, base);
}
