/**
 * One pack: objects and deltas by offset (gitformat-pack(5)).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { CachedObject } from "./object_cache.ts";
import type { LoadedObject, ObjectMemory } from "./object_memory.ts";
import type { ObjectHeader, ObjectType, StoredContent } from "./object_store.ts";
import { inflatePieces, inflateWhole, type ReadInput } from "./inflate_stream.ts";
import type { Kernel } from "./kernel/kernel.ts";
import { borrowKernel, returnKernel } from "./kernel/large_kernel.ts";
import { PackIndex } from "./pack_index.ts";
import type { WindowedFile } from "./pack_windows.ts";
import { readFully } from "./read_fully.ts";

const TYPES: readonly (ObjectType | undefined)[] = [, "commit", "tree", "blob", "tag"];
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;
/** Longest entry header: ten bytes of size, then ten of an offset or 32 of a name. */
const LONGEST_HEADER = 48;
/** Chains this deep are checked for cycles; git makes them 50 deep by default and 4,095 at most. */
const DEEP = 4096;
/** How far into a base the first bytes of an object may reach before the whole is read instead. */
const FURTHEST = 64 * 1024;

/** What stands before an entry's stream. */
interface EntryHeader {
  /** 1–4 a whole object, 6 and 7 deltas. */
  kind: number;
  /** Inflated size of the stream. */
  size: number;
  /** Offset of the stream. */
  data: number;
  /** Offset of a delta's base; 0 of a whole object, -1 of a base that is not in this pack. */
  base: number;
  /** Name of a base that is not in this pack. */
  external?: Uint8Array;
}

/** An entry and where it begins. */
interface Place {
  readonly offset: number;
  readonly entry: EntryHeader;
}

/** What an object is made of: deltas, and an object that was read before, or an entry of its own. */
interface Chain {
  readonly deltas: Place[];
  readonly base: LoadedObject | null;
  readonly whole: Place | null;
}

/** Finds an object elsewhere: the base of a delta that is not in the delta's own pack. */
export type FindElsewhere = (raw: Uint8Array) => LoadedObject | null;

/** A pack that is read in ranges. */
export class Pack implements WindowedFile {
  readonly windows: Map<number, number> = new Map();
  /** Path without the suffix. */
  readonly path: string;
  readonly #memory: ObjectMemory;
  readonly #nameLength: number;
  readonly #cached = new Map<unknown, CachedObject>();
  #index: PackIndex | null = null;
  #file: Deno.FsFile | null = null;
  #size = -1;

  /** The pack `<path>.pack` with `<path>.idx`; nothing is opened before it is needed. */
  constructor(path: string, memory: ObjectMemory, nameLength: number) {
    this.path = path;
    this.#memory = memory;
    this.#nameLength = nameLength;
  }

  /** The pack's index. */
  get index(): PackIndex {
    return this.#index ??= new PackIndex(`${this.path}.idx`, this.#nameLength);
  }

