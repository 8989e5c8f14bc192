/**
 * The memory in which one repository's objects are inflated.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type CachedObject, ObjectCache } from "./object_cache.ts";
import type { ObjectType, StoredContent } from "./object_store.ts";
import { Kernel } from "./kernel/kernel.ts";
import { withKernel } from "./kernel/large_kernel.ts";
import { PackWindows } from "./pack_windows.ts";

const RING = 24 * 1024 * 1024;
/** The largest object that is read at all; git itself calls a blob of half that size binary unseen. */
const LARGEST = 1024 * 1024 * 1024;
/** Returned by the kernel's inflater when the stream goes on behind its input. */
const NEED_INPUT = -2;

/** An object that was read: in the ring, or, when it is too large for that, in an array of its own. */
export type LoadedObject = CachedObject | LargeObject;

/** An object outside the ring. */
export interface LargeObject {
  readonly type: ObjectType;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Kernel, ring, and the ways an object gets into them. */
export class ObjectMemory {
  /** The largest object that may be asked for at the moment, in bytes. */
  limit = Infinity;
  /** The kernel of this repository's objects. */
  readonly kernel: Kernel = new Kernel();
  /** Windows into the packs. */
  readonly windows: PackWindows = new PackWindows(this.kernel);
  /** The ring. Reserved here, below everything that is released again; untouched memory is free. */
  readonly cache: ObjectCache = new ObjectCache(this.kernel, RING);

  /** Bytes that were inflated so far. */
  inflated = 0;

  /** Does work whose reservations in the kernel are released after it. */
  within<T>(work: () => T): T {
    const { exports } = this.kernel;
    const mark = exports.mark();
    try {
      return work();
    } finally {
      exports.release(mark);
    }
  }

  /** The content. A view into the ring is valid until the next object is read. */
  bytes(object: LoadedObject): Uint8Array {
    return "bytes" in object ? object.bytes : this.kernel.bytes(object.address, object.size);
  }

  /**
   * Refuses sizes that no repository holds in earnest, before anything is reserved for them.
   * @throws {PrismError} `object_too_large`
   */
  checkSize(size: number): void {
    if (size > LARGEST) throw tooLarge(size, LARGEST);
  }

  /**
   * Refuses an object that is larger than the one that was asked for may be; what it is made of may be
   * larger.
   * @throws {PrismError} `object_too_large`
   */
  checkLimit(size: number): void {
    const limit = Math.min(this.limit, LARGEST);
    if (size > limit) throw tooLarge(size, limit);
  }

  /**
   * Inflates a stream of known output size in the ring, where there must be room for it.
   * @returns the object; `null` when the input must go on; `undefined` when the stream is damaged
   */
  inflate(
    place: { owner: Map<unknown, CachedObject>; key: unknown; type: ObjectType },
    input: { address: number; length: number },
    size: number,
  ): CachedObject | null | undefined {
    const { exports } = this.kernel;
    const address = this.cache.allocate(size, null);
    const used = exports.inflate(input.address, input.length, address, size, false);
    if (used < 0) return used === NEED_INPUT ? null : undefined;
    this.inflated += size;
    return this.cache.add(place.owner, place.key, place.type, address, size);
  }

  /** Reads an object with a kernel of its own, and takes it into the ring if there is room. */
  loadApart(
    place: { owner: Map<unknown, CachedObject>; key: unknown; type: ObjectType },
    store: (kernel: Kernel) => StoredContent,
  ): LoadedObject {
    return withKernel((kernel) => {
      const { address, size } = store(kernel);
      const { owner, key, type } = place;
      if (size > this.cache.largest) {
        return { type, size, bytes: kernel.bytes(address, size).slice() };
      }
      const to = this.cache.allocate(size, null);
      this.kernel.memory.set(kernel.bytes(address, size), to);
      return this.cache.add(owner, key, type, to, size);
    });
  }

  /**
   * Applies a delta that lies in kernel memory.
   * @param asked whether it makes the object that was asked for
   * @returns the object; `null` when the delta does not fit its base
   */
  applyDelta(
    place: { owner: Map<unknown, CachedObject>; key: unknown },
    base: LoadedObject,
    delta: { address: number; length: number },
    asked: boolean,
  ): LoadedObject | null {
    const { exports } = this.kernel;
    const size = exports.deltaResultSize(delta.address, delta.length);
    if (size < 0) return null;
    if (asked) this.checkLimit(size);
    else this.checkSize(size);
    if ("bytes" in base || size > this.cache.largest) {
      return this.#applyApart({ ...place, type: base.type }, base, delta, size);
    }
    const address = this.cache.allocate(size, base);
    const fits = exports.applyDelta(
      base.address,
      base.size,
      delta.address,
      delta.length,
      address,
      size,
    );
    return fits ? this.cache.add(place.owner, place.key, base.type, address, size) : null;
  }

  #applyApart(
    place: { owner: Map<unknown, CachedObject>; key: unknown; type: ObjectType },
    base: LoadedObject,
    delta: { address: number; length: number },
    size: number,
  ): LoadedObject | null {
    const misfit = new Error();
    try {
      return this.loadApart(place, (kernel) => {
        const baseAt = kernel.store(this.bytes(base));
        const deltaAt = kernel.store(this.kernel.bytes(delta.address, delta.length));
        const address = kernel.reserve(size);
        const { applyDelta } = kernel.exports;
        if (!applyDelta(baseAt, base.size, deltaAt, delta.length, address, size)) throw misfit;
        return { address, size };
      });
    } catch (error) {
      if (error === misfit) return null;
      throw error;
    }
  }
}

function tooLarge(size: number, limit: number): PrismError {
  return new PrismError("object_too_large", `An object of ${size} bytes is too large to read`, {
    hint: `objects up to ${limit} bytes are read`,
    data: { size, limit },
  });
}
