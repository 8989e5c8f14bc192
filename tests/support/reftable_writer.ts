/**
 * Writes reftables for tests, in more shapes than git itself does.
 *
 * @module
 */

import { crc32, deflateSync } from "node:zlib";
import type { ObjectFormat } from "../../src/git/object_id.ts";
import { encodePath } from "../../src/git/path_bytes.ts";
import type { ReflogEntry, RefValue } from "../../src/git/refs.ts";

/** What a table says. */
export interface TableContent {
  /** Sorted by name; `null` deletes. */
  refs?: { name: string; value: RefValue | null }[];
  /** Sorted by name, then by falling index; `null` deletes. */
  logs?: { name: string; index: number; entry: ReflogEntry | null }[];
}

/** How to write it. */
export interface TableShape {
  format?: ObjectFormat;
  version?: 1 | 2;
  /** Most bytes of a block. */
  blockSize?: number;
  /** Whether blocks are filled up to the block size. */
  aligned?: boolean;
  /** Records from one restart point to the next. */
  restartEvery?: number;
  /** Whether indexes are written. */
  indexed?: boolean;
  /** Most blocks that the root of an index may have. */
  roots?: number;
}

interface Row {
  key: Uint8Array;
  type: number;
  value: Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes of a table. */
export function writeReftable(content: TableContent, shape: TableShape = {}): Uint8Array {
  const format = shape.format ?? "sha1";
  const version = shape.version ?? (format === "sha1" ? 1 : 2);
  const blockSize = shape.blockSize ?? 4096;
  const aligned = shape.aligned ?? true;
  const header = join(
    encoder.encode("REFT"),
    number(version, 1),
    number(aligned ? blockSize : 0, 3),
    number(0, 8),
    number(1000, 8),
    version === 2 ? encoder.encode(format === "sha1" ? "sha1" : "s256") : new Uint8Array(0),
  );
  const out: Uint8Array[] = [header];
  let position = header.length;

  /** Writes the blocks of a section and its index; returns where it begins and the index's root. */
  const section = (type: "r" | "g", rows: Row[]): { start: number; index: number } => {
    if (rows.length === 0) return { start: 0, index: 0 };
    const start = position === header.length ? 0 : position;
    let level = blocks(type, rows);
    let index = 0;
    while (shape.indexed !== false && level.length > (index === 0 ? 1 : shape.roots ?? 1)) {
      index = position;
      level = blocks("i", level.map(({ key, at }) => ({ key, type: 0, value: varint(at) })));
    }
    return { start, index };
  };

  const blocks = (type: "r" | "g" | "i", rows: Row[]): { key: Uint8Array; at: number }[] => {
    const written: { key: Uint8Array; at: number }[] = [];
    for (let next = 0; next < rows.length;) {
      const first = position === header.length;
      const base = first ? 0 : position;
      const skipped = position - base;
      const parts: Uint8Array[] = [];
      const restarts: number[] = [];
      let size = skipped + 4;
      let last = new Uint8Array(0) as Uint8Array;
      for (let count = 0; next < rows.length; count++) {
        const row = rows[next];
        const restart = count % (shape.restartEvery ?? 16) === 0;
        const shared = restart ? 0 : sharedPrefix(last, row.key);
        const record = join(
          varint(shared),
          varint((row.key.length - shared) * 8 + row.type),
          row.key.subarray(shared),
          row.value,
        );
        if (count > 0 && size + record.length + 3 * (restarts.length + 1) + 2 > blockSize) break;
        if (restart) restarts.push(size);
        parts.push(record);
        size += record.length;
        last = row.key;
        next++;
      }
      parts.push(...restarts.map((at) => number(at, 3)), number(restarts.length, 2));
      size += 3 * restarts.length + 2;
      const body = join(...parts);
      const block = join(
        encoder.encode(type),
        number(size, 3),
        type === "g" ? deflateSync(body) : body,
      );
      // Logs are never aligned.
      const pad = aligned && type !== "g" ? Math.max(blockSize - size, 0) : 0;
      written.push({ key: last, at: base });
      out.push(block, new Uint8Array(pad));
      position += block.length + pad;
    }
    return written;
  };

  const refs = section("r", (content.refs ?? []).map(({ name, value }) => refRow(name, value)));
  const logs = section("g", (content.logs ?? []).map((log) => logRow(log)));
  const footer = join(
    header,
    number(refs.index, 8),
    number(0, 8),
    number(0, 8),
    number(logs.start, 8),
    number(logs.index, 8),
  );
  return join(...out, footer, number(crc32(footer), 4));
}

function refRow(name: string, value: RefValue | null): Row {
  const key = encodePath(name);
  const index = varint(3);
  if (value === null) return { key, type: 0, value: index };
  if (value.kind === "symbolic") {
    const target = encodePath(value.target);
    return { key, type: 3, value: join(index, varint(target.length), target) };
  }
  const id = Uint8Array.fromHex(value.id);
  if (value.peeled === undefined) return { key, type: 1, value: join(index, id) };
  return { key, type: 2, value: join(index, id, Uint8Array.fromHex(value.peeled)) };
}

function logRow(
  { name, index, entry }: { name: string; index: number; entry: ReflogEntry | null },
): Row {
  const reversed = new Uint8Array(8);
  new DataView(reversed.buffer).setBigUint64(0, 0xffffffffffffffffn - BigInt(index));
  const key = join(encodePath(name), new Uint8Array(1), reversed);
  if (entry === null) return { key, type: 0, value: new Uint8Array(0) };
  const text = (content: string): Uint8Array => {
    const bytes = encoder.encode(content);
    return join(varint(bytes.length), bytes);
  };
  const value = join(
    Uint8Array.fromHex(entry.before),
    Uint8Array.fromHex(entry.after),
    text("A U Thor"),
    text("author@example.com"),
    varint(entry.time),
    number(90, 2),
    text(entry.message + "\n"),
  );
  return { key, type: 1, value };
}

function sharedPrefix(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function varint(value: number): Uint8Array {
  const bytes = [value % 128];
  while (value >= 128) {
    value = Math.floor(value / 128) - 1;
    bytes.unshift(128 + value % 128);
  }
  return Uint8Array.from(bytes);
}

function number(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = length - 1; i >= 0; i--, value = Math.floor(value / 256)) bytes[i] = value % 256;
  return bytes;
}

function join(...parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
