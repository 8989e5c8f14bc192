/**
 * A file's side whose content is an object of the repository.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type FileSide, MODE } from "./file_side.ts";
import type { Kernel } from "./kernel/kernel.ts";
import { type ObjectId, rawLength } from "./object_id.ts";
import type { RepositoryObjects, StoredContent } from "./object_store.ts";

const EMPTY = new Uint8Array(0);

/** Bytes of a page of names. */
const PAGE = 32 * 1024;
let page: Uint8Array<ArrayBuffer> = new Uint8Array(0);
let pageEnd = 0;

/**
 * What a tree or the index says of a path. A range has tens of thousands: names are kept as bytes, in
 * pages that many share, where they take a third and the collector does not move them.
 */
export class StoredSide implements FileSide {
  readonly mode: number;
  readonly #objects: RepositoryObjects;
  readonly #page: Uint8Array<ArrayBuffer>;
  readonly #begin: number;
  #size = -1;

  /** The side with this canonical mode and object. */
  constructor(objects: RepositoryObjects, mode: number, id: ObjectId) {
    this.#objects = objects;
    this.mode = mode;
    if (pageEnd + id.length / 2 > page.length) {
      page = new Uint8Array(PAGE);
      pageEnd = 0;
    }
    this.#page = page;
    this.#begin = pageEnd;
    pageEnd += page.subarray(pageEnd).setFromHex(id).written;
  }

  id(): ObjectId {
    const length = rawLength(this.#objects.format);
    return this.#page.subarray(this.#begin, this.#begin + length).toHex() as ObjectId;
  }

  size(): number {
    if (this.#size < 0) {
      // A missing object is reported by `read`, with the reason.
      this.#size = this.mode === MODE.gitlink
        ? 0
        : this.#objects.header(this.id())?.size ?? this.read().length;
    }
    return this.#size;
  }

  read(limit?: number): Uint8Array {
    if (this.mode === MODE.gitlink) return EMPTY;
    const bytes = this.#objects.readTyped(this.id(), "blob", limit);
    this.#size = bytes.length;
    return bytes;
  }

  head(length: number, limit: number = Infinity): Uint8Array | null {
    if (this.mode === MODE.gitlink) return EMPTY;
    const size = this.size();
    if (size > limit) throw tooLarge(size, limit);
    return this.#objects.prefix(this.id(), "blob", length);
  }

  pieces(): Iterable<Uint8Array> {
    return this.mode === MODE.gitlink ? [] : this.#objects.pieces(this.id(), "blob");
  }

  storeIn(kernel: Kernel): StoredContent {
    return this.mode === MODE.gitlink
      ? { address: kernel.store(EMPTY), size: 0 }
      : this.#objects.storeIn(kernel, this.id(), "blob");
  }
}

function tooLarge(size: number, limit: number): PrismError {
  return new PrismError("object_too_large", `An object of ${size} bytes is too large to read`, {
    hint: `objects up to ${limit} bytes are read`,
    data: { size, limit },
  });
}
