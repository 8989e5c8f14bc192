// How much of one file's content another file holds, as git's rename detection measures it: a file is
// cut into chunks, and only the bytes per chunk hash are compared, not their order.

import { reserve } from "./memory";

/** How many chunk hashes there are; git's result depends on which chunks collide. */
const HASHES: u32 = 107927;
/** The longest chunk in bytes; a shorter one ends with its newline. */
const LONGEST: u32 = 64;
/** The score of equal files. */
const FULL: u64 = 60000;

// Bytes per hash of the file that is read, and of the file that others are compared with.
let reading: usize = 0;
let target: usize = 0;
// Table offsets of the hashes that the file being read has.
let seen: usize = 0;
let seenEnd: usize = 0;
// The chunk that is not finished: its two 32-bit accumulators as one word, and its bytes.
let mixed: u64 = 0;
let chunk: u32 = 0;

/** Reserves the tables, all empty; false when memory cannot grow. */
export function openSpans(): bool {
  const size = <usize>HASHES << 2;
  reading = reserve(size);
  target = reserve(size);
  seen = reserve(size);
  if (reading === 0 || target === 0 || seen === 0) return false;
  memory.fill(reading, 0, size);
  memory.fill(target, 0, size);
  seenEnd = seen;
  mixed = 0;
  chunk = 0;
  return true;
}

@inline
function count(x: u64, bytes: u32): void {
  const slot = <usize>((<u32>x + <u32>(x >>> 32) * 97) % HASHES) << 2;
  const before = load<u32>(reading + slot);
  if (before === 0) {
    store<u32>(seenEnd, <u32>slot);
    seenEnd += 4;
  }
  store<u32>(reading + slot, before + bytes);
}

/**
 * Cuts a piece of the file that is being read. In a text the CR of a CRLF does not count, so a piece
 * of a text must not end between the two.
 */
export function addSpans(at: usize, length: usize, text: bool): void {
  const end = at + length;
  let x = mixed;
  let bytes = chunk;
  while (at < end) {
    const c = load<u8>(at++);
    if (c === 13 && text && at < end && load<u8>(at) === 10) continue;
    // Both accumulators shift by 7 and take each other's lost bits, which is one rotation.
    x = rotl(x, 7);
    x = (x & 0xffffffff00000000) | <u64>(<u32>x + c);
    bytes++;
    if (c !== 10 && bytes < LONGEST) continue;
    count(x, bytes);
    x = 0;
    bytes = 0;
  }
  mixed = x;
  chunk = bytes;
}

/** Ends the file and returns how many hashes it has. `tail`: whether an unfinished chunk counts. */
export function endSpans(tail: bool): u32 {
  if (chunk !== 0 && tail) count(mixed, chunk);
  mixed = 0;
  chunk = 0;
  return <u32>((seenEnd - seen) >>> 2);
}

/** Forgets what was read of the file. */
export function dropSpans(): void {
  for (let at = seen, end = seenEnd; at < end; at += 4) store<u32>(reading + load<u32>(at), 0);
  seenEnd = seen;
  mixed = 0;
  chunk = 0;
}

/** Writes the list of the file that was read, two u32 per hash: its place in the table, its bytes. */
export function takeSpans(output: usize): void {
  const table = reading;
  for (let at = seen, end = seenEnd; at < end; at += 4) {
    const slot = load<u32>(at);
    store<u32>(output, slot);
    store<u32>(output, load<u32>(table + slot), 4);
    store<u32>(table + slot, 0);
    output += 8;
  }
  seenEnd = seen;
}

/** Makes the file of this list the one that others are compared with. */
export function loadSpans(list: usize, length: u32): void {
  for (let end = list + (<usize>length << 3); list < end; list += 8) {
    store<u32>(target + load<u32>(list), load<u32>(list, 4));
  }
}

/** Takes the file of this list out again. */
export function unloadSpans(list: usize, length: u32): void {
  for (let end = list + (<usize>length << 3); list < end; list += 8) {
    store<u32>(target + load<u32>(list), 0);
  }
}

@inline
function smaller(at: usize, table: usize): u32 {
  const a = load<u32>(at, 4);
  const b = load<u32>(table + load<u32>(at));
  return a < b ? a : b;
}

/** Bytes that the file of this list has in common with the loaded file. */
function commonBytes(list: usize, length: u32): u64 {
  const table = target;
  const end = list + (<usize>length << 3);
  const even = list + (<usize>(length & ~3) << 3);
  let a: u32 = 0, b: u32 = 0, c: u32 = 0, d: u32 = 0;
  for (; list < even; list += 32) {
    a += smaller(list, table);
    b += smaller(list + 8, table);
    c += smaller(list + 16, table);
    d += smaller(list + 24, table);
  }
  for (; list < end; list += 8) a += smaller(list, table);
  return <u64>a + b + c + d;
}

/**
 * Scores so many files against the loaded file of this size. A file is 16 bytes: address of its list
 * (0: it cannot be compared), length of the list, size (f64). Writes a score (u16) of 0 to 60,000 for
 * each; 0 when the sizes alone rule out the minimum.
 */
export function scoreSpans(files: usize, many: u32, size: f64, minimum: u32, scores: usize): void {
  for (let i: u32 = 0; i < many; i++, files += 16, scores += 2) {
    const list = <usize>load<u32>(files);
    const other = load<f64>(files, 8);
    const larger = <u64>max(size, other);
    let score: u64 = 0;
    if (
      list !== 0 && larger !== 0 &&
      (larger - <u64>min(size, other)) * FULL <= larger * (FULL - minimum)
    ) score = min(commonBytes(list, load<u32>(files, 4)) * FULL / larger, FULL);
    store<u16>(scores, <u16>score);
  }
}
