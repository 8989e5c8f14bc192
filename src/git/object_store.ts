/**
 * What every object store can do, whatever holds the objects.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";
import type { ObjectFormat, ObjectId } from "./object_id.ts";

/** The four kinds of object (gitglossary(7), "object type"). */
export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** An object's type and the size of its content in bytes. */
export interface ObjectHeader {
  type: ObjectType;
  size: number;
}

/** An object's content. `bytes` may be a view that the next call on the store overwrites: copy it to keep it. */
export interface GitObject {
  type: ObjectType;
  bytes: Uint8Array;
}

/** Content on the stack of a kernel. */
export interface StoredContent {
  readonly address: number;
  readonly size: number;
}

/** Read access to a set of objects by name. */
export interface ObjectStore {
  /** The hash function that names the objects. */
  readonly format: ObjectFormat;
  /**
   * Type and size, without inflating the content; `null` when the store does not hold the object.
   * @throws {PrismError} `object_corrupt`
   */
  header(id: ObjectId): ObjectHeader | null;
  /**
   * Type and content; `null` when the store does not hold the object.
   * @throws {PrismError} `object_corrupt`, `object_too_large`
   */
  find(id: ObjectId): GitObject | null;
  /** Names that begin with the hex digits, at most `limit` of them, in ascending order, each once. */
  withPrefix(prefix: string, limit: number): ObjectId[];
}

/** The store of a repository: all its packs, loose objects and alternates, replacements applied. */
export interface RepositoryObjects extends ObjectStore {
  /**
   * The object, or an error that says why it cannot be had.
   * @throws {PrismError} `object_missing`; `object_promised` in a partial clone; `object_corrupt`
   */
  read(id: ObjectId): GitObject;
  /**
   * Like {@link RepositoryObjects.read}, and the object must be of this type (`ref_wrong_type`).
   * @param limit most bytes to read; a larger object is `object_too_large`, with `data.size`
   */
  readTyped(id: ObjectId, type: ObjectType, limit?: number): Uint8Array;
  /**
   * The first bytes of an object of this type, as an array of its own; little more than them is
   * inflated. `null` when a large object must be read whole to have them.
   * @throws {PrismError} like {@link RepositoryObjects.readTyped}
   */
  prefix(id: ObjectId, type: ObjectType, length: number): Uint8Array | null;
  /**
   * An object of this type in pieces, each a view that is valid until the next one is asked for or the
   * store is asked for something else.
   * @throws {PrismError} like {@link RepositoryObjects.readTyped}
   */
  pieces(id: ObjectId, type: ObjectType): Iterable<Uint8Array>;
  /**
   * Puts an object of this type on top of a kernel's stack; no other copy of it is made.
   * @throws {PrismError} like {@link RepositoryObjects.readTyped}; `object_too_large` when there is no
   * memory for it
   */
  storeIn(kernel: Kernel, id: ObjectId, type: ObjectType): StoredContent;
  /** Lets go of open files. The store opens them again when it is asked again. */
  close(): void;
}
