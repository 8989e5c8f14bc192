// SHA-1 and SHA-256 (FIPS 180-4), streaming: begin, update any number of times, finish.

const state: usize = memory.data(32, 16);
const schedule: usize = memory.data(80 * 4, 16);
const block: usize = memory.data(64, 16);
let filled: usize = 0;
let total: u64 = 0;
let wide: bool = false;

const K = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

/** Starts a digest: SHA-256 when `sha256`, else SHA-1. */
export function digestBegin(sha256: bool): void {
  wide = sha256;
  filled = 0;
  total = 0;
  if (sha256) {
    store<u32>(state, 0x6a09e667);
    store<u32>(state, 0xbb67ae85, 4);
    store<u32>(state, 0x3c6ef372, 8);
    store<u32>(state, 0xa54ff53a, 12);
    store<u32>(state, 0x510e527f, 16);
    store<u32>(state, 0x9b05688c, 20);
    store<u32>(state, 0x1f83d9ab, 24);
    store<u32>(state, 0x5be0cd19, 28);
  } else {
    store<u32>(state, 0x67452301);
    store<u32>(state, 0xefcdab89, 4);
    store<u32>(state, 0x98badcfe, 8);
    store<u32>(state, 0x10325476, 12);
    store<u32>(state, 0xc3d2e1f0, 16);
  }
}

/** Adds bytes to the digest. */
export function digestUpdate(at: usize, length: usize): void {
  total += length;
  if (filled > 0) {
    const take = min<usize>(64 - filled, length);
    memory.copy(block + filled, at, take);
    filled += take;
    at += take;
    length -= take;
    if (filled < 64) return;
    compress(block);
    filled = 0;
  }
  while (length >= 64) {
    compress(at);
    at += 64;
    length -= 64;
  }
  memory.copy(block, at, length);
  filled = length;
}

/** Ends the digest and writes its 20 or 32 bytes. */
export function digestFinish(output: usize): void {
  const bits = total << 3;
  store<u8>(block + filled++, 0x80);
  if (filled > 56) {
    memory.fill(block + filled, 0, 64 - filled);
    compress(block);
    filled = 0;
  }
  memory.fill(block + filled, 0, 56 - filled);
  store<u64>(block + 56, bswap(bits));
  compress(block);
  const words = wide ? 8 : 5;
  for (let i = 0; i < words; i++) store<u32>(output + (i << 2), bswap(load<u32>(state + (i << 2))));
}

// @ts-ignore: decorator
@inline
function compress(at: usize): void {
  if (wide) compress256(at);
  else compress1(at);
}

// @ts-ignore: decorator
@inline
function word(at: usize): u32 {
  return load<u32>(schedule + at);
}

function compress1(at: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(schedule + i, bswap(load<u32>(at + i)));
  for (let i: usize = 64; i < 320; i += 4) {
    store<u32>(
      schedule + i,
      rotl(word(i - 12) ^ word(i - 32) ^ word(i - 56) ^ word(i - 64), 1),
    );
  }
  let a = load<u32>(state), b = load<u32>(state, 4), c = load<u32>(state, 8);
  let d = load<u32>(state, 12), e = load<u32>(state, 16);
  let i: usize = 0;
  for (; i < 80; i += 4) {
    const t = rotl(a, 5) + ((b & c) | (~b & d)) + e + 0x5a827999 + word(i);
    e = d;
    d = c;
    c = rotl(b, 30);
    b = a;
    a = t;
  }
  for (; i < 160; i += 4) {
    const t = rotl(a, 5) + (b ^ c ^ d) + e + 0x6ed9eba1 + word(i);
    e = d;
    d = c;
    c = rotl(b, 30);
    b = a;
    a = t;
  }
  for (; i < 240; i += 4) {
    const t = rotl(a, 5) + ((b & c) | (b & d) | (c & d)) + e + 0x8f1bbcdc + word(i);
    e = d;
    d = c;
    c = rotl(b, 30);
    b = a;
    a = t;
  }
  for (; i < 320; i += 4) {
    const t = rotl(a, 5) + (b ^ c ^ d) + e + 0xca62c1d6 + word(i);
    e = d;
    d = c;
    c = rotl(b, 30);
    b = a;
    a = t;
  }
  store<u32>(state, load<u32>(state) + a);
  store<u32>(state, load<u32>(state, 4) + b, 4);
  store<u32>(state, load<u32>(state, 8) + c, 8);
  store<u32>(state, load<u32>(state, 12) + d, 12);
  store<u32>(state, load<u32>(state, 16) + e, 16);
}

function compress256(at: usize): void {
  for (let i: usize = 0; i < 64; i += 4) store<u32>(schedule + i, bswap(load<u32>(at + i)));
  for (let i: usize = 64; i < 256; i += 4) {
    const x = load<u32>(schedule + i - 60);
    const y = load<u32>(schedule + i - 8);
    store<u32>(
      schedule + i,
      (rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)) + (rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10)) +
        load<u32>(schedule + i - 64) + load<u32>(schedule + i - 28),
    );
  }
  let a = load<u32>(state), b = load<u32>(state, 4), c = load<u32>(state, 8), d = load<u32>(state, 12);
  let e = load<u32>(state, 16), f = load<u32>(state, 20), g = load<u32>(state, 24), h = load<u32>(state, 28);
  for (let i: usize = 0; i < 256; i += 4) {
    const t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + load<u32>(K + i) +
      load<u32>(schedule + i);
    const t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  store<u32>(state, load<u32>(state) + a);
  store<u32>(state, load<u32>(state, 4) + b, 4);
  store<u32>(state, load<u32>(state, 8) + c, 8);
  store<u32>(state, load<u32>(state, 12) + d, 12);
  store<u32>(state, load<u32>(state, 16) + e, 16);
  store<u32>(state, load<u32>(state, 20) + f, 20);
  store<u32>(state, load<u32>(state, 24) + g, 24);
  store<u32>(state, load<u32>(state, 28) + h, 28);
}
