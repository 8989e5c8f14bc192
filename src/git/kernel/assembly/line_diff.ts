// The line diff of two files: equal ends off, lines numbered, sifted, searched, and for hunks
// compacted. Everything is reserved above what the caller stored; the caller releases it.

import { reserve } from "./memory";
import {
  commonPrefix,
  commonSuffix,
  countLines,
  equalBytes,
  indexLines,
  lineStartAfter,
  lineStartBefore,
} from "./lines";
import { countOutside, numberLines, openFilter, openTable, tableClasses } from "./line_table";
import { sift } from "./sifting";
import { search, setSide1, setSide2 } from "./myers";
import { compact } from "./compaction";

// With more lines than these the sizes below would not fit in 32 bits, nor the work in memory.
const MOST_LINES: u32 = 1 << 28;
const MOST_SEARCHED: u32 = 1 << 27;

// The middles that differ, found by `trim`: from where to where, and the lines around them.
let from1: usize = 0, to1: usize = 0;
let from2: usize = 0, to2: usize = 0;
let linesBefore: u32 = 0;

// Takes the equal lines off both ends.
function trim(a: usize, aEnd: usize, b: usize, bEnd: usize): void {
  const shorter = min(aEnd - a, bEnd - b);
  let prefix = commonPrefix(a, b, shorter);
  if (prefix < shorter || aEnd - a !== bEnd - b) prefix = lineStartBefore(a + prefix, a) - a;
  from1 = a + prefix;
  from2 = b + prefix;
  const suffix = commonSuffix(aEnd, bEnd, shorter - prefix);
  to1 = aEnd - suffix;
  to2 = bEnd - suffix;
  const whole = (to1 === from1 || load<u8>(to1 - 1) === 10) &&
    (to2 === from2 || load<u8>(to2 - 1) === 10);
  if (!whole) {
    const skip = lineStartAfter(to1, aEnd) - to1;
    to1 += skip;
    to2 += skip;
  }
}

// Marks the lines of the middles that differ; false when memory cannot grow.
function markMiddles(
  a: usize,
  aEnd: usize,
  lines1: i32,
  lines2: i32,
  marks1: usize,
  marks2: usize,
): bool {
  if (<u32>lines1 + <u32>lines2 > MOST_SEARCHED) return false;
  const numbers1 = reserve(<usize>lines1 << 2);
  const numbers2 = reserve(<usize>lines2 << 2);
  if (numbers1 === 0 || numbers2 === 0 || !openTable(<usize>lines1 + lines2)) return false;
  numberLines(from1, to1, numbers1, 0);
  if (!numberLines(from2, to2, numbers2, 1)) {
    // Nothing can match, so nothing that the rest of the files holds matters.
    memory.fill(marks1, 1, lines1);
    memory.fill(marks2, 1, lines2);
    return true;
  }
  if (!openFilter()) return false;
  countOutside(a, from1);
  countOutside(to1, aEnd);

  const around = linesBefore + countLines(to1, aEnd - to1);
  const kinds = reserve(<usize>max(lines1, lines2));
  const places1 = reserve(<usize>lines1 << 2);
  const places2 = reserve(<usize>lines2 << 2);
  if (kinds === 0 || places1 === 0 || places2 === 0) return false;
  const table = tableClasses();
  // The kept numbers overwrite the numbers they are picked from.
  const kept1 = sift(numbers1, lines1, around + lines1, table, 0, kinds, marks1, numbers1, places1);
  const kept2 = sift(numbers2, lines2, around + lines2, table, 1, kinds, marks2, numbers2, places2);
  setSide1(numbers1, places1, marks1);
  setSide2(numbers2, places2, marks2);
  return search(kept1, kept2);
}

function sum(marks: usize, lines: i32): u32 {
  let total: u32 = 0;
  for (let i = 0; i < lines; i++) total += load<u8>(marks + i);
  return total;
}

/**
 * Counts changed lines as `git diff --numstat` does, writing added and removed (u32 each) to `out`;
 * false when memory cannot grow.
 */
export function lineCounts(a: usize, aLength: usize, b: usize, bLength: usize, out: usize): bool {
  const aEnd = a + aLength;
  trim(a, aEnd, b, b + bLength);
  const lines1 = <i32>countLines(from1, to1 - from1);
  const lines2 = <i32>countLines(from2, to2 - from2);
  store<u32>(out, lines2);
  store<u32>(out, lines1, 4);
  if (lines1 === 0 || lines2 === 0) return true;
  linesBefore = countLines(a, from1 - a);
  const marks1 = reserve(lines1);
  const marks2 = reserve(lines2);
  if (marks1 === 0 || marks2 === 0) return false;
  memory.fill(marks1, 0, lines1);
  memory.fill(marks2, 0, lines2);
  if (!markMiddles(a, aEnd, lines1, lines2, marks1, marks2)) return false;
  store<u32>(out, sum(marks2, lines2));
  store<u32>(out, sum(marks1, lines1), 4);
  return true;
}

