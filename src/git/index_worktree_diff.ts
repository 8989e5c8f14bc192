/**
 * Index against work tree: what is on disk and not staged, and what is not tracked.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { DiskFile, isBelowLink } from "./disk_file.ts";
import { type FileSide, isRegular, MODE, type RawChange } from "./file_side.ts";
import type { IndexEntry } from "./index_entry.ts";
import { nestedHead } from "./nested_repository.ts";
import type { ObjectId } from "./object_id.ts";
import { isInvalidUtf8 } from "./path_bytes.ts";
import { expandSparseIndex } from "./sparse_index.ts";
import { StoredSide } from "./stored_side.ts";
import { hiddenSubmodules } from "./submodule_ignore.ts";
import type { Worktree } from "./worktree.ts";
import { type ScanVisitor, scanWorktree } from "./worktree_scan.ts";

/** What the walk finds. */
export interface WorktreeDifference {
  /** Changes of scope `unstaged`, in the order of paths. */
  readonly unstaged: RawChange[];
  /** Changes of scope `untracked`, in no particular order. */
  readonly untracked: RawChange[];
  /** What stands on disk at each unmerged path. */
  readonly unmerged: ReadonlyMap<string, FileSide | null>;
}

/**
 * Compares each entry with the file at its path: what `git diff-files --raw` prints once `git status`
 * has refreshed the index, and what `git status --untracked-files=all` lists as untracked.
 *
 * Content decides, as in `git diff`: a file that was touched, or whose line endings are all that a
 * conversion takes away, is no change, though `git status` can list it until the index is refreshed.
 * A file that cannot be read is a change whose side fails to read, with a notice. A submodule has
 * changed when another commit is checked out in it; what is modified in it is not looked at.
 * @throws {PrismError} `index_corrupt` of an entry that leads out of the work tree; `object_missing`,
 * `object_corrupt` of a tree of a sparse index
 */
export function compareIndexToWorktree(worktree: Worktree): WorktreeDifference {
  const { root, layout, objects } = worktree;
  // A directory that a sparse index has as a whole, but that is there after all.
  const index = expandSparseIndex(objects, worktree.index, (directory) => {
    return !isInvalidUtf8(directory) && !isBelowLink(root, directory);
  });
  const visitor = new DifferenceVisitor(worktree);
  scanWorktree(index.entries, visitor, {
    root,
    gitDir: layout.gitDir,
    ignore: worktree.ignore,
    ignoreCase: layout.config.bool("core.ignoreCase") ?? false,
    precompose: Deno.build.os === "darwin" && layout.config.bool("core.precomposeUnicode") === true,
  });
  visitor.end();
  return visitor;
}

class DifferenceVisitor implements ScanVisitor, WorktreeDifference {
  readonly unstaged: RawChange[] = [];
  readonly untracked: RawChange[] = [];
  readonly unmerged = new Map<string, FileSide | null>();
  readonly #worktree: Worktree;
  readonly #written: number;
  /** Whether a file that a sparse checkout leaves out counts once it is on disk (git 2.36). */
  readonly #presentCounts: boolean;
  #skipped = 0;
  #hidden: ((path: string) => boolean) | null = null;

  constructor(worktree: Worktree) {
    const { config } = worktree.layout;
    this.#worktree = worktree;
    this.#written = worktree.index.written;
    this.#presentCounts = (config.bool("core.sparseCheckout") ?? false) &&
      !(config.bool("sparse.expectFilesOutsideOfPatterns") ?? false);
  }

  tracked(entry: IndexEntry, info: Deno.FileInfo | null): void {
    if (entry.stage !== 0) {
      // The lowest stage says what the path was.
      if (this.unmerged.has(entry.path)) return;
      this.unmerged.set(entry.path, info === null ? null : this.#disk(entry, info));
      return;
    }
    if (entry.assumeValid || entry.mode === MODE.tree) return;
    if (entry.mode === MODE.gitlink && this.#isHidden(entry.path)) return;
    if (entry.skipWorktree && (info === null || !this.#presentCounts)) {
      this.#skipped += 1;
      return;
    }
    if (info === null) this.#change(entry, null);
    else if (info.isFile || info.isSymlink) this.#file(entry, info);
    else if (info.isDirectory) this.#directory(entry, info);
    else this.#change(entry, this.#unreadable(entry, info));
  }

  untrackedFile(path: string, info: Deno.FileInfo): void {
    const mode = this.#worktree.rules.modeOf(info, null);
    const after = new DiskFile(this.#worktree, path, { mode, info });
    this.untracked.push({ path, scope: "untracked", before: null, after });
  }

  nested(path: string): void {
    this.#worktree.notice({
      code: "submodule_unread",
      path,
      message: `"${path}" is a repository of its own that is not tracked; its files are left out.`,
    });
  }

  failed(path: string, error: PrismError | "not_utf8"): void {
    if (error === "not_utf8") {
      this.#worktree.notice({
        code: "path_not_utf8",
        path,
        message: "This name is not valid UTF-8, so the file on disk cannot be looked at.",
      });
    } else this.#worktree.notice({ code: "unreadable", path, message: error.message });
  }

