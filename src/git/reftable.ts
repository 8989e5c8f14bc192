/**
 * One reftable file: references and logs, sorted and indexed (git's technical documentation,
 * "reftable"). Versions 1 and 2.
 *
 * @module
 */

import { inflateLogBlock } from "./log_block.ts";
import { type ObjectFormat, type ObjectId, rawLength } from "./object_id.ts";
import type { PagedFile } from "./paged_file.ts";
import { compareBytes } from "./path_bytes.ts";
import type { ReflogEntry, RefValue } from "./refs.ts";
import {
  type BlockBytes,
  BlockCursor,
  type ByteReader,
  DamagedTable,
  type ValueReader,
} from "./reftable_block.ts";

/** A part of the file: blocks of one type one after the other, and perhaps an index over them. */
interface Section {
  type: "r" | "g";
  /** Position of the first block. */
  start: number;
  /** Where the last block has ended. */
  end: number;
  /** Position of the root of the index; 0 without one. */
  index: number;
}

/** What a table says of a reference: its value, or `null` when it was deleted. */
export type TableValue = RefValue | null;
/** What a table says of an entry of a log: `null` when it was deleted. */
export type TableLog = ReflogEntry | null;

/** More levels than an index of any size needs. */
const MAX_LEVELS = 16;
const decoder = new TextDecoder();

/** The bytes of one table. Every method may throw {@link DamagedTable}. */
export class Reftable {
  readonly #file: PagedFile;
  readonly #headerLength: number;
  readonly #blockSize: number;
  readonly #references: Section | null;
  readonly #logs: Section | null;
  readonly #readRef: ValueReader<TableValue>;
  readonly #readLog: ValueReader<TableLog>;

