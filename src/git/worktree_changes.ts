/**
 * A tree against the working tree: what is staged on top of the tree, what is on disk on top of the
 * index, what is untracked, what is unmerged.
 *
 * @module
 */

import type { Notice } from "../errors.ts";
import { digest } from "./digest.ts";
import { DiskFile } from "./disk_file.ts";
import { type ChangeScope, type FileSide, MODE, type RawChange } from "./file_side.ts";
import { compareIndexToWorktree } from "./index_worktree_diff.ts";
import type { ObjectId } from "./object_id.ts";
import { comparePaths } from "./path_bytes.ts";
import { compareTreeToIndex } from "./tree_index_diff.ts";
import type { Worktree } from "./worktree.ts";

/** All changes of a working tree. */
export interface WorktreeChanges {
  /** In the order of paths, then of scopes; a path that is staged and edited has two changes. */
  readonly changes: RawChange[];
  /** What could not be seen; more can follow while sides are read, so ask at the end. */
  readonly notices: readonly Notice[];
  /** Hex digest that differs once a change is added, dropped or edited again. */
  readonly fingerprint: string;
}

const ORDER: Readonly<Record<ChangeScope, number>> = {
  committed: 0,
  conflicted: 1,
  staged: 2,
  unstaged: 3,
  untracked: 4,
};

/**
 * Compares a tree with the index and the index with the disk. An unmerged path is one change of scope
 * `conflicted`, from the tree's side to what stands on disk; when neither has it, from the stage that
 * stands for it (ours, else the base) to nothing. Nothing is written.
 * @param base the tree to compare with, `null` for the empty tree
 * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt` of a tree
 */
export function compareWorktree(worktree: Worktree, base: ObjectId | null): WorktreeChanges {
  const { objects, index } = worktree;
  const { unstaged, untracked, unmerged } = compareIndexToWorktree(worktree);
  const changes: RawChange[] = [];
  for (const change of compareTreeToIndex(objects, base, index)) {
    if (change.scope !== "conflicted") changes.push(change);
    else {
      const disk = unmerged.get(change.path) ?? null;
      const before = change.before ?? (disk === null ? change.after : null);
      changes.push({ ...change, before, after: disk });
    }
  }
  for (const change of unstaged) changes.push(change);
  for (const change of untracked) changes.push(change);
  changes.sort((a, b) => comparePaths(a.path, b.path) || ORDER[a.scope] - ORDER[b.scope]);
  return {
    changes,
    get notices() {
      return worktree.notices;
    },
    fingerprint: fingerprintOf(changes, worktree),
  };
}

/** Of files on disk what `lstat` says goes in: reading them all again would cost more than the answer. */
function fingerprintOf(changes: readonly RawChange[], worktree: Worktree): string {
  const lines = changes.map(({ path, scope, before, after }) =>
    JSON.stringify([path, scope, describe(before), describe(after)])
  );
  return digest(worktree.format, [new TextEncoder().encode(lines.join("\n"))]).toHex();
}

function describe(side: FileSide | null): unknown {
  if (side === null) return null;
  if (!(side instanceof DiskFile) || side.mode === MODE.gitlink) return [side.mode, side.id()];
  const { size, mtime, ino } = side.info;
  return [side.mode, size, mtime?.getTime() ?? null, ino];
}