  /** Size of the file in bytes. */
  get size(): number {
    if (this.#size < 0) this.#open();
    return this.#size;
  }

  #open(): Deno.FsFile {
    if (this.#file !== null) return this.#file;
    const file = Deno.openSync(`${this.path}.pack`);
    this.#size = file.statSync().size;
    this.#file = file;
    const head = new Uint8Array(12);
    this.readAt(0, head);
    const view = new DataView(head.buffer);
    const version = view.getUint32(4);
    if (view.getUint32(0) !== 0x5041434b || (version !== 2 && version !== 3)) {
      throw this.#damaged(0, "the file has no known header");
    }
    return file;
  }

  /** Reads bytes of the pack. */
  readAt(offset: number, into: Uint8Array): number {
    const file = this.#open();
    file.seekSync(offset, Deno.SeekMode.Start);
    return readFully(file, into);
  }

  /** Type and size of the object at an offset, inflating no more than a delta's first bytes. */
  header(offset: number, elsewhere: FindElsewhere): ObjectHeader {
    const cached = this.#cached.get(offset);
    if (cached !== undefined) return { type: cached.type, size: cached.size };
    let entry = this.#entry(offset);
    const size = entry.kind < OFFSET_DELTA ? entry.size : this.#deltaSize(offset, entry);
    const seen = new Set<number>();
    while (entry.kind >= OFFSET_DELTA) {
      if (entry.base < 0) {
        const base = elsewhere(entry.external!);
        if (base === null) throw this.#damaged(offset, "the base of its delta is missing");
        return { type: base.type, size };
      }
      if (seen.has(entry.base)) throw this.#damaged(offset, "its delta is its own base");
      seen.add(entry.base);
      const known = this.#cached.get(entry.base);
      if (known !== undefined) return { type: known.type, size };
      entry = this.#entry(entry.base);
    }
    return { type: TYPES[entry.kind]!, size };
  }

  /**
   * The object at an offset.
   * @throws {PrismError} `object_corrupt`, `object_too_large`
   */
  load(offset: number, elsewhere: FindElsewhere): LoadedObject {
    const known = this.#cached.get(offset);
    if (known !== undefined) return known;
    const chain = this.#chain(offset, elsewhere);
    const { deltas, base, whole } = chain;
    this.#checkResult(offset, chain);
    if (whole !== null && whole.entry.size > this.#memory.cache.largest) {
      const place = { owner: this.#cached, key: offset, type: TYPES[whole.entry.kind]! };
      return this.#memory.loadApart(place, (kernel) => this.#storeChain(kernel, chain));
    }
    let object = base ?? this.#whole(whole!.offset, whole!.entry);
    for (let i = deltas.length - 1; i >= 0; i--) {
      object = this.#apply(deltas[i], object, i === 0);
    }
    return object;
  }

  /**
   * Refuses an object that is larger than may be read, before its base is. What it is made of may be
   * larger than itself.
   */
  #checkResult(offset: number, { deltas, base, whole }: Chain): void {
    const { limit } = this.#memory;
    if (limit === Infinity) return;
    const size = base?.size ?? whole!.entry.size;
    if (deltas.length === 0) this.#memory.checkLimit(size);
    else if (size > limit) this.#memory.checkLimit(this.#deltaSize(offset, deltas[0].entry));
  }

  /** The deltas of an object, its own first, and what the last of them begins with. */
  #chain(offset: number, elsewhere: FindElsewhere): Chain {
    const deltas: Place[] = [];
    let seen: Set<number> | null = null;
    let at = offset;
    for (;;) {
      const entry = this.#entry(at);
      if (entry.kind < OFFSET_DELTA) return { deltas, base: null, whole: { offset: at, entry } };
      deltas.push({ offset: at, entry });
      if (entry.base < 0) {
        const base = elsewhere(entry.external!);
        if (base === null) throw this.#damaged(offset, "the base of its delta is missing");
        return { deltas, base, whole: null };
      }
      if (deltas.length >= DEEP) {
        seen ??= new Set(deltas.map((delta) => delta.offset));
        if (seen.has(entry.base)) throw this.#damaged(offset, "its delta is its own base");
        seen.add(entry.base);
      }
      at = entry.base;
      const cached = this.#cached.get(at);
      if (cached !== undefined) return { deltas, base: cached, whole: null };
    }
  }

