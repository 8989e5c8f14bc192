// The codes of deflate (RFC 1951): tables that decode them, and the head of a block that states them.

/** The stream is not valid, or holds more or less than the expected output. */
export const INVALID: i32 = -1;
/** The stream goes on behind the given input. */
export const NEED_INPUT: i32 = -2;

/** Bits that the table of dynamic distances decodes at once. */
export const DISTANCE_BITS: u32 = 8;

// A table entry: bits 0–4 code bits to drop, bits 8–12 extra bits (or bits of the second table),
// bit 13 second table, bit 14 end of block, bit 15 literal, bits 16–31 value.
export const SECOND_TABLE: u32 = 1 << 13;
export const END_OF_BLOCK: u32 = 1 << 14;
export const LITERAL: u32 = 1 << 15;
/** Drops no bit and is no symbol: a code that the table does not define. */
const UNDEFINED: u32 = SECOND_TABLE | END_OF_BLOCK;

const lengths: usize = memory.data(320 + 16);
const sorted: usize = memory.data(320 * 2);
const counts: usize = memory.data(16 * 4);
const offsets: usize = memory.data(17 * 4);
const precode: usize = memory.data(128 * 4 + 64);
export const literals: usize = memory.data(4096 * 4);
export const distances: usize = memory.data(1024 * 4);
export const fixedLiterals: usize = memory.data(512 * 4);
export const fixedDistances: usize = memory.data(32 * 4);
let fixedReady: bool = false;

const LENGTH_BASE = memory.data<u16>([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
  195, 227, 258,
]);
const LENGTH_EXTRA = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const DISTANCE_BASE = memory.data<u16>([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
]);
const DISTANCE_EXTRA = memory.data<u8>([
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]);
const PRECODE_ORDER = memory.data<u8>([
  16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
]);

const KIND_PRECODE: u32 = 0;
const KIND_LITERAL: u32 = 1;
const KIND_DISTANCE: u32 = 2;

// @ts-ignore: decorator
@inline
function symbolEntry(kind: u32, symbol: u32): u32 {
  if (kind == KIND_PRECODE) return symbol << 16;
  if (kind == KIND_LITERAL) {
    if (symbol < 256) return LITERAL | (symbol << 16);
    if (symbol == 256) return END_OF_BLOCK;
    if (symbol > 285) return UNDEFINED;
    const at = symbol - 257;
    return (<u32>load<u16>(LENGTH_BASE + (at << 1)) << 16) | (<u32>load<u8>(LENGTH_EXTRA + at) << 8);
  }
  if (symbol > 29) return UNDEFINED;
  return (<u32>load<u16>(DISTANCE_BASE + (symbol << 1)) << 16) |
    (<u32>load<u8>(DISTANCE_EXTRA + symbol) << 8);
}

/**
 * Fills a decoding table from code lengths. The table of the codes up to length n is made, then
 * doubled for length n + 1: each entry is written once and copied, not set symbol by symbol.
 */
