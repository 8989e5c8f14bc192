// Sifting: which lines take part in the search. A line that the other file lacks cannot match; a
// line that the other file repeats too often is left out when it stands among such lines.

import { occurrences } from "./line_table";

const KEPT: u8 = 0;
const ALONE: u8 = 1;
const COMMON: u8 = 2;

// How far around a common line its neighbours are looked at.
const NEIGHBOURS: i32 = 100;
const MOST_OCCURRENCES: u32 = 1024;

/** Two to the number of base-4 digits: a rough square root, never below the true one. */
export function roughRoot(n: usize): u32 {
  let root: u32 = 1;
  for (; n > 0; n >>>= 2) root <<= 1;
  return root;
}

/**
 * Sifts the lines of one side's middle. Writes the kept lines' numbers and places, marks the others
 * as changed, and returns how many are kept. `kinds` is scratch of one byte a line, `marks` is zero.
 */
export function sift(
  numbers: usize,
  lines: i32,
  fileLines: usize,
  table: usize,
  side: u32,
  kinds: usize,
  marks: usize,
  kept: usize,
  places: usize,
): i32 {
  const many = min(roughRoot(fileLines), MOST_OCCURRENCES);
  const other = side ^ 1;
  let common = false;
  for (let i = 0; i < lines; i++) {
    const times = occurrences(table, load<u32>(numbers + (<usize>i << 2)), other);
    let kind = KEPT;
    if (times === 0) kind = ALONE;
    else if (times >= many) {
      kind = COMMON;
      common = true;
    }
    store<u8>(kinds + i, kind);
  }
  let count: i32 = 0;
  for (let i = 0; i < lines; i++) {
    const kind = load<u8>(kinds + i);
    if (kind === ALONE || (kind === COMMON && isLost(kinds, i, lines))) {
      store<u8>(marks + i, 1);
      continue;
    }
    store<u32>(kept + (<usize>count << 2), load<u32>(numbers + (<usize>i << 2)));
    store<u32>(places + (<usize>count << 2), i);
    count++;
  }
  return count;
}

// Whether a common line has a line that stands alone on each side of it, and three times as many of
// those as of common lines, up to the next kept line each way.
function isLost(kinds: usize, i: i32, lines: i32): bool {
  let alone = 0, common = 1;
  const first = max(i - NEIGHBOURS, 0);
  for (let j = i - 1; j >= first; j--) {
    const kind = load<u8>(kinds + j);
    if (kind === KEPT) break;
    if (kind === ALONE) alone++;
    else common++;
  }
  if (alone === 0) return false;
  const before = alone;
  common++;
  const last = min(i + NEIGHBOURS, lines - 1);
  for (let j = i + 1; j <= last; j++) {
    const kind = load<u8>(kinds + j);
    if (kind === KEPT) break;
    if (kind === ALONE) alone++;
    else common++;
  }
  return alone > before && 4 * common < common + alone;
}