/** How many bytes git leaves off both ends of file before a diff without context. */
function tailCut(aEnd: usize, bEnd: usize, shorter: usize): usize {
  let cut: usize = 0;
  while (cut + 1024 <= shorter && equalBytes(aEnd - cut - 1024, bEnd - cut - 1024, 1024)) cut += 1024;
  // The line that the cut runs through is given back.
  return aEnd - lineStartAfter(aEnd - cut, aEnd);
}

/**
 * Finds the changed runs as git places them. Returns how many there are, -1 when memory cannot grow.
 * Each is four u32 (lines before and lines in it, of side 1 then side 2). Writes to `out` three u32:
 * the address of the runs, and how many lines each file has. Without context git leaves the common tail off first.
 */
export function lineHunks(
  a: usize,
  aLength: usize,
  b: usize,
  bLength: usize,
  withoutContext: bool,
  out: usize,
): i32 {
  let aEnd = a + aLength, bEnd = b + bLength;
  if (withoutContext) {
    const cut = tailCut(aEnd, bEnd, min(aLength, bLength));
    aEnd -= cut;
    bEnd -= cut;
  }
  trim(a, aEnd, b, bEnd);
  store<u32>(out, 0);
  if (from1 === to1 && from2 === to2) return 0;
  linesBefore = countLines(a, from1 - a);
  const lines1 = <i32>countLines(a, aEnd - a), lines2 = <i32>countLines(b, bEnd - b);
  if (<u32>lines1 + <u32>lines2 > MOST_LINES) return -1;
  store<u32>(out, lines1, 4);
  store<u32>(out, lines2, 8);
  const starts1 = reserve((<usize>lines1 + 1) << 2), starts2 = reserve((<usize>lines2 + 1) << 2);
  let marks1 = reserve(<usize>lines1 + 2), marks2 = reserve(<usize>lines2 + 2);
  if (starts1 === 0 || starts2 === 0 || marks1 === 0 || marks2 === 0) return -1;
  indexLines(a, aEnd, starts1);
  indexLines(b, bEnd, starts2);
  memory.fill(marks1, 0, <usize>lines1 + 2);
  memory.fill(marks2, 0, <usize>lines2 + 2);
  marks1++;
  marks2++;

  const middle1 = <i32>countLines(from1, to1 - from1), middle2 = <i32>countLines(from2, to2 - from2);
  if (middle1 === 0) memory.fill(marks2 + linesBefore, 1, middle2);
  else if (middle2 === 0) memory.fill(marks1 + linesBefore, 1, middle1);
  else if (
    !markMiddles(a, aEnd, middle1, middle2, marks1 + linesBefore, marks2 + linesBefore)
  ) return -1;
  const scratch = reserve(<usize>max(lines1, lines2));
  if (scratch === 0) return -1;
  compact(starts1, marks1, lines1, marks2, scratch);
  compact(starts2, marks2, lines2, marks1, scratch);
  return writeHunks(marks1, lines1, marks2, lines2, out);
}

function writeHunks(marks1: usize, lines1: i32, marks2: usize, lines2: i32, out: usize): i32 {
  let hunks = countRuns(marks1, lines1) + countRuns(marks2, lines2);
  let to = reserve(<usize>hunks << 4);
  if (to === 0) return -1;
  store<u32>(out, <u32>to);
  hunks = 0;
  let i = 0, j = 0;
  while (true) {
    const i0 = i, j0 = j;
    while (load<u8>(marks1 + i)) i++;
    while (load<u8>(marks2 + j)) j++;
    if (i > i0 || j > j0) {
      store<u32>(to, i0);
      store<u32>(to, i - i0, 4);
      store<u32>(to, j0, 8);
      store<u32>(to, j - j0, 12);
      to += 16;
      hunks++;
    }
    if (i >= lines1 || j >= lines2) return hunks;
    i++;
    j++;
  }
}

function countRuns(marks: usize, lines: i32): i32 {
  let runs = 0;
  for (let i = 0; i < lines; i++) runs += load<u8>(marks + i) & ~load<u8>(marks + i - 1);
  return runs;
}
