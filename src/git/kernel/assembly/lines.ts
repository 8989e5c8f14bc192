// Newlines and equal ends: the passes over bytes that need no table. All reads may run up to 63
// bytes past the end they are given, into the slack that `reserve` leaves behind every buffer.

/** The newline in all 16 lanes. */
@inline
export function newlines(): v128 {
  return i8x16.splat(10);
}

/** Which of 64 bytes are newlines, one bit each, without those at or after the end. */
@inline
export function newlineMask(at: usize, end: usize): u64 {
  const n = newlines();
  const a = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(at), n)));
  const b = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(at, 16), n)));
  const c = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(at, 32), n)));
  const d = <u64>(<u32>i8x16.bitmask(i8x16.eq(v128.load(at, 48), n)));
  const mask = a | (b << 16) | (c << 32) | (d << 48);
  const left = end - at;
  return left < 64 ? mask & ((<u64>1 << left) - 1) : mask;
}

/** How many newlines the bytes hold. */
function countNewlines(at: usize, end: usize): u32 {
  const n = newlines();
  let total: u32 = 0;
  while (at + 16 <= end) {
    // A lane counts at most 255 before it must be emptied.
    const stop = at + min((end - at) & ~15, 255 * 16);
    let lanes = i8x16.splat(0);
    for (; at < stop; at += 16) lanes = i8x16.sub(lanes, i8x16.eq(v128.load(at), n));
    const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes));
    total += i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) +
      i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
  }
  if (at < end) total += <u32>popcnt(newlineMask(at, end));
  return total;
}

/** Number of lines; the last one counts without its newline too. */
export function countLines(at: usize, length: usize): u32 {
  if (length === 0) return 0;
  const end = at + length;
  return countNewlines(at, end) + (load<u8>(end - 1) !== 10 ? 1 : 0);
}

/** How many bytes agree from the front. */
export function commonPrefix(a: usize, b: usize, length: usize): usize {
  let i: usize = 0;
  while (i + 16 <= length) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(a + i), v128.load(b + i)));
    if (same !== 0xffff) return i + ctz(~same);
    i += 16;
  }
  while (i < length && load<u8>(a + i) === load<u8>(b + i)) i++;
  return i;
}

/** How many bytes agree from the back. */
export function commonSuffix(aEnd: usize, bEnd: usize, length: usize): usize {
  let i: usize = 0;
  while (i + 16 <= length) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(aEnd - i - 16), v128.load(bEnd - i - 16)));
    if (same !== 0xffff) return i + clz(~(same << 16));
    i += 16;
  }
  while (i < length && load<u8>(aEnd - i - 1) === load<u8>(bEnd - i - 1)) i++;
  return i;
}

/** Whether two stretches of bytes are equal. */
export function equalBytes(a: usize, b: usize, length: usize): bool {
  while (length > 16) {
    if (v128.any_true(v128.xor(v128.load(a), v128.load(b)))) return false;
    a += 16;
    b += 16;
    length -= 16;
  }
  const differ = load<u64>(a) ^ load<u64>(b);
  if (length < 8) return (differ & ((<u64>1 << (length << 3)) - 1)) === 0;
  return (differ | (load<u64>(a + length - 8) ^ load<u64>(b + length - 8))) === 0;
}

/** Start of the line that the byte before `at` belongs to or ends; `from` is a line start. */
export function lineStartBefore(at: usize, from: usize): usize {
  const n = newlines();
  while (at >= from + 16) {
    const mask = <u32>i8x16.bitmask(i8x16.eq(v128.load(at - 16), n));
    if (mask !== 0) return at - 16 + (32 - <usize>clz(mask));
    at -= 16;
  }
  while (at > from && load<u8>(at - 1) !== 10) at--;
  return at;
}

/** The first line start after `at`, `end` when no newline follows. */
export function lineStartAfter(at: usize, end: usize): usize {
  for (; at < end; at += 64) {
    const mask = newlineMask(at, end);
    if (mask !== 0) return at + <usize>ctz(mask) + 1;
  }
  return end;
}

/** Writes the address where each line starts, and the end after them. */
export function indexLines(at: usize, end: usize, starts: usize): void {
  let start = at;
  for (let block = at; block < end; block += 64) {
    let mask = newlineMask(block, end);
    while (mask !== 0) {
      store<u32>(starts, <u32>start);
      starts += 4;
      start = block + <usize>ctz(mask) + 1;
      mask &= mask - 1;
    }
  }
  if (start < end) {
    store<u32>(starts, <u32>start);
    starts += 4;
  }
  store<u32>(starts, <u32>end);
}
