/**
 * References by name (gitglossary(7), "ref"), whatever stores them.
 *
 * @module
 */

import type { ObjectId } from "./object_id.ts";

/** What a reference holds: an object's name, or another reference's name. */
export type RefValue =
  | {
    kind: "direct";
    id: ObjectId; /** Of an annotated tag, where the store recorded it. */
    peeled?: ObjectId;
  }
  | { kind: "symbolic"; target: string };

/** One line of a reflog. */
export interface ReflogEntry {
  readonly before: ObjectId;
  readonly after: ObjectId;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly message: string;
}

/** Read access to the references of a repository, seen from one of its worktrees. */
export interface RefStore {
  /** The reference of exactly this full name (`HEAD`, `refs/heads/main`); `null` when there is none. */
  read(name: string): RefValue | null;
  /** All references whose full name begins with the prefix, sorted by name; broken ones left out. */
  list(prefix: string): { name: string; value: RefValue }[];
  /** The reflog of a full name, newest entry first; `null` when there is none. */
  reflog(name: string): ReflogEntry[] | null;
}
