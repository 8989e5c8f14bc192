// Compares two tree objects entry by entry (gitformat-pack(5); git-mktree(1) for the order of names).

/** One row per differing entry: seven 32-bit words. */
const ROW: usize = 28;

let mode: u32 = 0;
let nameEnd: usize = 0;

/** Reads the entry at `at`: leaves mode and end of name; returns the start of the name, 0 when malformed. */
function entry(at: usize, end: usize, idLength: usize): usize {
  let value: u32 = 0;
  let digits: u32 = 0;
  while (at < end) {
    const byte: u32 = load<u8>(at++);
    if (byte == 32) break;
    if (byte < 48 || byte > 55 || ++digits > 7) return 0;
    value = (value << 3) | (byte - 48);
  }
  if (digits == 0) return 0;
  const name = at;
  while (at < end && load<u8>(at) != 0) at++;
  if (at == name || at + 1 + idLength > end) return 0;
  // Modes that old versions wrote (100664 and the like) read as the canonical ones.
  const kind = value & 0o170000;
  mode = kind == 0o100000
    ? ((value & 0o100) ? 0o100755 : 0o100644)
    : kind == 0o120000
    ? 0o120000
    : kind == 0o040000
    ? 0o040000
    : 0o160000;
  nameEnd = at;
  return name;
}

// @ts-ignore: decorator
@inline
function equalIds(a: usize, b: usize, length: usize): bool {
  if (load<u64>(a) != load<u64>(b) || load<u64>(a + 8) != load<u64>(b + 8)) return false;
  if (load<u32>(a + 16) != load<u32>(b + 16)) return false;
  return length == 20 || (load<u64>(a + 20) == load<u64>(b + 20) && load<u32>(a + 28) == load<u32>(b + 28));
}

/** Order of names in a tree: bytes, a directory's name as if it ended in a slash. */
function order(a: usize, aLength: usize, aMode: u32, b: usize, bLength: usize, bMode: u32): i32 {
  const shared = min<usize>(aLength, bLength);
  for (let i: usize = 0; i < shared; i++) {
    const x: i32 = load<u8>(a + i);
    const y: i32 = load<u8>(b + i);
    if (x != y) return x - y;
  }
  const x: i32 = aLength > shared ? <i32>load<u8>(a + shared) : aMode == 0o040000 ? 47 : 0;
  const y: i32 = bLength > shared ? <i32>load<u8>(b + shared) : bMode == 0o040000 ? 47 : 0;
  return x - y;
}

/**
 * Writes a row for each entry that differs: mode before, mode after (0 when absent), address of the
 * id before and after, address and length of the name, 0. Returns the number of rows; -1 when a
 * tree is malformed, -2 when the rows do not fit.
 */
export function compareTrees(
  before: usize,
  beforeLength: usize,
  after: usize,
  afterLength: usize,
  idLength: usize,
  rows: usize,
  capacity: u32,
): i32 {
  const beforeEnd = before + beforeLength;
  const afterEnd = after + afterLength;
  let count: u32 = 0;
  let aName: usize = 0, aEnd: usize = 0, aMode: u32 = 0;
  let bName: usize = 0, bEnd: usize = 0, bMode: u32 = 0;
  while (true) {
    if (aName == 0 && before < beforeEnd) {
      aName = entry(before, beforeEnd, idLength);
      if (aName == 0) return -1;
      aMode = mode;
      aEnd = nameEnd;
    }
    if (bName == 0 && after < afterEnd) {
      bName = entry(after, afterEnd, idLength);
      if (bName == 0) return -1;
      bMode = mode;
      bEnd = nameEnd;
    }
    if (aName == 0 && bName == 0) return <i32>count;
    const cmp = aName == 0
      ? 1
      : bName == 0
      ? -1
      : order(aName, aEnd - aName, aMode, bName, bEnd - bName, bMode);
    if (cmp == 0 && aMode == bMode && equalIds(aEnd + 1, bEnd + 1, idLength)) {
      before = aEnd + 1 + idLength;
      after = bEnd + 1 + idLength;
      aName = 0;
      bName = 0;
      continue;
    }
    if (count == capacity) return -2;
    const row = rows + <usize>count * ROW;
    count++;
    store<u32>(row, cmp <= 0 ? aMode : 0);
    store<u32>(row + 4, cmp >= 0 ? bMode : 0);
    store<u32>(row + 8, cmp <= 0 ? <u32>(aEnd + 1) : 0);
    store<u32>(row + 12, cmp >= 0 ? <u32>(bEnd + 1) : 0);
    store<u32>(row + 16, <u32>(cmp <= 0 ? aName : bName));
    store<u32>(row + 20, <u32>(cmp <= 0 ? aEnd - aName : bEnd - bName));
    if (cmp <= 0) {
      before = aEnd + 1 + idLength;
      aName = 0;
    }
    if (cmp >= 0) {
      after = bEnd + 1 + idLength;
      bName = 0;
    }
  }
}

/**
 * Finds the entry of a name: writes its canonical mode and the address of its id. Returns 1, 0 when
 * there is none, -1 when the tree is malformed before it is found. Entries are not assumed to be in
 * order.
 */
export function findTreeEntry(
  tree: usize,
  length: usize,
  idLength: usize,
  name: usize,
  nameLength: usize,
  result: usize,
): i32 {
  const end = tree + length;
  while (tree < end) {
    const start = entry(tree, end, idLength);
    if (start == 0) return -1;
    if (nameEnd - start == nameLength && memory.compare(start, name, nameLength) == 0) {
      store<u32>(result, mode);
      store<u32>(result + 4, <u32>(nameEnd + 1));
      return 1;
    }
    tree = nameEnd + 1 + idLength;
  }
  return 0;
}
