/**
 * Blocks of a reftable: records sorted by key, each sharing a prefix with the one before, and restart
 * points where a record stands with its whole key (git's technical documentation, "reftable").
 *
 * @module
 */

import { compareBytes } from "./path_bytes.ts";

/** What is wrong with a table; the reader of the stack turns it into an error that names the file. */
export class DamagedTable extends Error {}

/** A log's key is a name with nine bytes more. Longer names than this are taken for hostile. */
const MAX_KEY = 3 * 4096 + 9;

/** Reads numbers and bytes one after the other, and never behind the end. */
export class ByteReader {
  readonly data: Uint8Array;
  /** Where the next byte is read. */
  at: number;
  readonly end: number;

  /** Reads from `at` to `end`, which lies inside of the data. */
  constructor(data: Uint8Array, at: number, end: number) {
    if (at > end || end > data.length) throw new DamagedTable("a block is cut off");
    this.data = data;
    this.at = at;
    this.end = end;
  }

  /** The next bytes, as a view. */
  take(length: number): Uint8Array {
    if (length > this.end - this.at) throw new DamagedTable("a record is cut off");
    return this.data.subarray(this.at, this.at += length);
  }

  /** A number in the encoding of pack files' offsets; exact up to 2^53. */
  varint(): number {
    let byte = this.take(1)[0];
    let value = byte & 0x7f;
    for (let length = 1; byte >= 0x80; length++) {
      if (length === 10) throw new DamagedTable("a number is too long");
      byte = this.take(1)[0];
      value = (value + 1) * 128 + (byte & 0x7f);
    }
    return value;
  }

  /** Bytes whose length stands before them. */
  string(): Uint8Array {
    return this.take(this.varint());
  }
}

/** One block, as bytes in which its offsets count from `base`. */
export interface BlockBytes {
  /** `r` references, `g` logs, `i` an index. */
  readonly type: string;
  readonly data: Uint8Array;
  /** Where offsets inside of the block begin to count. */
  readonly base: number;
  /** Where its first record begins. */
  readonly records: number;
  /** Where the block ends, padding left out. */
  readonly end: number;
  /** Where the block after it begins in the file. */
  readonly next: number;
}

/** Reads the value of a record by the record's type, and with it passes the value. */
export type ValueReader<V> = (reader: ByteReader, type: number) => V;

/** A walk over the records of a block. */
export class BlockCursor<V> {
  readonly #block: BlockBytes;
  readonly #readValue: ValueReader<V>;
  readonly #view: DataView;
  readonly #reader: ByteReader;
  readonly #restarts: number;
  readonly #key = new Uint8Array(MAX_KEY);
  #length = 0;
  #value: V | undefined;

  /** Stands before the first record. */
  constructor(block: BlockBytes, readValue: ValueReader<V>) {
    const { data, records, end } = block;
    this.#block = block;
    this.#readValue = readValue;
    if (end > data.length || end - 2 < records) throw new DamagedTable("a block is cut off");
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#restarts = this.#view.getUint16(end - 2);
    if (this.#restarts === 0) throw new DamagedTable("a block has no restart point");
    this.#reader = new ByteReader(data, records, end - 2 - 3 * this.#restarts);
  }

  /** The key of the record it stands on: a view that the next step overwrites. */
  get key(): Uint8Array {
    return this.#key.subarray(0, this.#length);
  }

  /** The value of the record it stands on. */
  get value(): V {
    return this.#value as V;
  }

  /** Goes to the next record; false behind the last. */
  step(): boolean {
    const reader = this.#reader;
    if (reader.at >= reader.end) return false;
    const prefix = reader.varint();
    const suffix = reader.varint();
    const length = Math.floor(suffix / 8);
    if (prefix > this.#length || prefix + length > MAX_KEY) {
      throw new DamagedTable("a key is too long");
    }
    this.#key.set(reader.take(length), prefix);
    this.#length = prefix + length;
    this.#value = this.#readValue(reader, suffix % 8);
    return true;
  }

  /** Goes to the first record whose key is not less; false when there is none. */
  seek(wanted: Uint8Array): boolean {
    let low = 0;
    let high = this.#restarts;
    while (low < high) {
      const middle = (low + high) >>> 1;
      this.#restart(middle);
      if (this.step() && compareBytes(this.key, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    this.#restart(Math.max(low - 1, 0));
    while (this.step()) if (compareBytes(this.key, wanted) >= 0) return true;
    return false;
  }

  #restart(index: number): void {
    const at = this.#reader.end + 3 * index;
    const offset = this.#view.getUint16(at) * 256 + this.#view.getUint8(at + 2);
    const target = this.#block.base + offset;
    if (target < this.#block.records || target >= this.#reader.end) {
      throw new DamagedTable("a restart point lies outside of its block");
    }
    this.#reader.at = target;
    this.#length = 0;
  }
}
