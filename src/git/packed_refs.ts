/**
 * `packed-refs`: many references in one sorted file (gitrepository-layout(5); git-pack-refs(1)).
 *
 * A line holds an object's name, a space and the reference's name; a line that begins with `^` holds
 * what the annotated tag of the line before leads to. The header says whether the lines are sorted.
 *
 * @module
 */

import { readFully } from "./read_fully.ts";
import { PrismError } from "../errors.ts";
import { isAbsent, unreadable } from "./metadata_file.ts";
import { hexLength, isObjectId, type ObjectFormat, type ObjectId } from "./object_id.ts";
import { compareBytes, decodePath, encodePath } from "./path_bytes.ts";
import { isRefName } from "./ref_name.ts";
import type { RefValue } from "./refs.ts";

/** Up to this size the file is kept in memory until it changes. */
const SMALL = 64 * 1024;
/** Bytes read for one step of a search; more than most lines are long. */
const STEP = 8192;
/** So many searches in an unchanged file make it worth keeping, whatever its size. */
const OFTEN = 64;
const MAX_SIZE = 256 << 20;
/** A file whose lines have to be sorted is held in memory several times. */
const MAX_UNSORTED = 64 << 20;
/** Far more than an object's name and the longest reference's. */
const MAX_LINE = 64 * 1024;
const NEWLINE = 10;
const SORTED = /^# pack-refs with:.* sorted(?: |$)/;

/** A reference and what it holds. */
export interface PackedRef {
  name: string;
  value: RefValue & { kind: "direct" };
}

/** One `packed-refs` file, which may change or vanish at any time. */
export class PackedRefs {
  readonly #path: string;
  readonly #format: ObjectFormat;
  /** What the file was when it was last looked at. */
  #signature = "";
  #searches = 0;
  /** The lines, when they are kept or had to be sorted here. */
  #kept: Uint8Array | null = null;

  /** A file that need not exist. */
  constructor(path: string, format: ObjectFormat) {
    this.#path = path;
    this.#format = format;
  }

