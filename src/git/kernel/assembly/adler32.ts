// Adler-32 (RFC 1950, section 8.2).

/** The sum of what came before and these bytes, sixteen a step; it begins as 1. */
export function adler32(sum: u32, at: usize, length: usize): u32 {
  let a: u32 = sum & 0xffff;
  let b: u32 = sum >> 16;
  const weights = i16x8(16, 15, 14, 13, 12, 11, 10, 9);
  const lower = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
  while (length >= 16) {
    // 5,552 bytes is the most before a 32-bit sum can overflow.
    const run = min<usize>(length & ~15, 5536);
    const end = at + run;
    let sums = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    let before = i32x4.splat(0);
    while (at < end) {
      const bytes = v128.load(at);
      before = v128.add<i32>(before, sums);
      const pairs = i16x8.extadd_pairwise_i8x16_u(bytes);
      sums = v128.add<i32>(sums, i32x4.extadd_pairwise_i16x8_u(pairs));
      weighted = v128.add<i32>(
        weighted,
        v128.add<i32>(
          i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), weights),
          i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), lower),
        ),
      );
      at += 16;
    }
    const total: u32 = sum4(sums);
    b = (b + a * <u32>run + (sum4(before) << 4) + sum4(weighted)) % 65521;
    a = (a + total) % 65521;
    length -= run;
  }
  while (length > 0) {
    a += load<u8>(at++);
    b += a;
    length--;
  }
  return ((b % 65521) << 16) | (a % 65521);
}

// @ts-ignore: decorator
@inline
function sum4(v: v128): u32 {
  return <u32>(v128.extract_lane<i32>(v, 0) + v128.extract_lane<i32>(v, 1) +
    v128.extract_lane<i32>(v, 2) + v128.extract_lane<i32>(v, 3));
}
