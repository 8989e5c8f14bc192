/**
 * Loose objects: one zlib stream a file, `<type> <size>` and NUL before the content
 * (gitrepository-layout(5), "objects/[0-9a-f][0-9a-f]").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { CachedObject } from "./object_cache.ts";
import type { ObjectId } from "./object_id.ts";
import { inflatePieces, InflateStream, inflateWhole } from "./inflate_stream.ts";
import type { LoadedObject, ObjectMemory } from "./object_memory.ts";
import type { ObjectHeader, ObjectType, StoredContent } from "./object_store.ts";
import { readFully } from "./read_fully.ts";
import type { Kernel } from "./kernel/kernel.ts";
import { borrowKernel, returnKernel } from "./kernel/large_kernel.ts";

/** Bytes of file that always hold an object's whole header. */
const HEAD = 512;
const HEADER = /^(commit|tree|blob|tag) (0|[1-9][0-9]{0,15})\0/;
const latin1 = new TextDecoder("latin1");

/** What stands before the content. */
interface LooseHead extends ObjectHeader {
  /** Its length in bytes. */
  readonly skip: number;
}

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
    return this.#opened(id, (file) => {
      const { type, size } = this.#head(id, file);
      return { type, size };
    });
  }

  /** The object; `null` when there is no such file. */
  load(id: ObjectId): LoadedObject | null {
    const known = this.#cached.get(id);
    if (known !== undefined) return known;
    const memory = this.#memory;
    return this.#opened(id, (file) => {
      const { size: length } = file.statSync();
      if (length > memory.cache.largest) return this.#loadApart(id, file);
      return memory.within(() => {
        const { kernel, cache } = memory;
        const input = kernel.reserve(length);
        const count = readFully(file, kernel.bytes(input, length));
        const { type, size, skip } = this.#parse(id, input, count);
        if (size > count * 1040) throw this.#damaged(id, "its size is impossible");
        memory.checkLimit(size);
        const total = skip + size;
        if (total > cache.largest) return this.#loadApart(id, file);
        const address = cache.allocate(total, null);
        const used = kernel.exports.inflate(input, count, address, total, false);
        if (used < 0) throw this.#damaged(id, "its stream cannot be inflated");
        memory.inflated += total;
        // The content moves to the front of the place, so that the ring knows it by its own size.
        kernel.memory.copyWithin(address, address + skip, address + total);
        return cache.add(this.#cached, id, type, address, size);
      });
    });
  }

  #loadApart(id: ObjectId, file: Deno.FsFile): LoadedObject {
    const head = this.#head(id, file);
    this.#memory.checkLimit(head.size);
    const place = { owner: this.#cached, key: id, type: head.type };
    return this.#memory.loadApart(place, (kernel) => this.#store(kernel, id, file, head));
  }

  /** The first bytes of the object, and nothing more is inflated; `null` when there is no such file. */
  prefix(id: ObjectId, length: number): Uint8Array | null {
    const known = this.#cached.get(id);
    if (known !== undefined) return this.#memory.bytes(known).slice(0, length);
    const memory = this.#memory;
    return this.#opened(id, (file) =>
      memory.within(() => {
        const { kernel } = memory;
        const { skip, size } = this.#head(id, file);
        file.seekSync(0, Deno.SeekMode.Start);
        const stream = new InflateStream(kernel, (into) => readFully(file, into));
        const total = skip + Math.min(size, length);
        const address = kernel.reserve(total);
        if (stream.fill(address, address, total) !== total) {
          throw this.#damaged(id, "its stream cannot be inflated");
        }
        memory.inflated += total;
        return kernel.bytes(address + skip, total - skip).slice();
      }));
  }

  /** Puts the object on top of another kernel's stack; `null` when there is no such file. */
  storeIn(kernel: Kernel, id: ObjectId): StoredContent | null {
    return this.#opened(id, (file) => {
      const head = this.#head(id, file);
      return this.#store(kernel, id, file, head);
    });
  }

  #store(kernel: Kernel, id: ObjectId, file: Deno.FsFile, head: LooseHead): StoredContent {
    this.#memory.checkSize(head.size);
    file.seekSync(0, Deno.SeekMode.Start);
    const total = head.skip + head.size;
    const address = kernel.reserve(total);
    if (!inflateWhole(kernel, (into) => readFully(file, into), address, total)) {
      throw this.#damaged(id, "its stream cannot be inflated");
    }
    this.#memory.inflated += total;
    return { address: address + head.skip, size: head.size };
  }

  /** The object in pieces, each a view that is valid until the next one. */
  *pieces(id: ObjectId): Generator<Uint8Array, void, undefined> {
    const file = open(this.#path(id));
    if (file === null) throw this.#damaged(id, "its file is gone");
    const kernel = borrowKernel();
    try {
      const head = this.#head(id, file);
      file.seekSync(0, Deno.SeekMode.Start);
      const read = (into: Uint8Array) => readFully(file, into);
      for (const piece of inflatePieces(kernel, read, head, (what) => this.#damaged(id, what))) {
        this.#memory.inflated += piece.length;
        yield piece;
      }
    } finally {
      returnKernel(kernel);
      file.close();
    }
  }

  #opened<T>(id: ObjectId, work: (file: Deno.FsFile) => T): T | null {
    const file = open(this.#path(id));
    if (file === null) return null;
    try {
      return work(file);
    } finally {
      file.close();
    }
  }

  /** Type and size from the first bytes of an open file, and where the content begins behind them. */
  #head(id: ObjectId, file: Deno.FsFile): LooseHead {
    const memory = this.#memory;
    return memory.within(() => {
      const input = memory.kernel.reserve(HEAD);
      file.seekSync(0, Deno.SeekMode.Start);
      const count = readFully(file, memory.kernel.bytes(input, HEAD));
      const head = this.#parse(id, input, count);
      if (head.size > file.statSync().size * 1040) {
        throw this.#damaged(id, "its size is impossible");
      }
      return head;
    });
  }

  #parse(id: ObjectId, input: number, length: number): LooseHead {
    const { kernel } = this.#memory;
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
