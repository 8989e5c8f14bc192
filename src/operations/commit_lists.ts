/**
 * Lists of commits that were walked before: a history that is read page by page is walked once.
 *
 * @module
 */

import { type ObjectFormat, type ObjectId, rawLength } from "../git/object_id.ts";
import type { RepositoryObjects } from "../git/object_store.ts";

/** Commits in all kept lists together, at 20 or 32 bytes each. */
const MOST_COMMITS = 2_000_000;

/** Names of commits in their order, in as little memory as they can be had. */
export class CommitList {
  readonly #raw: Uint8Array;
  readonly #step: number;

  /** Takes the names. */
  constructor(ids: readonly ObjectId[], format: ObjectFormat) {
    this.#step = rawLength(format);
    this.#raw = new Uint8Array(ids.length * this.#step);
    ids.forEach((id, at) => this.#raw.subarray(at * this.#step).setFromHex(id));
  }

  /** How many there are. */
  get length(): number {
    return this.#raw.length / this.#step;
  }

  /** The commit with this number. */
  at(index: number): ObjectId {
    const start = index * this.#step;
    return this.#raw.subarray(start, start + this.#step).toHex() as ObjectId;
  }
}

/** Keeps the lists that were asked for last. */
export class CommitLists {
  readonly #kept = new Map<string, { list: CommitList; objects: RepositoryObjects }>();
  #commits = 0;

  /** The list of this key, made when it is not kept or was made from another store. */
  get(key: string, objects: RepositoryObjects, make: () => CommitList): CommitList {
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#drop(key);
    const list = kept?.objects === objects ? kept.list : make();
    this.#kept.set(key, { list, objects });
    this.#commits += list.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#commits <= MOST_COMMITS || oldest === key) break;
      this.#drop(oldest);
    }
    return list;
  }

  #drop(key: string): void {
    this.#commits -= this.#kept.get(key)!.list.length;
    this.#kept.delete(key);
  }
}
