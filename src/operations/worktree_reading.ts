/**
 * The working tree of a repository against a tree, with the rules that its files are read by.
 *
 * @module
 */

import { worktreeAttributes } from "../git/attribute_sources.ts";
import { openAttributes } from "../git/attributes.ts";
import { openIgnore } from "../git/ignore.ts";
import { findEntry, type GitIndex } from "../git/index_file.ts";
import type { ObjectId } from "../git/object_id.ts";
import type { Repository } from "../git/repository.ts";
import { openWorktree } from "../git/worktree.ts";
import { compareWorktree, type WorktreeChanges } from "../git/worktree_changes.ts";

/**
 * Compares a tree with the index and the index with the disk.
 * @throws {PrismError} `bare_repository`, `index_corrupt`, `unreadable`, and what reading trees throws
 */
export function worktreeChanges(repository: Repository, base: ObjectId): WorktreeChanges {
  throw new Error(`${typeof repository} ${base}`);
}
