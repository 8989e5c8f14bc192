/**
 * One entry of the index (gitformat-index(5), "Index entry").
 *
 * @module
 */

import type { ObjectId } from "./object_id.ts";

/** Offsets of the fields of an entry as it is stored. */
const FIELD = {
  ctime: 0,
  mtime: 8,
  mtimeNanoseconds: 12,
  ino: 20,
  mode: 24,
  uid: 28,
  gid: 32,
  size: 36,
  id: 40,
} as const;

/** Bits of an entry's flags; the upper half is the extended flags. */
const FLAG = {
  assumeValid: 0x8000,
  stages: 0x3000,
  skipWorktree: 0x4000_0000,
  intentToAdd: 0x2000_0000,
} as const;

/** The bytes of an index file. */
export interface IndexBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Bytes of a raw object name. */
  readonly idLength: number;
}

/** What stands at a path in the index. Fields that are rarely asked for stay in the file's bytes. */
export class IndexEntry {
  /** Path in the repository; of a directory of a sparse index it ends with a slash. */
  readonly path: string;
  /** Canonical mode; `MODE.tree` of a directory of a sparse index. */
  readonly mode: number;
  readonly #flags: number;
  readonly #source: IndexBytes | ObjectId;
  readonly #at: number;

  /**
   * An entry.
   * @param source the file's bytes and where in them the entry begins; or the name of the object,
   * of an entry that a tree yields
   */
  constructor(
    path: string,
    mode: number,
    flags: number,
    source: IndexBytes | ObjectId,
    at: number,
  ) {
    this.path = path;
    this.mode = mode;
    this.#flags = flags;
    this.#source = source;
    this.#at = at;
  }

  /** An entry of a sparse directory, as its tree has it: nothing was written to disk. */
  static sparse(path: string, mode: number, id: ObjectId): IndexEntry {
    return new IndexEntry(path, mode, FLAG.skipWorktree, id, 0);
  }

  /** The same entry under another path: a split index leaves out what its base says. */
  named(path: string): IndexEntry {
    return new IndexEntry(path, this.mode, this.#flags, this.#source, this.#at);
  }

  /** Name of the object. */
  get id(): ObjectId {
    const source = this.#source;
    if (typeof source === "string") return source;
    const at = this.#at + FIELD.id;
    return source.bytes.subarray(at, at + source.idLength).toHex() as ObjectId;
  }

  /** 0; of an unmerged path 1 is the base, 2 is ours, 3 is theirs. */
  get stage(): number {
    return (this.#flags & FLAG.stages) >> 12;
  }

  /** `git update-index --assume-unchanged` */
  get assumeValid(): boolean {
    return (this.#flags & FLAG.assumeValid) !== 0;
  }

  /** `git update-index --skip-worktree`, and what a sparse checkout leaves out. */
  get skipWorktree(): boolean {
    return (this.#flags & FLAG.skipWorktree) !== 0;
  }

  /** `git add --intent-to-add` */
  get intentToAdd(): boolean {
    return (this.#flags & FLAG.intentToAdd) !== 0;
  }

  /** Seconds since the epoch, modulo 2^32; 0 without stat data. */
  get ctimeSeconds(): number {
    return this.#field(FIELD.ctime);
  }

  /** Seconds since the epoch, modulo 2^32. */
  get mtimeSeconds(): number {
    return this.#field(FIELD.mtime);
  }

  /** Nanoseconds of the second; 0 where the writer knew none. */
  get mtimeNanoseconds(): number {
    return this.#field(FIELD.mtimeNanoseconds);
  }

  /** Number of the inode, modulo 2^32. */
  get ino(): number {
    return this.#field(FIELD.ino);
  }

  get uid(): number {
    return this.#field(FIELD.uid);
  }

  get gid(): number {
    return this.#field(FIELD.gid);
  }

  /** Bytes on disk, modulo 2^32; 0 also when git wants the content compared. */
  get size(): number {
    return this.#field(FIELD.size);
  }

  #field(offset: number): number {
    const source = this.#source;
    return typeof source === "string" ? 0 : source.view.getUint32(this.#at + offset);
  }
}
