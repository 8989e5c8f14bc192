/** How many bytes at the begin are ASCII, counted in whole steps of sixteen but at the end. */
export function asciiLength(at: usize, length: usize): usize {
  const begin = at;
  const end = at + length;
  while (end - at >= 64) {
    const all = v128.or(
      v128.or(v128.load(at), v128.load(at, 16)),
      v128.or(v128.load(at, 32), v128.load(at, 48)),
    );
    if (i8x16.bitmask(all) != 0) break;
    at += 64;
  }
  while (end - at >= 16) {
    if (i8x16.bitmask(v128.load(at)) != 0) return at - begin;
    at += 16;
  }
  while (at < end && load<u8>(at) < 128) at++;
  return at - begin;
}
