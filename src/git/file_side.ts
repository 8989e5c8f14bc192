/**
 * One side of a changed file: what stood at a path in a commit, in the index or on disk.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";
import type { ObjectId } from "./object_id.ts";
import type { StoredContent } from "./object_store.ts";

/** File modes of a tree entry, after git's canonicalisation (git-fast-import(1), gitformat-index(5)). */
export const MODE = {
  tree: 0o040000,
  regular: 0o100644,
  executable: 0o100755,
  symlink: 0o120000,
  gitlink: 0o160000,
} as const;

/** Whether the mode is a regular file, executable or not. */
export function isRegular(mode: number): boolean {
  return (mode & 0o170000) === 0o100000;
}

/** One side of a changed file. Content of a symlink is its link text; a gitlink has no content. */
export interface FileSide {
  /** Canonical mode, one of {@link MODE} but `tree`. */
  readonly mode: number;
  /**
   * Object name of the content as git would store it. Of a file on disk it is computed on the first
   * call, after the conversions of check-in (gitattributes(5)).
   */
  id(): ObjectId;
  /** Size of the content in bytes, without reading it where the store can tell; 0 for a gitlink. */
  size(): number;
  /**
   * The content as git would store it, possibly a view that the next read overwrites.
   * @param limit most bytes to read; asking for the size first would look the object up twice
   * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt`, `unreadable`;
   * `object_too_large` with `data.size` when there is more
   */
  read(limit?: number): Uint8Array;
  /**
   * The first bytes of the content, as an array of its own; of large content little more is read.
   * `null` when it would have to be read whole.
   * @param limit as of {@link FileSide.read}: content that is larger is `object_too_large`
   */
  head(length: number, limit?: number): Uint8Array | null;
  /** The content in pieces, each a view that is valid until the next one or another read. */
  pieces(): Iterable<Uint8Array>;
  /** Puts the content on top of a kernel's stack; of large content no other copy is made. */
  storeIn(kernel: Kernel): StoredContent;
}

/** Where a change was found. */
export type ChangeScope = "committed" | "staged" | "unstaged" | "untracked" | "conflicted";

/** A path whose two sides differ, before renames are looked for. One side may be absent, not both. */
export interface RawChange {
  /** Path in the repository; bytes that are not UTF-8 stand as lone surrogates U+DC80–U+DCFF. */
  readonly path: string;
  readonly scope: ChangeScope;
  readonly before: FileSide | null;
  readonly after: FileSide | null;
}