  /** Says what a whole walk has left out. */
  end(): void {
    if (this.#skipped === 0) return;
    this.#worktree.notice({
      code: "sparse_checkout",
      message:
        `${this.#skipped} tracked paths are left out of the work tree (skip-worktree); they count as unchanged.`,
    });
  }

  #file(entry: IndexEntry, info: Deno.FileInfo): void {
    const { rules } = this.#worktree;
    const mode = rules.modeOf(info, entry);
    const sameType = (mode & 0o170000) === (entry.mode & 0o170000);
    if (sameType && !entry.intentToAdd) {
      if (rules.matches(entry, info, this.#written)) {
        if (mode === entry.mode) return;
        // Only the mode differs, so the content need not be read.
        this.#change(entry, this.#side(entry, { mode, info, id: entry.id }));
        return;
      }
      const side = this.#side(entry, { mode, info });
      if (this.#sameContent(entry, side) && mode === entry.mode) return;
      this.#change(entry, side);
      return;
    }
    this.#change(entry, this.#side(entry, { mode, info }));
  }

  #sameContent(entry: IndexEntry, side: DiskFile): boolean {
    try {
      return side.id() === entry.id;
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      this.failed(entry.path, error);
      return false;
    }
  }

  /** Read only where there are submodules. */
  #isHidden(path: string): boolean {
    this.#hidden ??= hiddenSubmodules(this.#worktree);
    return this.#hidden(path);
  }

  /** A directory where the index has a submodule, or a file. */
  #directory(entry: IndexEntry, info: Deno.FileInfo): void {
    const head = this.#nestedHead(entry.path);
    if (head !== null) {
      if (entry.mode === MODE.gitlink && entry.id === head) return;
      this.#change(entry, this.#side(entry, { mode: MODE.gitlink, info, id: head }));
    } else if (entry.mode !== MODE.gitlink) this.#change(entry, null);
  }

  #nestedHead(path: string): ObjectId | null {
    const { root, format } = this.#worktree;
    try {
      return nestedHead(`${root}/${path}`, format);
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      this.#worktree.notice({ code: "submodule_unread", path, message: error.message });
      return null;
    }
  }

  /** A pipe, a socket, a device: git takes it for a changed file. */
  #unreadable(entry: IndexEntry, info: Deno.FileInfo): FileSide {
    const message = "It is neither a file nor a symbolic link, so its content is not read.";
    this.#worktree.notice({ code: "unreadable", path: entry.path, message });
    return this.#side(entry, { mode: isRegular(entry.mode) ? entry.mode : MODE.regular, info });
  }

  #change(entry: IndexEntry, after: FileSide | null): void {
    const { objects } = this.#worktree;
    // What is only intended to be added has no content yet. But a deletion needs a side.
    const before = entry.intentToAdd && after !== null
      ? null
      : new StoredSide(objects, entry.mode, entry.id);
    this.unstaged.push({ path: entry.path, scope: "unstaged", before, after });
  }

  /** What stands at an unmerged path. */
  #disk(entry: IndexEntry, info: Deno.FileInfo): FileSide | null {
    if (info.isDirectory) {
      const id = this.#nestedHead(entry.path);
      return id === null ? null : this.#side(entry, { mode: MODE.gitlink, info, id });
    }
    return this.#side(entry, { mode: this.#worktree.rules.modeOf(info, entry), info });
  }

  #side(
    entry: IndexEntry,
    file: ConstructorParameters<typeof DiskFile>[2],
  ): DiskFile {
    return new DiskFile(this.#worktree, entry.path, file);
  }
}