  /**
   * The first bytes of the object at an offset, and little more is inflated than is needed for them.
   * `null` when its deltas take them from too far behind in their bases.
   */
  prefix(offset: number, length: number, elsewhere: FindElsewhere): Uint8Array | null {
    const known = this.#cached.get(offset);
    if (known !== undefined) return this.#memory.bytes(known).slice(0, length);
    const { deltas, base, whole } = this.#chain(offset, elsewhere);
    return this.#memory.within(() => {
      const { kernel } = this.#memory;
      const { exports } = kernel;
      const steps: { delta: number; length: number; size: number }[] = [];
      let wanted = length;
      for (const place of deltas) {
        // An instruction of at most eight bytes makes one byte at least.
        const length = Math.min(place.entry.size, 8 * wanted + 32);
        const delta = this.#first(place, length);
        wanted = Math.min(wanted, exports.deltaResultSize(delta, length));
        const reach = wanted < 0 ? -1 : exports.deltaPrefix(0, 0, delta, length, 0, wanted);
        if (reach < 0) throw this.#damaged(place.offset, "its delta cannot be read");
        if (reach > FURTHEST) return null;
        steps.push({ delta, length, size: wanted });
        wanted = reach;
      }
      let size = Math.min(wanted, base?.size ?? whole!.entry.size);
      let address = base === null
        ? this.#first(whole!, size)
        : kernel.store(this.#memory.bytes(base).subarray(0, size));
      for (const step of steps.reverse()) {
        const to = kernel.reserve(step.size);
        if (exports.deltaPrefix(address, size, step.delta, step.length, to, step.size) < 0) {
          throw this.#damaged(offset, "its delta does not fit its base");
        }
        [address, size] = [to, step.size];
      }
      return kernel.bytes(address, size).slice();
    });
  }

  /** Address of the first bytes of an entry's stream, on top of the kernel's stack. */
  #first({ offset, entry }: Place, length: number): number {
    const { kernel } = this.#memory;
    const address = kernel.reserve(length);
    this.#stream(offset, entry, length, (from, available) => {
      const used = kernel.exports.inflate(from, available, address, length, true);
      return used >= 0 ? true : used === -2 ? null : undefined;
    });
    this.#memory.inflated += length;
    return address;
  }

  /**
   * Puts the object at an offset on top of another kernel's stack. Beside it there are at most its base
   * and its delta.
   * @throws {PrismError} `object_corrupt`, `object_too_large`
   */
  storeIn(kernel: Kernel, offset: number, elsewhere: FindElsewhere): StoredContent {
    const known = this.#cached.get(offset);
    return this.#storeChain(
      kernel,
      known === undefined
        ? this.#chain(offset, elsewhere)
        : { deltas: [], base: known, whole: null },
    );
  }

  #storeChain(kernel: Kernel, { deltas, base, whole }: Chain): StoredContent {
    let size = base?.size ?? whole!.entry.size;
    this.#memory.checkSize(size);
    const address = base === null
      ? this.#storeStream(kernel, whole!)
      : kernel.store(this.#memory.bytes(base));
    for (const place of deltas.reverse()) {
      const delta = this.#storeStream(kernel, place);
      const length = place.entry.size;
      const made = kernel.exports.deltaResultSize(delta, length);
      if (made < 0) throw this.#damaged(place.offset, "its delta has no header");
      this.#memory.checkSize(made);
      const to = kernel.reserve(made);
      if (!kernel.exports.applyDelta(address, size, delta, length, to, made)) {
        throw this.#damaged(place.offset, "its delta does not fit its base");
      }
      kernel.memory.copyWithin(address, to, to + made);
      kernel.exports.release(address);
      kernel.reserve(made);
      size = made;
    }
    return { address, size };
  }

  /** Inflates the whole stream of an entry to a place on a kernel's stack. */
  #storeStream(kernel: Kernel, { offset, entry }: Place): number {
    this.#memory.checkSize(entry.size);
    this.#checkStream(offset, entry);
    const address = kernel.reserve(entry.size);
    if (!inflateWhole(kernel, this.#input(entry), address, entry.size)) {
      throw this.#damaged(offset, "its stream cannot be inflated");
    }
    this.#memory.inflated += entry.size;
    return address;
  }

  /** The object at an offset in pieces, each a view that is valid until the next one. */
  *pieces(offset: number, elsewhere: FindElsewhere): Generator<Uint8Array, void, undefined> {
    const entry = this.#entry(offset);
    if (entry.kind < OFFSET_DELTA) this.#checkStream(offset, entry);
    const kernel = borrowKernel();
    const mark = kernel.exports.mark();
    try {
      if (entry.kind >= OFFSET_DELTA) {
        const { address, size } = this.storeIn(kernel, offset, elsewhere);
        yield kernel.bytes(address, size);
        return;
      }
      const place = { skip: 0, size: entry.size };
      const damaged = (what: string) => this.#damaged(offset, what);
      for (const piece of inflatePieces(kernel, this.#input(entry), place, damaged)) {
        this.#memory.inflated += piece.length;
        yield piece;
      }
    } finally {
      kernel.exports.release(mark);
      returnKernel(kernel);
    }
  }

  /** Reads the compressed bytes of an entry, and what follows, one after the other. */
  #input(entry: EntryHeader): ReadInput {
    let at = entry.data;
    return (into) => {
      const left = this.size - this.#nameLength - at;
      const count = this.readAt(at, into.subarray(0, Math.max(0, Math.min(into.length, left))));
      at += count;
      return count;
    };
  }

  #whole(offset: number, entry: EntryHeader): LoadedObject {
    const place = { owner: this.#cached, key: offset, type: TYPES[entry.kind]! };
    return this.#stream(
      offset,
      entry,
      entry.size,
      (address, length) => this.#memory.inflate(place, { address, length }, entry.size),
    );
  }

  #apply({ offset, entry }: Place, base: LoadedObject, asked: boolean): LoadedObject {
    const { kernel } = this.#memory;
    const mark = kernel.exports.mark();
    try {
      const address = kernel.reserve(entry.size);
      this.#stream(offset, entry, entry.size, (from, length) => {
        const used = kernel.exports.inflate(from, length, address, entry.size, false);
        return used >= 0 ? true : used === -2 ? null : undefined;
      });
      const delta = { address, length: entry.size };
      const object = this.#memory.applyDelta(
        { owner: this.#cached, key: offset },
        base,
        delta,
        asked,
      );
      if (object === null) throw this.#damaged(offset, "its delta does not fit its base");
      return object;
    } finally {
      kernel.exports.release(mark);
    }
  }

  #deltaSize(offset: number, entry: EntryHeader): number {
    const length = Math.min(entry.size, 32);
    const size = this.#memory.within(() =>
      this.#memory.kernel.exports.deltaResultSize(this.#first({ offset, entry }, length), length)
    );
    if (size < 0) throw this.#damaged(offset, "its delta has no header");
    return size;
  }

  /**
   * Hands a reader the bytes of a stream: first what the window holds, then, as long as it asks for
   * more by answering `null`, a longer copy.
   * @param wanted how many bytes of its output the reader wants
   */
  #stream<T>(
    offset: number,
    entry: EntryHeader,
    wanted: number,
    read: (address: number, length: number) => T | null | undefined,
  ): T {
    if (wanted === entry.size) this.#memory.checkSize(entry.size);
    const left = this.#checkStream(offset, entry);
    const window = this.#memory.windows.at(this, entry.data);
    const available = Math.min(window.length, left);
    let result: T | null | undefined = null;
    if (wanted <= 4 * available || available === left) {
      result = read(window.address, available);
    }
    const { kernel } = this.#memory;
    let length = Math.max(2 * available, Math.ceil(wanted / 2));
    while (result === null && available < left) {
      const mark = kernel.exports.mark();
      length = Math.min(length, left);
      try {
        const address = kernel.reserve(length);
        const count = this.readAt(entry.data, kernel.bytes(address, length));
        result = read(address, count);
      } finally {
        kernel.exports.release(mark);
      }
      if (length === left) break;
      length *= 2;
    }
    if (result === null) throw this.#damaged(offset, "its stream is cut off");
    if (result === undefined) throw this.#damaged(offset, "its stream cannot be inflated");
    return result;
  }

  /** How many bytes there are for an entry's stream, and that they can be enough. */
  #checkStream(offset: number, entry: EntryHeader): number {
    const left = this.size - this.#nameLength - entry.data;
    if (left <= 0) throw this.#damaged(offset, "the pack is cut off");
    // Deflate makes at most 1,032 bytes of one.
    if (entry.size > left * 1040) throw this.#damaged(offset, "its size is impossible");
    return left;
  }

  #entry(offset: number): EntryHeader {
    if (offset < 12 || offset >= this.size - this.#nameLength) {
      throw this.#damaged(offset, "the offset lies outside of the pack");
    }
    const window = this.#memory.windows.at(this, offset);
    const { memory } = this.#memory.kernel;
    const end = window.address + Math.min(window.length, LONGEST_HEADER);
    let at = window.address;
    let byte = memory[at++];
    const kind = (byte >> 4) & 7;
    let size = byte & 15;
    for (let scale = 16; byte & 128; scale *= 128) {
      if (at >= end || scale > 2 ** 46) throw this.#damaged(offset, "its header makes no sense");
      byte = memory[at++];
      size += (byte & 127) * scale;
    }
    let base = 0;
    let external: Uint8Array | undefined;
    if (kind === OFFSET_DELTA) {
      byte = memory[at++];
      let distance = byte & 127;
      while (byte & 128) {
        if (at >= end || distance > 2 ** 44) throw this.#damaged(offset, "its base makes no sense");
        byte = memory[at++];
        distance = (distance + 1) * 128 + (byte & 127);
      }
      base = offset - distance;
      if (base < 12 || distance === 0) throw this.#damaged(offset, "its base makes no sense");
    } else if (kind === REFERENCE_DELTA) {
      const raw = memory.slice(at, at + this.#nameLength);
      at += this.#nameLength;
      base = this.index.find(raw);
      if (base < 0) external = raw;
    } else if (TYPES[kind] === undefined) {
      throw this.#damaged(offset, `it has the unknown type ${kind}`);
    }
    if (at > end) throw this.#damaged(offset, "its header is cut off");
    return { kind, size, data: offset + (at - window.address), base, external };
  }

  /** Closes the files; they are opened again when they are needed. */
  close(): void {
    this.#file?.close();
    this.#file = null;
    this.#index?.close();
    this.#index = null;
  }

  #damaged(offset: number, what: string): PrismError {
    return new PrismError(
      "object_corrupt",
      `The pack "${this.path}.pack" is damaged at offset ${offset}: ${what}`,
      { hint: "run `git fsck` to find what is lost, and fetch it again" },
    );
  }
}
