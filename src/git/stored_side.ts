/**
 * A file's side whose content is an object of the repository.
 *
 * @module
 */

import { type FileSide, MODE } from "./file_side.ts";
import type { ObjectId } from "./object_id.ts";
import type { RepositoryObjects } from "./object_store.ts";

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
}
