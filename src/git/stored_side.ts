/**
 * A file's side whose content is an object of the repository.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type FileSide, MODE } from "./file_side.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { ObjectId } from "./object_id.ts";
import type { RepositoryObjects, StoredContent } from "./object_store.ts";

const EMPTY = new Uint8Array(0);

/** What a tree or the index says of a path. */
export class StoredSide implements FileSide {
  readonly mode: number;
  readonly #objects: RepositoryObjects;
  readonly #id: ObjectId;
  #size = -1;

  /** The side with this canonical mode and object. */
  constructor(objects: RepositoryObjects, mode: number, id: ObjectId) {
    this.#objects = objects;
    this.mode = mode;
    this.#id = id;
  }

  id(): ObjectId {
    return this.#id;
  }

  size(): number {
    if (this.#size < 0) {
      // A missing object is reported by `read`, with the reason.
      this.#size = this.mode === MODE.gitlink
        ? 0
        : this.#objects.header(this.#id)?.size ?? this.read().length;
    }
    return this.#size;
  }

  read(limit?: number): Uint8Array {
    if (this.mode === MODE.gitlink) return EMPTY;
    const bytes = this.#objects.readTyped(this.#id, "blob", limit);
    this.#size = bytes.length;
    return bytes;
  }

  head(length: number, limit: number = Infinity): Uint8Array | null {
    if (this.mode === MODE.gitlink) return EMPTY;
    const size = this.size();
    if (size > limit) throw tooLarge(size, limit);
    return this.#objects.prefix(this.#id, "blob", length);
  }

  pieces(): Iterable<Uint8Array> {
    return this.mode === MODE.gitlink ? [] : this.#objects.pieces(this.#id, "blob");
  }

  storeIn(kernel: Kernel): StoredContent {
    return this.mode === MODE.gitlink
      ? { address: kernel.store(EMPTY), size: 0 }
      : this.#objects.storeIn(kernel, this.#id, "blob");
  }
}

function tooLarge(size: number, limit: number): PrismError {
  return new PrismError("object_too_large", `An object of ${size} bytes is too large to read`, {
    hint: `objects up to ${limit} bytes are read`,
    data: { size, limit },
  });
}