  /** Reads header and footer. */
  constructor(file: PagedFile, format: ObjectFormat) {
    this.#file = file;
    const { view, size } = file;
    file.ensure(0, 29);
    const version = size >= 24 && view.getUint32(0) === MAGIC ? view.getUint8(4) : 0;
    if (version !== 1 && version !== 2) throw new DamagedTable("it does not begin as a reftable");
    this.#headerLength = version === 1 ? 24 : 28;
    const footerLength = this.#headerLength + 44;
    const footer = size - footerLength;
    if (footer < this.#headerLength) throw new DamagedTable("it is too short");
    file.ensure(footer, footerLength);
    const head = file.bytes.subarray(0, this.#headerLength);
    if (compareBytes(head, file.bytes.subarray(footer, footer + this.#headerLength)) !== 0) {
      throw new DamagedTable("header and footer differ");
    }
    if (crc32(file.bytes.subarray(footer, size - 4)) !== view.getUint32(size - 4)) {
      throw new DamagedTable("the checksum of the footer is wrong");
    }
    const hash = version === 1 ? SHA1 : view.getUint32(24);
    if (hash !== (format === "sha1" ? SHA1 : SHA256)) {
      throw new DamagedTable(`it does not hold ${format} names`);
    }
    this.#blockSize = view.getUint32(4) & 0xffffff;
    const position = (index: number, shift = 0n): number => {
      const value = view.getBigUint64(footer + this.#headerLength + 8 * index) >> shift;
      if (value > footer) throw new DamagedTable("a section lies outside of the file");
      return Number(value);
    };
    const [refIndex, objects, objectIndex, logs, logIndex] = [
      position(0),
      position(1, 5n),
      position(2),
      position(3),
      position(4),
    ];
    const first = footer > this.#headerLength ? String.fromCharCode(file.bytes[head.length]) : "";
    const end = (...ends: number[]): number => Math.min(...ends.filter((at) => at > 0), footer);
    this.#references = first === "r"
      ? { type: "r", start: 0, end: end(refIndex, objects, objectIndex, logs), index: refIndex }
      : null;
    // The block behind the header counts from the beginning of the file.
    const logStart = logs === this.#headerLength ? 0 : logs;
    this.#logs = first === "g" || logs > 0
      ? { type: "g", start: logStart, end: end(logIndex), index: logIndex }
      : null;
    const idLength = rawLength(format);
    this.#readRef = (reader, type) => readRefValue(reader, type, idLength);
    this.#readLog = (reader, type) => readLogValue(reader, type, idLength);
  }

  /** What the table says of a name; `undefined` when nothing. */
  find(name: Uint8Array): TableValue | undefined {
    for (const { key, value } of this.#from(this.#references, name, this.#readRef)) {
      return compareBytes(key, name) === 0 ? value : undefined;
    }
  }

  /** What the table says of the names that begin with the prefix, in order. */
  *list(prefix: Uint8Array): Generator<{ key: Uint8Array; value: TableValue }> {
    for (const row of this.#from(this.#references, prefix, this.#readRef)) {
      if (!startsWith(row.key, prefix)) return;
      yield row;
    }
  }

  /** What the table says of a name's log, newest first. The key tells entries of all tables apart. */
  *log(name: Uint8Array): Generator<{ key: Uint8Array; value: TableLog }> {
    const prefix = new Uint8Array(name.length + 1);
    prefix.set(name);
    for (const { key, value } of this.#from(this.#logs, prefix, this.#readLog)) {
      if (!startsWith(key, prefix)) return;
      if (key.length !== prefix.length + 8) {
        throw new DamagedTable("a log's key has a wrong length");
      }
      yield { key: key.subarray(prefix.length), value };
    }
  }

  /** The records from the first one on whose key is not less. */
  *#from<V>(
    section: Section | null,
    wanted: Uint8Array,
    readValue: ValueReader<V>,
  ): Generator<BlockCursor<V>> {
    if (section === null) return;
    let position: number | null = section.start;
    if (section.index > 0) position = this.#searchIndex(section, wanted);
    let searching = true;
    while (position !== null && position < section.end) {
      const block = this.#block(position);
      if (block.type !== section.type) return;
      const cursor = new BlockCursor(block, readValue);
      let found = searching ? cursor.seek(wanted) : cursor.step();
      if (found) searching = false;
      for (; found; found = cursor.step()) yield cursor;
      if (block.next <= position) throw new DamagedTable("a block does not end");
      position = block.next;
    }
  }

  /** The position of the only block that may hold the key; `null` behind the last. */
  #searchIndex(section: Section, wanted: Uint8Array): number | null {
    let position = section.index;
    for (let level = 0; level < MAX_LEVELS;) {
      const block = this.#block(position);
      if (block.type === section.type) return position;
      if (block.type !== "i") break;
      const cursor = new BlockCursor(block, (reader) => reader.varint());
      if (cursor.seek(wanted)) {
        position = cursor.value;
        level++;
      } else {
        // The root may be several blocks one after the other; a block below it always has the key.
        position = block.next;
        if (level > 0 || !this.#isIndex(position)) return null;
      }
    }
    throw new DamagedTable("an index leads nowhere");
  }

  #isIndex(position: number): boolean {
    this.#file.ensure(position, 1);
    return this.#file.bytes[position] === INDEX;
  }

  #block(position: number): BlockBytes {
    const file = this.#file;
    const header = position === 0 ? this.#headerLength : position;
    if (header + 4 > file.size) throw new DamagedTable("a block lies outside of the file");
    file.ensure(header, 4);
    const type = String.fromCharCode(file.bytes[header]);
    const length = file.view.getUint32(header) & 0xffffff;
    if (type === "g") return inflateLogBlock(file, position, header, length);
    const end = position + length;
    if (end > file.size || length < 4) throw new DamagedTable("a block is cut off");
    file.ensure(position, length + 1);
    // Zero bytes fill an aligned block; no type of block is zero.
    const aligned = this.#blockSize > length && file.bytes[end] === 0;
    const next = aligned ? position + this.#blockSize : end;
    return { type, data: file.bytes, base: position, records: header + 4, end, next };
  }
}

const INDEX = 0x69; // i
const MAGIC = 0x52454654; // REFT
const SHA1 = 0x73686131; // sha1
const SHA256 = 0x73323536; // s256

function readRefValue(reader: ByteReader, type: number, idLength: number): TableValue {
  // The index of the update that set it; the order of the tables says the same.
  reader.varint();
  switch (type) {
    case 0:
      return null;
    case 1:
      return { kind: "direct", id: readId(reader, idLength) };
    case 2: {
      const id = readId(reader, idLength);
      return { kind: "direct", id, peeled: readId(reader, idLength) };
    }
    case 3:
      return { kind: "symbolic", target: decoder.decode(reader.string()) };
    default:
      throw new DamagedTable("a reference is of an unknown type");
  }
}

function readLogValue(reader: ByteReader, type: number, idLength: number): TableLog {
  if (type === 0) return null;
  if (type !== 1) throw new DamagedTable("a log entry is of an unknown type");
  const before = readId(reader, idLength);
  const after = readId(reader, idLength);
  reader.string(); // the name
  reader.string(); // the address
  const time = reader.varint();
  reader.take(2); // the offset from UTC
  const message = decoder.decode(reader.string()).replace(/\n$/, "");
  return { before, after, time, message };
}

function readId(reader: ByteReader, length: number): ObjectId {
  return reader.take(length).toHex() as ObjectId;
}

function startsWith(key: Uint8Array, prefix: Uint8Array): boolean {
  return key.length >= prefix.length && compareBytes(key.subarray(0, prefix.length), prefix) === 0;
}

/** CRC-32 of a few bytes. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
