// Equal lines get equal numbers. The table knows the lines of both files' differing middles, and how
// often each of them occurs in each whole file.

import { reserve } from "./memory";
import { equalBytes, newlineMask } from "./lines";

// Secret of this instance, so that nobody can make files whose lines all collide.
let seedA: u64 = 0x9e3779b97f4a7c15;
let seedB: u64 = 0xd1b54a32d192ed03;

/** Sets the secret that line hashes depend on; no result does. */
export function seedLines(a: u32, b: u32, c: u32, d: u32): void {
  seedA = (<u64>a << 32) | b;
  seedB = (<u64>c << 32) | d;
}

// Two crosswise 32-bit products: every bit of one word is multiplied by unknown bits of the other.
@inline
function fold(x: u64, y: u64): u64 {
  return (x & 0xffffffff) * (y >>> 32) + rotl((x >>> 32) * (y & 0xffffffff), 32);
}

@inline
function hashLine(at: usize, length: usize, a: u64, b: u64): u64 {
  let h = a ^ (<u64>length * 0x9e3779b97f4a7c15);
  while (length > 16) {
    h = fold(load<u64>(at) ^ h, load<u64>(at, 8) ^ b);
    at += 16;
    length -= 16;
  }
  if (length >= 8) h = fold(load<u64>(at) ^ h, load<u64>(at + length - 8) ^ b);
  else h = fold((load<u64>(at) & ((<u64>1 << (length << 3)) - 1)) ^ h, b);
  h ^= h >>> 32;
  h *= 0xd6e8feb86659fd93;
  return h ^ (h >>> 32);
}

// A cheap key of a line, from its length and its last bytes, for the filter before the table.
@inline
function sketch(at: usize, length: usize): u64 {
  const tail = length >= 8
    ? load<u64>(at + length - 8)
    : load<u64>(at) & ((<u64>1 << (length << 3)) - 1);
  return (tail + <u64>length * 0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93;
}

// A slot is 8 bytes: number of the class plus one, then 32 bits of the hash. A class is 16 bytes:
// where an example of the line starts, its length, how often file 1 has it, how often file 2.
let slots: usize = 0;
let slotMask: usize = 0;
let classes: usize = 0;
let classCount: u32 = 0;

/** Reserves the table for so many lines; false when memory cannot grow. */
export function openTable(lines: usize): bool {
  let size: usize = 16;
  while (size < lines + (lines >>> 1)) size <<= 1;
  slots = reserve(size << 3);
  classes = reserve(lines << 4);
  if (slots === 0 || classes === 0) return false;
  memory.fill(slots, 0, size << 3);
  slotMask = size - 1;
  classCount = 0;
  return true;
}

/** How often the whole file 1 (side 0) or 2 (side 1) has the lines of this number. */
@inline
export function occurrences(table: usize, number: u32, side: u32): u32 {
  return load<u32>(table + (<usize>number << 4) + (side << 2), 8);
}

/** Address of the classes, for `occurrences`. */
export function tableClasses(): usize {
  return classes;
}

/**
 * Numbers the lines of one side's middle, writing a number for each. Returns whether any of them
 * was known before.
 */
export function numberLines(at: usize, end: usize, numbers: usize, side: u32): bool {
  const a = seedA, b = seedB, table = slots, mask = slotMask, records = classes;
  const countAt = records + 8 + (side << 2);
  const knownBefore = classCount;
  let known = knownBefore;
  let shared = false;
  let start = at;
  let block = at;
  let bits = newlineMask(block, end);
  while (true) {
    let next: usize;
    if (bits !== 0) {
      next = block + <usize>ctz(bits) + 1;
      bits &= bits - 1;
    } else {
      block += 64;
      if (block < end) {
        bits = newlineMask(block, end);
        continue;
      }
      if (start >= end) break;
      next = end;
    }
    const length = next - start;
    const h = hashLine(start, length, a, b);
    const tag = h >>> 32;
    let slot = <usize>h & mask;
    let number: u32 = 0;
    while (true) {
      const entry = load<u64>(table + (slot << 3));
      if (entry === 0) {
        number = known++;
        store<u64>(table + (slot << 3), (tag << 32) | (number + 1));
        const record = records + (<usize>number << 4);
        store<u32>(record, <u32>start);
        store<u32>(record, <u32>length, 4);
        store<u64>(record, 0, 8);
        break;
      }
      if (entry >>> 32 === tag) {
        number = <u32>entry - 1;
        const record = records + (<usize>number << 4);
        if (
          load<u32>(record, 4) === <u32>length &&
          equalBytes(load<u32>(record), start, length)
        ) break;
      }
      slot = (slot + 1) & mask;
    }
    if (number < knownBefore) shared = true;
    const count = countAt + (<usize>number << 4);
    store<u32>(count, load<u32>(count) + 1);
    store<u32>(numbers, number);
    numbers += 4;
    start = next;
  }
  classCount = known;
  return shared;
}

let filter: usize = 0;
let filterShift: u64 = 0;

/** Makes the filter that `countOutside` asks before the table; false when memory cannot grow. */
export function openFilter(): bool {
  let log: u64 = 10;
  while ((<usize>1 << <usize>log) < <usize>classCount << 4) log++;
  const size = <usize>1 << <usize>(log - 3);
  filter = reserve(size);
  if (filter === 0) return false;
  memory.fill(filter, 0, size);
  filterShift = 64 - log;
  const records = classes;
  for (let i: u32 = 0; i < classCount; i++) {
    const record = records + (<usize>i << 4);
    const bit = <u32>(sketch(load<u32>(record), load<u32>(record, 4)) >>> filterShift);
    const byte = filter + (bit >>> 3);
    store<u8>(byte, load<u8>(byte) | <u8>(<u32>1 << (bit & 7)));
  }
  return true;
}

/** Counts, for both files at once, the lines of an equal end that the table knows. */
export function countOutside(at: usize, end: usize): void {
  const shift = filterShift, set = filter;
  let start = at;
  for (let block = at; block < end; block += 64) {
    let bits = newlineMask(block, end);
    while (bits !== 0) {
      const next = block + <usize>ctz(bits) + 1;
      const bit = <u32>(sketch(start, next - start) >>> shift);
      if (load<u8>(set + (bit >>> 3)) & (1 << (bit & 7))) countOne(start, next - start);
      start = next;
      bits &= bits - 1;
    }
  }
  if (start < end) countOne(start, end - start);
}

function countOne(start: usize, length: usize): void {
  const h = hashLine(start, length, seedA, seedB);
  const tag = h >>> 32;
  let slot = <usize>h & slotMask;
  while (true) {
    const entry = load<u64>(slots + (slot << 3));
    if (entry === 0) return;
    if (entry >>> 32 === tag) {
      const record = classes + (<usize>(<u32>entry - 1) << 4);
      if (
        load<u32>(record, 4) === <u32>length &&
        equalBytes(load<u32>(record), start, length)
      ) {
        store<u32>(record, load<u32>(record, 8) + 1, 8);
        store<u32>(record, load<u32>(record, 12) + 1, 12);
        return;
      }
    }
    slot = (slot + 1) & slotMask;
  }
}
