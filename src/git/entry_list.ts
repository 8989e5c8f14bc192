/**
 * The entries of an index. There are tens of thousands in a large one and most are looked at once, so
 * what a file holds is not made into objects before it is asked for.
 *
 * @module
 */

import { type IndexBytes, IndexEntry } from "./index_entry.ts";

/** Entries in git's order: by the bytes of the path, then by stage. */
export interface EntryList extends Iterable<IndexEntry> {
  readonly length: number;
  /** Path of the entry at a position below the length. */
  path(position: number): string;
  /** The entry at a position below the length. */
  at(position: number): IndexEntry;
}

/** Entries that were put together from several sources. */
export function listOf(entries: readonly IndexEntry[]): EntryList {
  return {
    length: entries.length,
    path: (position) => entries[position].path,
    at: (position) => entries[position],
    [Symbol.iterator]: () => entries[Symbol.iterator](),
  };
}

/** The entries as they are stored, by position. */
export interface EntryColumns {
  /** Their paths, each with a NUL behind it but the last. */
  readonly names: string;
  /** Where each path ends in the names. */
  readonly ends: Uint32Array;
  /** Canonical modes, `MODE.tree` of a directory of a sparse index. */
  readonly modes: Uint16Array;
  /** Flags, the extended ones in the upper half. */
  readonly flags: Uint32Array;
  /** Where each entry begins in the file. */
  readonly starts: Uint32Array;
  readonly source: IndexBytes;
}

/** Entries of one file. */
export class StoredEntries implements EntryList {
  readonly length: number;
  readonly #columns: EntryColumns;

  /** Entries of these columns, which are not copied. */
  constructor(columns: EntryColumns) {
    this.length = columns.ends.length;
    this.#columns = columns;
  }

  path(position: number): string {
    const { names, ends } = this.#columns;
    return names.substring(position === 0 ? 0 : ends[position - 1] + 1, ends[position]);
  }

  at(position: number): IndexEntry {
    const { modes, flags, starts, source } = this.#columns;
    return new IndexEntry(
      this.path(position),
      modes[position],
      flags[position],
      source,
      starts[position],
    );
  }

  *[Symbol.iterator](): Iterator<IndexEntry> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }
}