function buildTable(kind: u32, from: usize, symbols: u32, table: usize, bits: u32): bool {
  memory.fill(counts, 0, 64);
  for (let i: u32 = 0; i < symbols; i++) {
    const slot = counts + (<usize>load<u8>(from + i) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let free: i32 = 1;
  let total: u32 = 0;
  for (let length: u32 = 1; length <= 15; length++) {
    const count = load<u32>(counts + (length << 2));
    free = (free << 1) - <i32>count;
    if (free < 0) return false;
    store<u32>(offsets + (length << 2), total);
    total += count;
  }
  if (free > 0) {
    // RFC 1951 allows one incomplete code: a single symbol of length 1, or no distance at all.
    if (kind == KIND_PRECODE || total > 1) return false;
    if (total == 1 && load<u32>(counts + 4) != 1) return false;
    for (let i: u32 = 0; i < <u32>1 << bits; i++) store<u32>(table + (i << 2), UNDEFINED);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = <usize>load<u8>(from + symbol);
    if (length == 0) continue;
    const slot = offsets + (length << 2);
    const at = load<u32>(slot);
    store<u16>(sorted + (at << 1), <u16>symbol);
    store<u32>(slot, at + 1);
  }
  if (free > 0) {
    if (total == 1) {
      const entry = symbolEntry(kind, load<u16>(sorted)) | 1;
      for (let i: u32 = 0; i < <u32>1 << bits; i += 2) store<u32>(table + (i << 2), entry);
    }
    return true;
  }

  let code: u32 = 0; // bits in the order they are read: reversed
  let next: usize = sorted;
  let length: u32 = 1;
  for (; length <= bits; length++) {
    for (let left = load<u32>(counts + (length << 2)); left > 0; left--) {
      store<u32>(table + (code << 2), symbolEntry(kind, load<u16>(next)) | length);
      next += 2;
      const ones = (<u32>1 << length) - 1;
      if (code == ones) {
        for (let n = length; n < bits; n++) {
          memory.copy(table + (<usize>4 << n), table, <usize>4 << n);
        }
        return true;
      }
      const bit = <u32>0x80000000 >> clz(code ^ ones);
      code = (code & (bit - 1)) | bit;
    }
    if (length < bits) memory.copy(table + (<usize>4 << length), table, <usize>4 << length);
  }

  let end: u32 = <u32>1 << bits;
  let prefix: u32 = 0xffffffff;
  let start: u32 = 0;
  let second: u32 = 0;
  const mask = (<u32>1 << bits) - 1;
  for (; length <= 15; length++) {
    for (let left = load<u32>(counts + (length << 2)); left > 0; left--) {
      if ((code & mask) != prefix) {
        prefix = code & mask;
        start = end;
        second = length - bits;
        let space = left;
        while (space < <u32>1 << second && bits + second < 15) {
          second++;
          space = (space << 1) + load<u32>(counts + ((bits + second) << 2));
        }
        end += <u32>1 << second;
        if (end > (kind == KIND_LITERAL ? <u32>4096 : <u32>1024)) return false;
        store<u32>(table + (prefix << 2), SECOND_TABLE | (second << 8) | (start << 16) | bits);
      }
      const entry = symbolEntry(kind, load<u16>(next)) | (length - bits);
      next += 2;
      const step = <u32>1 << (length - bits);
      for (let i = code >> bits; i < <u32>1 << second; i += step) {
        store<u32>(table + ((start + i) << 2), entry);
      }
      const ones = (<u32>1 << length) - 1;
      if (code == ones) return true;
      const bit = <u32>0x80000000 >> clz(code ^ ones);
      code = (code & (bit - 1)) | bit;
    }
  }
  return true;
}

/** Fills the tables of the fixed codes, once. */
export function buildFixed(): void {
  if (fixedReady) return;
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  buildTable(KIND_LITERAL, lengths, 288, fixedLiterals, 9);
  memory.fill(lengths, 5, 32);
  buildTable(KIND_DISTANCE, lengths, 32, fixedDistances, 5);
  fixedReady = true;
}

/** Where the reader of a block's head stands: next byte, bits that were taken from those before. */
export let headAt: usize = 0;
export let headBits: u64 = 0;
export let headHeld: u64 = 0;

/**
 * Reads the head of a block of dynamic codes (RFC 1951, 3.2.7) behind its type, and fills the tables.
 * Returns 0, or INVALID or NEED_INPUT; where it ended stands in the three values above.
 */
export function readDynamicCodes(
  at: usize,
  buffer: u64,
  held: u64,
  inputEnd: usize,
  tableBits: u32,
): i32 {
  let ip = at;
  const literalCount = (<u32>buffer & 31) + 257;
  const distanceCount = (<u32>(buffer >> 5) & 31) + 1;
  const precodeCount = (<u32>(buffer >> 10) & 15) + 4;
  buffer >>= 14;
  held -= 14;
  if (literalCount > 286 || distanceCount > 30) return INVALID;
  memory.fill(lengths, 0, 19);
  for (let i: u32 = 0; i < precodeCount; i++) {
    if (held < 3) {
      buffer |= load<u64>(ip) << held;
      ip += <usize>((63 - held) >> 3);
      held |= 56;
    }
    store<u8>(lengths + load<u8>(PRECODE_ORDER + i), <u8>(<u32>buffer & 7));
    buffer >>= 3;
    held -= 3;
  }
  if (!buildTable(KIND_PRECODE, lengths, 19, precode, 7)) return INVALID;
  const total = literalCount + distanceCount;
  let i: u32 = 0;
  while (i < total) {
    buffer |= load<u64>(ip) << held;
    ip += <usize>((63 - held) >> 3);
    held |= 56;
    if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
    const entry = load<u32>(precode + (<usize>(<u32>buffer & 127) << 2));
    const drop = <u64>(entry & 31);
    buffer >>= drop;
    held -= drop;
    const symbol = entry >> 16;
    if (symbol < 16) {
      store<u8>(lengths + i++, <u8>symbol);
      continue;
    }
    let value: u8 = 0;
    let run: u32;
    if (symbol == 16) {
      if (i == 0) return INVALID;
      value = load<u8>(lengths + i - 1);
      run = 3 + (<u32>buffer & 3);
      buffer >>= 2;
      held -= 2;
    } else if (symbol == 17) {
      run = 3 + (<u32>buffer & 7);
      buffer >>= 3;
      held -= 3;
    } else {
      run = 11 + (<u32>buffer & 127);
      buffer >>= 7;
      held -= 7;
    }
    if (i + run > total) return INVALID;
    memory.fill(lengths + i, value, run);
    i += run;
  }
  if (load<u8>(lengths + 256) == 0) return INVALID;
  headAt = ip;
  headBits = buffer;
  headHeld = held;
  if (!buildTable(KIND_LITERAL, lengths, literalCount, literals, tableBits)) return INVALID;
  if (!buildTable(KIND_DISTANCE, lengths + literalCount, distanceCount, distances, DISTANCE_BITS)) return INVALID;
  return 0;
}
