/**
 * Loose objects: one zlib stream a file, `<type> <size>` and NUL before the content
 * (gitrepository-layout(5), "objects/[0-9a-f][0-9a-f]").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { CachedObject } from "./object_cache.ts";
import type { ObjectId } from "./object_id.ts";
import type { LoadedObject, ObjectMemory } from "./object_memory.ts";
import type { ObjectHeader, ObjectType } from "./object_store.ts";
import { readFully } from "./read_fully.ts";
import { Kernel } from "./kernel/kernel.ts";

/** Bytes of file that always hold an object's whole header. */
const HEAD = 512;
const HEADER = /^(commit|tree|blob|tag) (0|[1-9][0-9]{0,15})\0/;
const latin1 = new TextDecoder("latin1");

/** The loose objects of one objects directory. */
export class LooseObjects {
  readonly #directory: string;
  readonly #memory: ObjectMemory;
  readonly #cached = new Map<unknown, CachedObject>();

  /** Loose objects below an objects directory. */
  constructor(directory: string, memory: ObjectMemory) {
    this.#directory = directory;
    this.#memory = memory;
  }

  #path(id: ObjectId): string {
    return `${this.#directory}/${id.slice(0, 2)}/${id.slice(2)}`;
  }

  /** Type and size from the file's first bytes. */
  header(id: ObjectId): ObjectHeader | null {
    const known = this.#cached.get(id);
    if (known !== undefined) return { type: known.type, size: known.size };
    const file = open(this.#path(id));
    if (file === null) return null;
    const { kernel } = this.#memory;
    const mark = kernel.exports.mark();
    try {
      const address = kernel.reserve(HEAD);
      const count = readFully(file, kernel.bytes(address, HEAD));
      const { type, size } = this.#head(kernel, id, address, count);
      return { type, size };
    } finally {
      kernel.exports.release(mark);
      file.close();
    }
  }

  /** The object; `null` when there is no such file. */
  load(id: ObjectId): LoadedObject | null {
    const known = this.#cached.get(id);
    if (known !== undefined) return known;
    const file = open(this.#path(id));
    if (file === null) return null;
    try {
      const { size: length } = file.statSync();
      this.#memory.checkSize(length);
      const large = length > this.#memory.cache.largest;
      // A large file goes through an instance of its own, whose memory is given back.
      const kernel = large ? new Kernel() : this.#memory.kernel;
      const mark = kernel.exports.mark();
      try {
        const address = kernel.reserve(length);
        const count = readFully(file, kernel.bytes(address, length));
        return this.#inflate(kernel, id, address, count);
      } finally {
        kernel.exports.release(mark);
      }
    } finally {
      file.close();
    }
  }

  #inflate(kernel: Kernel, id: ObjectId, input: number, length: number): LoadedObject {
    const { type, size, skip } = this.#head(kernel, id, input, length);
    const total = skip + size;
    if (size > length * 1040) throw this.#damaged(id, "its size is impossible");
    this.#memory.checkSize(size);
    const { cache } = this.#memory;
    if (kernel === this.#memory.kernel && total <= cache.largest) {
      const address = cache.allocate(total, null);
      const used = kernel.exports.inflate(input, length, address, total, false);
      if (used < 0) throw this.#damaged(id, "its stream cannot be inflated");
      // The content moves to the front of the place, so that the ring knows it by its own size.
      kernel.memory.copyWithin(address, address + skip, address + total);
      return cache.add(this.#cached, id, type, address, size);
    }
    const own = kernel === this.#memory.kernel ? new Kernel() : kernel;
    const from = own === kernel ? input : own.store(kernel.bytes(input, length));
    const to = own.reserve(total);
    if (own.exports.inflate(from, length, to, total, false) < 0) {
      throw this.#damaged(id, "its stream cannot be inflated");
    }
    return { type, size, bytes: own.bytes(to + skip, size).slice() };
  }

  #head(
    kernel: Kernel,
    id: ObjectId,
    input: number,
    length: number,
  ): ObjectHeader & { skip: number } {
    const output = kernel.reserve(32);
    // An object whose header and content are shorter than this ends the stream early: try less.
    for (let size = 28; size >= 6; size--) {
      if (kernel.exports.inflate(input, length, output, size, true) < 0) continue;
      const match = HEADER.exec(latin1.decode(kernel.bytes(output, size)));
      if (match === null) break;
      return { type: match[1] as ObjectType, size: Number(match[2]), skip: match[0].length };
    }
    throw this.#damaged(id, "its header cannot be read");
  }

  /** Names that begin with the hex digits (two at least), at most `limit`, in ascending order. */
  withPrefix(prefix: string, limit: number): ObjectId[] {
    const rest = prefix.slice(2);
    const found: ObjectId[] = [];
    try {
      for (const entry of Deno.readDirSync(`${this.#directory}/${prefix.slice(0, 2)}`)) {
        if (entry.name.startsWith(rest) && /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(entry.name)) {
          found.push(prefix.slice(0, 2) + entry.name as ObjectId);
        }
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) {
        throw error;
      }
    }
    return found.sort().slice(0, limit);
  }

  #damaged(id: ObjectId, what: string): PrismError {
    return new PrismError("object_corrupt", `The loose object "${id}" is damaged: ${what}`, {
      hint: "run `git fsck` to find what is lost, and fetch it again",
      data: { id },
    });
  }
}

function open(path: string): Deno.FsFile | null {
  try {
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return null;
    }
    throw new PrismError("unreadable", `Cannot read the object file "${path}"`, {
      hint: "check the file's permissions",
      cause: error,
    });
  }
}
