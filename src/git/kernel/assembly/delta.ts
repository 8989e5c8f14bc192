// Deltas of packed objects (gitformat-pack(5), "Deltified representation").

/** The value of a size in a delta's header; the position after it is left in `cursor`. */
let cursor: usize = 0;

function readSize(end: usize): u64 {
  let value: u64 = 0;
  let shift: u64 = 0;
  while (cursor < end) {
    const byte: u64 = load<u8>(cursor++);
    if (shift < 63) value |= (byte & 127) << shift;
    shift += 7;
    if ((byte & 128) == 0) return value;
  }
  cursor = 0;
  return 0;
}

/** Size of the object that the delta makes, read from the first bytes of the delta; -1 when cut off. */
export function deltaResultSize(delta: usize, length: usize): f64 {
  cursor = delta;
  readSize(delta + length);
  if (cursor == 0) return -1;
  const size = readSize(delta + length);
  return cursor == 0 ? -1 : <f64>size;
}

/**
 * Applies a delta. The output needs 16 bytes of slack behind it.
 * Returns 1, or 0 when the delta does not fit its base or the expected size.
 */
export function applyDelta(
  base: usize,
  baseLength: usize,
  delta: usize,
  deltaLength: usize,
  output: usize,
  size: usize,
): i32 {
  const end = delta + deltaLength;
  cursor = delta;
  if (readSize(end) != <u64>baseLength || cursor == 0) return 0;
  if (readSize(end) != <u64>size || cursor == 0) return 0;
  let ip = cursor;
  let op = output;
  const outputEnd = output + size;
  while (ip < end) {
    const opcode: u32 = load<u8>(ip++);
    if (opcode & 0x80) {
      if (ip + <usize>popcnt<u32>(opcode & 0x7f) > end) return 0;
      let offset: usize = 0;
      let length: usize = 0;
      if (opcode & 0x01) offset = load<u8>(ip++);
      if (opcode & 0x02) offset |= <usize>load<u8>(ip++) << 8;
      if (opcode & 0x04) offset |= <usize>load<u8>(ip++) << 16;
      if (opcode & 0x08) offset |= <usize>load<u8>(ip++) << 24;
      if (opcode & 0x10) length = load<u8>(ip++);
      if (opcode & 0x20) length |= <usize>load<u8>(ip++) << 8;
      if (opcode & 0x40) length |= <usize>load<u8>(ip++) << 16;
      if (length == 0) length = 0x10000;
      if (offset > baseLength || length > baseLength - offset) return 0;
      if (length > outputEnd - op) return 0;
      copy(op, base + offset, length);
      op += length;
    } else {
      const length: usize = opcode;
      if (length == 0 || length > end - ip || length > outputEnd - op) return 0;
      copy(op, ip, length);
      ip += length;
      op += length;
    }
  }
  return op == outputEnd ? 1 : 0;
}

/**
 * Makes only the first bytes of what a delta makes, from the first bytes of its base; the sizes in its
 * header do not count. With no output it only looks how far into the base that goes.
 * Returns that distance, or -1 when the delta or the base ends before.
 */
export function deltaPrefix(
  base: usize,
  baseLength: usize,
  delta: usize,
  deltaLength: usize,
  output: usize,
  size: usize,
): f64 {
  const end = delta + deltaLength;
  cursor = delta;
  readSize(end);
  if (cursor == 0) return -1;
  readSize(end);
  if (cursor == 0) return -1;
  let ip = cursor;
  let left = size;
  let reach: usize = 0;
  while (left > 0) {
    if (ip >= end) return -1;
    const opcode: u32 = load<u8>(ip++);
    let length: usize = opcode;
    if (opcode & 0x80) {
      if (ip + <usize>popcnt<u32>(opcode & 0x7f) > end) return -1;
      let offset: usize = 0;
      length = 0;
      if (opcode & 0x01) offset = load<u8>(ip++);
      if (opcode & 0x02) offset |= <usize>load<u8>(ip++) << 8;
      if (opcode & 0x04) offset |= <usize>load<u8>(ip++) << 16;
      if (opcode & 0x08) offset |= <usize>load<u8>(ip++) << 24;
      if (opcode & 0x10) length = load<u8>(ip++);
      if (opcode & 0x20) length |= <usize>load<u8>(ip++) << 8;
      if (opcode & 0x40) length |= <usize>load<u8>(ip++) << 16;
      if (length == 0) length = 0x10000;
      length = min(length, left);
      if (offset > <usize>0xffffffff - length) return -1;
      reach = max(reach, offset + length);
      if (output != 0) {
        if (offset + length > baseLength) return -1;
        copy(output, base + offset, length);
      }
    } else {
      length = min(length, left);
      if (length == 0 || length > end - ip) return -1;
      if (output != 0) copy(output, ip, length);
      ip += length;
    }
    if (output != 0) output += length;
    left -= length;
  }
  return <f64>reach;
}

// @ts-ignore: decorator
@inline
function copy(to: usize, from: usize, length: usize): void {
  if (length > 256) {
    memory.copy(to, from, length);
    return;
  }
  const end = to + length;
  do {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  } while (to < end);
}
