/**
 * The memory in which one repository's objects are inflated.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type CachedObject, ObjectCache } from "./object_cache.ts";
import type { ObjectType } from "./object_store.ts";
import { Kernel } from "./kernel/kernel.ts";
import { PackWindows } from "./pack_windows.ts";

const RING = 72 * 1024 * 1024;
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
  /** The largest object that the reading under way may load, in bytes. */
  limit = Infinity;
  /** The kernel of this repository's objects. */
  readonly kernel: Kernel = new Kernel();
  /** Windows into the packs. */
  readonly windows: PackWindows = new PackWindows(this.kernel);
  /** The ring. Reserved here, below everything that is released again; untouched memory is free. */
  readonly cache: ObjectCache = new ObjectCache(this.kernel, RING);

  /** The content. A view into the ring is valid until the next object is read. */
  bytes(object: LoadedObject): Uint8Array {
    return "bytes" in object ? object.bytes : this.kernel.bytes(object.address, object.size);
  }

  /**
   * Refuses sizes that no repository holds in earnest, before anything is reserved for them.
   * @throws {PrismError} `object_too_large`
   */
  checkSize(size: number): void {
    const limit = Math.min(this.limit, LARGEST);
    if (size <= limit) return;
    throw new PrismError("object_too_large", `An object of ${size} bytes is too large to read`, {
      hint: `objects up to ${limit} bytes are read`,
      data: { size, limit },
    });
  }

  /**
   * Inflates a stream of known output size in the ring, or outside of it when it is large.
   * @returns the object; `null` when the input must go on; `undefined` when the stream is damaged
   */
  inflate(
    place: { owner: Map<unknown, CachedObject>; key: unknown; type: ObjectType },
    input: { address: number; length: number },
    size: number,
  ): LoadedObject | null | undefined {
    const { exports } = this.kernel;
    if (size > this.cache.largest) return this.#inflateLarge(place.type, input, size);
    const address = this.cache.allocate(size, null);
    const used = exports.inflate(input.address, input.length, address, size, false);
    if (used < 0) return used === NEED_INPUT ? null : undefined;
    return this.cache.add(place.owner, place.key, place.type, address, size);
  }

  #inflateLarge(
    type: ObjectType,
    input: { address: number; length: number },
    size: number,
  ): LargeObject | null | undefined {
    this.checkSize(size);
    // An instance of its own, so that this memory is given back.
    const kernel = new Kernel();
    const from = kernel.store(this.kernel.bytes(input.address, input.length));
    const to = kernel.reserve(size);
    const used = kernel.exports.inflate(from, input.length, to, size, false);
    if (used < 0) return used === NEED_INPUT ? null : undefined;
    return { type, size, bytes: kernel.bytes(to, size).slice() };
  }

  /**
   * Applies a delta that lies in kernel memory.
   * @returns the object; `null` when the delta does not fit its base
   */
  applyDelta(
    place: { owner: Map<unknown, CachedObject>; key: unknown },
    base: LoadedObject,
    delta: { address: number; length: number },
  ): LoadedObject | null {
    const { exports } = this.kernel;
    const size = exports.deltaResultSize(delta.address, delta.length);
    if (size < 0) return null;
    this.checkSize(size);
    if ("bytes" in base || size > this.cache.largest) {
      const kernel = new Kernel();
      const baseAt = kernel.store(this.bytes(base));
      const deltaAt = kernel.store(this.kernel.bytes(delta.address, delta.length));
      const to = kernel.reserve(size);
      const fits = kernel.exports.applyDelta(baseAt, base.size, deltaAt, delta.length, to, size);
      return fits ? { type: base.type, size, bytes: kernel.bytes(to, size).slice() } : null;
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
}
