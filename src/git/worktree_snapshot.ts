/**
 * The files on disk as a snapshot.
 *
 * @module
 */

import { DiskFile, isBelowLink, lstat } from "./disk_file.ts";
import { type FileSide, MODE } from "./file_side.ts";
import { IndexSnapshot } from "./index_snapshot.ts";
import { findEntry } from "./index_file.ts";
import { nestedHead } from "./nested_repository.ts";
import { comparePaths, isInvalidUtf8 } from "./path_bytes.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Worktree } from "./worktree.ts";
import { compareIndexToWorktree } from "./index_worktree_diff.ts";

/** A path that leads out of the work tree, or into the repository. */
const OUTSIDE = /(?:^|[\\/])(?:\.{0,2}|\.git)(?:[\\/]|$)/i;
const OUTSIDE_WITHOUT_BACKSLASH = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;

/**
 * What stands in the work tree: tracked files as they are on disk, and untracked files that are not
 * ignored. A tracked file that a sparse checkout leaves out stands for itself as the index has it.
 */
export class WorktreeSnapshot implements Snapshot {
  readonly at = "worktree";
  readonly tree = null;
  readonly #worktree: Worktree;
  readonly #index: IndexSnapshot;

  /** The snapshot of a look at a work tree. */
  constructor(worktree: Worktree) {
    this.#worktree = worktree;
    this.#index = new IndexSnapshot(worktree.objects, worktree.index);
  }

  file(path: string): FileSide | null {
    const { root, rules, format, index } = this.#worktree;
    const outside = Deno.build.os === "windows" ? OUTSIDE : OUTSIDE_WITHOUT_BACKSLASH;
    if (path.includes("\0") || outside.test(path) || isInvalidUtf8(path)) return null;
    const entry = findEntry(index, path, 0);
    const info = isBelowLink(root, path) ? null : lstat(`${root}/${path}`);
    if (info === null) {
      return entry === null || entry.skipWorktree ? this.#leftOut(path) : null;
    }
    if (info.isDirectory) {
      const id = nestedHead(`${root}/${path}`, format);
      if (id !== null) return new DiskFile(this.#worktree, path, { mode: MODE.gitlink, info, id });
      return entry?.mode === MODE.gitlink ? this.#index.file(path) : null;
    }
    return new DiskFile(this.#worktree, path, { mode: rules.modeOf(info, entry), info });
  }

  *files(): Iterable<{ path: string; side: FileSide }> {
    const { unstaged, untracked, unmerged } = compareIndexToWorktree(this.#worktree);
    const onDisk = new Map<string, FileSide | null>(unmerged);
    for (const { path, after } of unstaged) onDisk.set(path, after);
    // What is only intended to be added is not in the index either.
    const others = [...unstaged.filter(({ before }) => before === null), ...untracked]
      .sort((a, b) => comparePaths(a.path, b.path));
    let next = 0;
    for (const { path, side } of this.#index.files()) {
      while (next < others.length && comparePaths(others[next].path, path) < 0) {
        yield { path: others[next].path, side: others[next].after! };
        next += 1;
      }
      const changed = onDisk.get(path);
      if (changed === undefined) yield { path, side };
      else if (changed !== null) yield { path, side: changed };
    }
    for (; next < others.length; next++) {
      yield { path: others[next].path, side: others[next].after! };
    }
  }

  /** A file of a sparse checkout that is not on disk and still belongs to the tree. */
  #leftOut(path: string): FileSide | null {
    const { index } = this.#worktree;
    if (findEntry(index, path, 0)?.skipWorktree === true) return this.#index.file(path);
    return index.sparse ? this.#index.file(path) : null;
  }
}