  /**
   * The reference of a full name; `null` when it is not packed.
   * @throws {PrismError} `unreadable` when the file is damaged
   */
  find(name: string): PackedRef["value"] | null {
    const [first] = this.#within((lines) => {
      const wanted = encodePath(name);
      const at = lowerBound(lines, wanted);
      const line = at === lines.size ? null : lines.line(at);
      if (line === null) return [];
      const key = line.subarray(nameStart(lines, line, at));
      return compareBytes(key, wanted) === 0
        ? this.#parse(lines, at, (found) => found !== name)
        : [];
    });
    return first?.value ?? null;
  }

  /**
   * The references whose names begin with the prefix, sorted by name; invalid names are left out.
   * @throws {PrismError} `unreadable` when the file is damaged
   */
  list(prefix: string): PackedRef[] {
    return this.#within((lines) => {
      const at = lowerBound(lines, encodePath(prefix));
      return this.#parse(lines, at, (name) => !name.startsWith(prefix));
    }).filter(({ name }) => isRefName(name));
  }

  #within(search: (lines: Lines) => PackedRef[]): PackedRef[] {
    let file: Deno.FsFile;
    try {
      const info = Deno.statSync(this.#path);
      if (!info.isFile) throw new Error("it is no file");
      if (info.size > MAX_SIZE) throw new Error(`it has ${info.size} bytes`);
      const signature =
        `${info.size} ${info.mtime?.getTime()} ${info.ino} ${info.ctime?.getTime()}`;
      if (signature !== this.#signature) {
        this.#signature = signature;
        this.#searches = 0;
        this.#kept = null;
      }
      if (this.#kept !== null) {
        return search(new Lines(this.#kept, this.#kept.length, this.#damaged));
      }
      file = Deno.openSync(this.#path);
    } catch (error) {
      if (error instanceof PrismError) throw error;
      if (isAbsent(error)) return [];
      throw unreadable(this.#path, error);
    }
    try {
      return search(this.#open(file));
    } finally {
      file.close();
    }
  }

  #open(file: Deno.FsFile): Lines {
    const { size } = file.statSync();
    const lines = new Lines(file, size, this.#damaged);
    const header = size === 0 ? null : lines.line(0);
    const sorted = header !== null && SORTED.test(decodePath(header));
    if (size > 0 && lines.bytes(size - 1, 1)[0] !== NEWLINE) throw this.#damaged(size);
    if (sorted && size > SMALL && ++this.#searches < OFTEN) return lines;
    if (!sorted && size > MAX_UNSORTED) {
      throw new PrismError("unreadable", `The file "${this.#path}" is not sorted and too large.`, {
        hint: "`git pack-refs --all` writes it anew.",
      });
    }
    const whole = lines.bytes(0, size);
    this.#kept = sorted ? whole : this.#sort(whole);
    return new Lines(this.#kept, this.#kept.length, this.#damaged);
  }

  /** Brings the lines of an old file in order, each with the `^` line that belongs to it. */
  #sort(bytes: Uint8Array): Uint8Array {
    // One code unit a byte, so that the order of strings is the order of bytes.
    const entries = LATIN1.decode(bytes).match(/^[^#\n^].*\n(?:\^.*\n)?/gm) ?? [];
    const name = (entry: string): string => entry.slice(entry.indexOf(" "), entry.indexOf("\n"));
    const keyed = entries.map((entry) => ({ key: name(entry), entry }));
    keyed.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    const sorted = keyed.map(({ entry }) => entry).join("");
    return Uint8Array.from(sorted, (character) => character.charCodeAt(0));
  }

  readonly #damaged = (at: number): PrismError =>
    new PrismError("unreadable", `The file "${this.#path}" is damaged near byte ${at}.`, {
      hint: "Run `git fsck` and restore the file; `git pack-refs --all` writes it anew.",
    });

  /** Parses lines from `at` on until one is not wanted. */
  #parse(lines: Lines, at: number, ended: (name: string) => boolean): PackedRef[] {
    const found: PackedRef[] = [];
    const digits = hexLength(this.#format);
    for (const text of lines.from(at)) {
      if (text.startsWith("#")) continue;
      const id = text.startsWith("^") ? text.slice(1, digits + 1) : text.slice(0, digits);
      if (!isObjectId(id, this.#format)) throw this.#damaged(at);
      if (text.startsWith("^")) {
        const last = found.at(-1);
        if (last !== undefined) last.value.peeled = id;
        continue;
      }
      if (text[digits] !== " ") throw this.#damaged(at);
      const name = text.slice(digits + 1);
      if (ended(name)) break;
      found.push({ name, value: { kind: "direct", id: id as ObjectId } });
    }
    return found;
  }
}

const LATIN1 = new TextDecoder("latin1");

/** The lines of a file or of bytes in memory. */
class Lines {
  readonly size: number;
  /** The error for a fault near a byte. */
  readonly damaged: (at: number) => PrismError;
  readonly #source: Uint8Array | Deno.FsFile;
  #first = -1;
  #last: Uint8Array = new Uint8Array(0);

  constructor(
    source: Uint8Array | Deno.FsFile,
    size: number,
    damaged: (at: number) => PrismError,
  ) {
    this.#source = source;
    this.size = size;
    this.damaged = damaged;
  }

  /** Some bytes, cut at the end of the file. */
  bytes(start: number, length: number): Uint8Array {
    const end = Math.min(start + length, this.size);
    if (this.#source instanceof Uint8Array) return this.#source.subarray(start, end);
    const bytes = new Uint8Array(end - start);
    this.#source.seekSync(start, Deno.SeekMode.Start);
    return bytes.subarray(0, readFully(this.#source, bytes));
  }

  /** The rest of a line from `start` on, without its newline. */
  line(start: number): Uint8Array {
    const near = this.#page(start);
    const close = near.indexOf(NEWLINE);
    if (close >= 0) return near.subarray(0, close);
    for (let length = STEP;; length *= 4) {
      const bytes = this.bytes(start, length);
      const end = bytes.indexOf(NEWLINE);
      if (end >= 0) return bytes.subarray(0, end);
      if (bytes.length < length) return bytes;
      if (length > MAX_LINE) throw this.damaged(start);
    }
  }

  /** The bytes from `start` to the end of its page: the last steps of a search stay in one page. */
  #page(start: number): Uint8Array {
    if (this.#source instanceof Uint8Array) return this.#source.subarray(start);
    const first = start - start % STEP;
    if (this.#first !== first) {
      this.#last = this.bytes(first, STEP);
      this.#first = first;
    }
    return this.#last.subarray(start - first);
  }

  /** All lines from one on, as text. */
  *from(start: number): Generator<string> {
    let at = start;
    for (let length = STEP; at < this.size; length = Math.min(length * 4, 1 << 20)) {
      const bytes = this.bytes(at, length);
      const end = bytes.lastIndexOf(NEWLINE);
      if (end < 0 && bytes.length === length) {
        if (length > MAX_LINE) throw this.damaged(at);
        continue;
      }
      const whole = end < 0 ? bytes : bytes.subarray(0, end);
      yield* decodePath(whole).split("\n");
      at += whole.length + 1;
    }
  }
}

/**
 * Where the first reference stands whose name is not less than the wanted one; the end of the file
 * when there is none.
 */
function lowerBound(lines: Lines, wanted: Uint8Array): number {
  // The first reference at or behind an offset grows with the offset: search for the least offset
  // whose reference is not less.
  let low = 0;
  let high = lines.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = referenceFrom(lines, middle);
    const line = at < lines.size ? lines.line(at) : null;
    if (line !== null && compareBytes(line.subarray(nameStart(lines, line, at)), wanted) < 0) {
      low = at + 1;
    } else high = middle;
  }
  return referenceFrom(lines, low);
}

/** Where the first line of a reference begins at or behind the offset. */
function referenceFrom(lines: Lines, offset: number): number {
  let at = offset === 0 ? 0 : offset + lines.line(offset - 1).length;
  while (at < lines.size && "^#".includes(String.fromCharCode(lines.line(at)[0] ?? 0))) {
    at += lines.line(at).length + 1;
  }
  return at;
}

function nameStart(lines: Lines, line: Uint8Array, at: number): number {
  const space = line.indexOf(32);
  if (space < 40) throw lines.damaged(at);
  return space + 1;
}
