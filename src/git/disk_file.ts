/**
 * A file of the work tree as a side of a change.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { Conversion } from "./conversion.ts";
import { digest, hashObject } from "./digest.ts";
import { type FileSide, MODE } from "./file_side.ts";
import { unreadable } from "./metadata_file.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { ObjectFormat, ObjectId } from "./object_id.ts";
import type { StoredContent } from "./object_store.ts";
import { encodePath } from "./path_bytes.ts";
import { readFully } from "./read_fully.ts";

const EMPTY = new Uint8Array(0);
/** `core.bigFileThreshold` of git: content above it is not converted (git-config(1)). */
const BIG = 512 * 1024 * 1024;
const LARGEST = 2 ** 31 - 1;
const PIECE = 256 * 1024;
/** Files up to this size are read at once. */
const STREAMED = 1024 * 1024;

/** What all files of a work tree share. */
export interface DiskPlace {
  /** Root of the work tree, absolute. */
  readonly root: string;
  readonly format: ObjectFormat;
  readonly conversion: Conversion;
  /** Content that the index has at a path, possibly a view; `null` when it has none. */
  indexContent(path: string): Uint8Array | null;
}

/**
 * What stands on disk at a path. Content is read when it is asked for. A symbolic link is its text,
 * and nothing is read through one; pipes, sockets and devices are never opened.
 */
export class DiskFile implements FileSide {
  readonly mode: number;
  /** What `lstat` said when the work tree was looked at. */
  readonly info: Deno.FileInfo;
  readonly #place: DiskPlace;
  readonly #path: string;
  #id: ObjectId | null;
  #size = -1;

  /**
   * The file at a path of the repository.
   * @param id name of its content where it is known; of a nested repository its commit
   */
  constructor(
    place: DiskPlace,
    path: string,
    file: { mode: number; info: Deno.FileInfo; id?: ObjectId },
  ) {
    this.#place = place;
    this.#path = path;
    this.mode = file.mode;
    this.info = file.info;
    this.#id = file.id ?? null;
    if (this.mode === MODE.gitlink) this.#size = 0;
  }

  id(): ObjectId {
    return this.#id ??= this.#computeId();
  }

  size(): number {
    if (this.#size < 0) {
      const asItIs = this.info.isFile &&
        (this.info.size > BIG || !this.#place.conversion.needsConversion(this.#path));
      this.#size = asItIs ? this.info.size : this.read().length;
    }
    return this.#size;
  }

  read(limit: number = Infinity): Uint8Array {
    if (this.mode === MODE.gitlink) return EMPTY;
    if (this.info.isFile && this.info.size > limit) {
      const { size } = this.info;
      throw new PrismError("object_too_large", `The file "${this.#path}" has ${size} bytes`, {
        hint: `files up to ${limit} bytes are read`,
        data: { size, limit },
      });
    }
    const { conversion } = this.#place;
    const file = this.#locate();
    let bytes: Uint8Array;
    if (this.info.isSymlink) bytes = this.#linkText(file);
    else {
      this.#checkSize();
      bytes = this.#try(file, () => Deno.readFileSync(file));
      if (this.mode !== MODE.symlink && bytes.length <= BIG) {
        const inIndex = () => this.#place.indexContent(this.#path);
        bytes = conversion.toRepository(this.#path, bytes, inIndex);
      }
    }
    this.#size = bytes.length;
    return bytes;
  }

  head(length: number, limit: number = Infinity): Uint8Array {
    if (!this.#isStreamed(limit)) return this.read(limit).slice(0, length);
    const path = this.#locate();
    return this.#try(path, () => {
      using file = Deno.openSync(path);
      const bytes = new Uint8Array(Math.min(length, this.info.size));
      return bytes.subarray(0, readFully(file, bytes));
    });
  }

  pieces(): Iterable<Uint8Array> {
    return this.#isStreamed() ? this.#streamed(this.#locate()) : [this.read()];
  }

  storeIn(kernel: Kernel): StoredContent {
    if (!this.#isStreamed()) {
      const bytes = this.read();
      return { address: kernel.store(bytes), size: bytes.length };
    }
    const path = this.#locate();
    return this.#try(path, () => {
      using file = Deno.openSync(path);
      const address = kernel.reserve(this.info.size);
      const size = readFully(file, kernel.bytes(address, this.info.size));
      return { address, size: this.#size = size };
    });
  }

  /** Whether the content is large and as it is on disk, so that it need not be in memory as a whole. */
  #isStreamed(limit: number = Infinity): boolean {
    const { isFile, size } = this.info;
    return isFile && this.mode !== MODE.symlink && size > STREAMED && size <= limit &&
      (size > BIG || !this.#place.conversion.needsConversion(this.#path));
  }

  *#streamed(path: string): Generator<Uint8Array, void, undefined> {
    using file = this.#try(path, () => Deno.openSync(path));
    const buffer = new Uint8Array(PIECE);
    // A file that grows meanwhile is read up to the size that its name states.
    for (let left = this.info.size; left > 0;) {
      const piece = buffer.subarray(0, Math.min(left, PIECE));
      const count = this.#try(path, () => file.readSync(piece));
      if (count === null) return;
      left -= count;
      yield buffer.subarray(0, count);
    }
  }

  #computeId(): ObjectId {
    const { format } = this.#place;
    if (!this.#isStreamed()) return hashObject("blob", this.read(), format);
    const head = new TextEncoder().encode(`blob ${this.info.size}\0`);
    const content = this.#streamed(this.#locate());
    const all = function* (): Iterable<Uint8Array> {
      yield head;
      yield* content;
    };
    return digest(format, all()).toHex() as ObjectId;
  }

  /** The text of a symbolic link, byte for byte. */
  #linkText(path: string): Uint8Array {
    const bytes = encodePath(this.#try(path, () => Deno.readLinkSync(path)));
    if (this.info.size !== 0 && bytes.length !== this.info.size && Deno.build.os !== "windows") {
      throw unreadable(path, new Error("the text of the symbolic link is not valid UTF-8"));
    }
    return bytes;
  }

  /** Path on disk, after making sure that what was looked at still stands there. */
  #locate(): string {
    const { root } = this.#place;
    const path = `${root}/${this.#path}`;
    const { isFile, isSymlink } = this.info;
    if (!isFile && !isSymlink) {
      throw unreadable(path, new Error("it is neither a file nor a symbolic link"));
    }
    const found = isBelowLink(root, this.#path) ? null : lstat(path);
    if (found === null || found.isFile !== isFile || found.isSymlink !== isSymlink) {
      throw unreadable(path, new Error("it was replaced since the work tree was looked at"));
    }
    return path;
  }

  #checkSize(): void {
    const { size } = this.info;
    if (size <= LARGEST) return;
    throw new PrismError("object_too_large", `The file "${this.#path}" has ${size} bytes.`, {
      hint: `Files up to ${LARGEST} bytes are read.`,
      data: { size, limit: LARGEST },
    });
  }

  #try<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof PrismError ? error : unreadable(path, error);
    }
  }
}

/**
 * What stands at a path, links not followed; `null` when nothing does.
 * @throws {PrismError} `unreadable`
 */
export function lstat(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return null;
    if ((error as { code?: string } | null)?.code === "ENAMETOOLONG") return null;
    throw unreadable(path, error);
  }
}

/** Whether a directory on the way to the path is none, but a link or a file: git sees nothing behind it. */
export function isBelowLink(root: string, path: string): boolean {
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    if (lstat(`${root}/${path.slice(0, slash)}`)?.isDirectory !== true) return true;
  }
  return false;
}
