/**
 * The list of entries of an index file, with plain names (versions 2 and 3) or names that continue
 * the one before (version 4).
 *
 * @module
 */

import { StoredEntries } from "./entry_list.ts";
import { indexCorrupt } from "./index_corrupt.ts";
import type { IndexBytes } from "./index_entry.ts";
import { MODE } from "./file_side.ts";
import { decodePath } from "./path_bytes.ts";

/** Where the entries lie. */
export interface EntryRange {
  version: number;
  count: number;
  /** Offset of the first entry. */
  start: number;
  /** Offset behind the last byte that can belong to an entry. */
  end: number;
}

const EXTENDED = 0x4000;
const UNKNOWN = 0x9fff;
const NAME_LENGTH = 0xfff;

/** What was read. */
export interface ReadEntries {
  entries: StoredEntries;
  /** Whether some of them are directories, as a sparse index has them. */
  directories: boolean;
  /** Offset behind the last one. */
  end: number;
}

/**
 * Reads all entries.
 * @throws {PrismError} `index_corrupt`
 */
export function readEntries(source: IndexBytes, range: EntryRange): ReadEntries {
  const { version, count, end } = range;
  const { bytes, view, idLength } = source;
  const fixed = 40 + idLength + 2;
  if (count > (end - range.start) / (fixed + 1)) throw truncated();
  const names = new NameList(count, bytes.length);
  const starts = new Uint32Array(count);
  const allFlags = new Uint32Array(count);
  const modes = new Uint16Array(count);
  let directories = false;
  let at = range.start;
  for (let i = 0; i < count; i++) {
    if (at + fixed + 2 >= end) throw truncated();
    let flags = view.getUint16(at + fixed - 2);
    let nameAt = at + fixed;
    if ((flags & EXTENDED) !== 0) {
      if (version === 2) throw indexCorrupt("an entry of version 2 has extended flags");
      const more = view.getUint16(nameAt);
      if ((more & UNKNOWN) !== 0) throw indexCorrupt("an entry has unknown flags");
      flags |= more << 16;
      nameAt += 2;
    }
    starts[i] = at;
    allFlags[i] = flags;
    const mode = canonicalMode(view.getUint32(at + 24));
    directories ||= mode === MODE.tree;
    modes[i] = mode;
    if (version === 4) {
      // How many bytes of the name before to drop, and what follows instead.
      let drop = 0;
      for (let digits = 0;; digits++) {
        if (nameAt >= end || digits > 4) throw truncated();
        const byte = bytes[nameAt++];
        drop = drop * 128 + (byte & 127);
        if (byte < 128) break;
        drop += 1;
      }
      const nameEnd = bytes.indexOf(0, nameAt);
      if (nameEnd < 0 || nameEnd >= end) throw truncated();
      names.continue(drop, bytes.subarray(nameAt, nameEnd));
      at = nameEnd + 1;
    } else {
      let length = flags & NAME_LENGTH;
      if (length === NAME_LENGTH) length = bytes.indexOf(0, nameAt) - nameAt;
      const nameEnd = nameAt + length;
      if (length < 0 || nameEnd >= end || bytes[nameEnd] !== 0) throw truncated();
      names.add(bytes.subarray(nameAt, nameEnd));
      // One to eight NULs follow, so that the next entry begins at a multiple of eight.
      at += (nameEnd - at + 8) & ~7;
    }
  }
  if (at > end) throw truncated();
  const entries = new StoredEntries({
    ...names.decode(),
    modes,
    flags: allFlags,
    starts,
    source,
  });
  return { entries, directories, end: at };
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Names one after the other, NUL behind each, so that one call decodes them all. */
class NameList {
  #bytes: Uint8Array;
  readonly #ends: Uint32Array;
  readonly #limit: number;
  #count = 0;
  #start = 0;
  #end = 0;

  /** A list of so many names from a file of so many bytes. */
  constructor(count: number, size: number) {
    this.#ends = new Uint32Array(count);
    this.#bytes = new Uint8Array(size);
    // In version 4 a few bytes make a long name. Real files stay far below this, hostile ones too.
    this.#limit = 32 * size;
  }

  add(name: Uint8Array): void {
    this.continue(this.#end - this.#start, name);
  }

  continue(drop: number, added: Uint8Array): void {
    const kept = this.#end - this.#start - drop;
    if (kept < 0) throw truncated();
    const start = this.#count === 0 ? 0 : this.#end + 1;
    const end = start + kept + added.length;
    if (end >= this.#bytes.length) this.#grow(end + 1);
    if (kept > 0) this.#bytes.copyWithin(start, this.#start, this.#start + kept);
    this.#bytes.set(added, start + kept);
    this.#ends[this.#count++] = end;
    this.#start = start;
    this.#end = end;
  }

  #grow(size: number): void {
    if (size > this.#limit) throw indexCorrupt("its names are too long");
    const bytes = new Uint8Array(Math.min(this.#limit, Math.max(size, 2 * this.#bytes.length)));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }

  /** The names as one text, a NUL between them, and where in it each of them ends. */
  decode(): { names: string; ends: Uint32Array } {
    const bytes = this.#bytes.subarray(0, this.#end);
    let names: string;
    try {
      names = strict.decode(bytes);
    } catch {
      names = Array.from(this.#ends, (end, i) => {
        return decodePath(bytes.subarray(i === 0 ? 0 : this.#ends[i - 1] + 1, end));
      }).join("\0");
    }
    return { names, ends: endsOf(names, this.#count) };
  }
}

/** Where the names in a text end; they are as many as were put in unless one holds a NUL itself. */
function endsOf(names: string, count: number): Uint32Array {
  const ends = new Uint32Array(count);
  if (count === 0) return ends;
  let at = -1;
  for (let i = 0; i < count - 1; i++) ends[i] = at = names.indexOf("\0", at + 1);
  ends[count - 1] = names.length;
  if (names.includes("\0", at + 1)) throw indexCorrupt("a name holds a NUL byte");
  return ends;
}

function canonicalMode(mode: number): number {
  switch (mode & 0o170000) {
    case 0o100000:
      return (mode & 0o100) !== 0 ? MODE.executable : MODE.regular;
    case 0o120000:
      return MODE.symlink;
    case 0o160000:
      return MODE.gitlink;
    case 0o040000:
      return MODE.tree;
  }
  throw indexCorrupt(`an entry has the mode ${mode.toString(8)}`);
}

function truncated(): Error {
  return indexCorrupt("it ends in the middle of an entry");
}
