/**
 * Inflated objects in kernel memory: a ring of fixed size that forgets the oldest first.
 *
 * Deltas make the order matter: a family of objects lies together in a pack and is asked for
 * together, so first-in first-out keeps what is needed next about as well as a cache that tracks use,
 * and costs nothing on a hit.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";
import type { ObjectType } from "./object_store.ts";

/** Bytes behind each object that wide copies may overwrite. */
const SLACK = 32;

/** An object in the ring. */
export interface CachedObject {
  readonly type: ObjectType;
  readonly address: number;
  readonly size: number;
  /** The map that finds it, and its key there. */
  readonly owner: Map<unknown, CachedObject>;
  readonly key: unknown;
  /** End of its place in the ring. */
  readonly end: number;
}

/** The ring. */
export class ObjectCache {
  /** The largest object that it takes. */
  readonly largest: number;
  readonly #base: number;
  readonly #limit: number;
  #head: number;
  /** Oldest first: the order of addresses, cyclically from the head. */
  #queue: CachedObject[] = [];
  #first = 0;

  /** Reserves the ring; memory that was never used costs nothing. */
  constructor(kernel: Kernel, capacity: number) {
    this.#base = kernel.reserve(capacity);
    this.#limit = this.#base + capacity;
    this.#head = this.#base;
    // With one of these kept anywhere, another still fits before or behind it.
    this.largest = Math.floor(capacity / 3) - 2 * SLACK;
  }

  /**
   * Makes room at the head and returns its address; the place is taken by {@link ObjectCache.add}.
   * What lies there is forgotten, but not `keep`: the head moves behind it.
   */
  allocate(size: number, keep: CachedObject | null): number {
    const need = (size + SLACK + 15) & ~15;
    for (;;) {
      if (this.#head + need > this.#limit) {
        let passed = false;
        for (
          let oldest = this.#oldest;
          oldest !== undefined && oldest.address >= this.#head;
          oldest = this.#oldest
        ) {
          // Met again, it is the only one left.
          if (oldest === keep && passed) break;
          passed ||= oldest === keep;
          this.#forgetOldest(keep);
        }
        this.#head = this.#base;
      }
      const end = this.#head + need;
      let blocked = false;
      for (
        let oldest = this.#oldest;
        oldest !== undefined && oldest.address >= this.#head && oldest.address < end;
        oldest = this.#oldest
      ) {
        this.#forgetOldest(keep);
        if (oldest === keep) {
          this.#head = oldest.end;
          blocked = true;
          break;
        }
      }
      if (!blocked) return this.#head;
    }
  }

  /** Records the object that was written to the address of the last {@link ObjectCache.allocate}. */
  add(
    owner: Map<unknown, CachedObject>,
    key: unknown,
    type: ObjectType,
    address: number,
    size: number,
  ): CachedObject {
    const end = address + ((size + SLACK + 15) & ~15);
    const entry: CachedObject = { type, address, size, owner, key, end };
    owner.set(key, entry);
    this.#queue.push(entry);
    this.#head = end;
    return entry;
  }

  get #oldest(): CachedObject | undefined {
    return this.#queue[this.#first];
  }

  /** Drops the oldest; the one to keep becomes the newest instead, as the head passes over it. */
  #forgetOldest(keep: CachedObject | null): void {
    const entry = this.#queue[this.#first++];
    if (entry === keep) this.#queue.push(entry);
    else if (entry.owner.get(entry.key) === entry) entry.owner.delete(entry.key);
    if (this.#first > 1024 && this.#first * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#first);
      this.#first = 0;
    }
  }
}
