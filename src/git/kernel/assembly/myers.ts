// The search: Myers' linear-space algorithm over line numbers, with git's ways to stop early, which
// bound the work on files that have little in common.
//
// Points are (x, y): x lines of side 1 and y of side 2 are behind. A diagonal is x - y.

import { reserve } from "./memory";
import { roughRoot } from "./sifting";

const LONG_RUN: i32 = 20;
const PATIENCE: i32 = 256;
const GOOD_PROGRESS: i32 = 4;
// Bytes of a box that waits.
const PLACE: usize = 24;
const BEFORE_ALL: i32 = -1;
const AFTER_ALL: i32 = 0x7fffffff;

// Numbers, places and marks of the two sides.
let numbers1: usize = 0, places1: usize = 0, marks1: usize = 0;
let numbers2: usize = 0, places2: usize = 0, marks2: usize = 0;

// The furthest x reached on each diagonal, from the front and from the back; at diagonal 0.
let forward: usize = 0;
let backward: usize = 0;
let costLimit: i32 = 0;

// Where `split` divided its box, and whether the halves must be searched to the end.
let splitX: i32 = 0;
let splitY: i32 = 0;
let minimalBefore: bool = false;
let minimalAfter: bool = false;

/** Names side 1: kept numbers, their places among the middle's lines, the marks of those lines. */
export function setSide1(numbers: usize, places: usize, marks: usize): void {
  numbers1 = numbers;
  places1 = places;
  marks1 = marks;
}

/** Names side 2. */
export function setSide2(numbers: usize, places: usize, marks: usize): void {
  numbers2 = numbers;
  places2 = places;
  marks2 = marks;
}

/** Marks all lines that differ; false when memory cannot grow. */
export function search(length1: i32, length2: i32): bool {
  const diagonals = <usize>length1 + length2 + 3;
  forward = reserve(diagonals << 2);
  backward = reserve(diagonals << 2);
  // The larger half of a box waits, so boxes at least halve: 64 places are enough for all sizes.
  const stack = reserve(64 * PLACE);
  if (forward === 0 || backward === 0 || stack === 0) return false;
  forward += (<usize>length2 + 1) << 2;
  backward += (<usize>length2 + 1) << 2;
  costLimit = max(<i32>roughRoot(diagonals), PATIENCE);

  const n1 = numbers1, n2 = numbers2;
  let waiting: usize = stack;
  let x0: i32 = 0, x1 = length1, y0: i32 = 0, y1 = length2;
  let minimal = false;
  while (true) {
    while (x0 < x1 && y0 < y1 && at(n1, x0) === at(n2, y0)) {
      x0++;
      y0++;
    }
    while (x0 < x1 && y0 < y1 && at(n1, x1 - 1) === at(n2, y1 - 1)) {
      x1--;
      y1--;
    }
    if (x0 === x1 || y0 === y1) {
      for (; x0 < x1; x0++) store<u8>(marks1 + at(places1, x0), 1);
      for (; y0 < y1; y0++) store<u8>(marks2 + at(places2, y0), 1);
      if (waiting === stack) return true;
      waiting -= PLACE;
      x0 = load<i32>(waiting);
      x1 = load<i32>(waiting, 4);
      y0 = load<i32>(waiting, 8);
      y1 = load<i32>(waiting, 12);
      minimal = load<u8>(waiting, 16) !== 0;
      continue;
    }
    split(x0, x1, y0, y1, minimal);
    const before = splitX - x0 + splitY - y0;
    const after = x1 - splitX + y1 - splitY;
    if (before > after) {
      push(waiting, x0, splitX, y0, splitY, minimalBefore);
      x0 = splitX;
      y0 = splitY;
      minimal = minimalAfter;
    } else {
      push(waiting, splitX, x1, splitY, y1, minimalAfter);
      x1 = splitX;
      y1 = splitY;
      minimal = minimalBefore;
    }
    waiting += PLACE;
  }
}

@inline
function at(array: usize, i: i32): i32 {
  return load<i32>(array + (<isize>i << 2));
}

@inline
function push(to: usize, x0: i32, x1: i32, y0: i32, y1: i32, minimal: bool): void {
  store<i32>(to, x0);
  store<i32>(to, x1, 4);
  store<i32>(to, y0, 8);
  store<i32>(to, y1, 12);
  store<u8>(to, minimal ? 1 : 0, 16);
}

// Finds a point that a shortest (or, when it stops early, a promising) path runs through.
function split(x0: i32, x1: i32, y0: i32, y1: i32, minimal: bool): void {
  const n1 = numbers1, n2 = numbers2, f = forward, b = backward;
  const lowest = x0 - y1, highest = x1 - y0;
  const front = x0 - y0, back = x1 - y1;
  const odd = ((front - back) & 1) !== 0;
  let fLow = front, fHigh = front, bLow = back, bHigh = back;
  set(f, front, x0);
  set(b, back, x1);

  for (let cost = 1;; cost++) {
    let longRun = false;

    if (fLow > lowest) set(f, --fLow - 1, BEFORE_ALL);
    else fLow++;
    if (fHigh < highest) set(f, ++fHigh + 1, BEFORE_ALL);
    else fHigh--;
    // How many diagonals of the other frontier, from its lowest, this one may meet.
    let meeting: u32 = odd ? bHigh - bLow + 1 : 0;
    let above = at(f, fHigh + 1);
    let cell = f + (<isize>(fHigh - 1) << 2);
    for (let d = fHigh; d >= fLow; d -= 2, cell -= 8) {
      const below = load<i32>(cell);
      const from = below >= above ? below + 1 : above;
      above = below;
      let x = from;
      const stop = min(x1, y1 + d);
      const n2d = n2 - (<isize>d << 2);
      if (x < stop && at(n1, x) === at(n2d, x)) {
        do x++; while (x < stop && at(n1, x) === at(n2d, x));
        if (x - from > LONG_RUN) longRun = true;
      }
      store<i32>(cell, x, 4);
      if (<u32>(d - bLow) < meeting && at(b, d) <= x) return splitAt(x, x - d, true, true);
    }

    if (bLow > lowest) set(b, --bLow - 1, AFTER_ALL);
    else bLow++;
    if (bHigh < highest) set(b, ++bHigh + 1, AFTER_ALL);
    else bHigh--;
    meeting = odd ? 0 : fHigh - fLow + 1;
    above = at(b, bHigh + 1);
    cell = b + (<isize>(bHigh - 1) << 2);
    for (let d = bHigh; d >= bLow; d -= 2, cell -= 8) {
      const below = load<i32>(cell);
      const from = below < above ? below : above - 1;
      above = below;
      let x = from;
      const stop = max(x0, y0 + d);
      const n2d = n2 - (<isize>d << 2);
      if (x > stop && at(n1, x - 1) === at(n2d, x - 1)) {
        do x--; while (x > stop && at(n1, x - 1) === at(n2d, x - 1));
        if (from - x > LONG_RUN) longRun = true;
      }
      store<i32>(cell, x, 4);
      if (<u32>(d - fLow) < meeting && x <= at(f, d)) return splitAt(x, x - d, true, true);
    }

    if (minimal) continue;

    if (longRun && cost > PATIENCE) {
      let best: i32 = 0;
      for (let d = fHigh; d >= fLow; d -= 2) {
        const x = at(f, d), y = x - d;
        const progress = x - x0 + (y - y0) - abs(d - front);
        if (
          progress > GOOD_PROGRESS * cost && progress > best &&
          x0 + LONG_RUN <= x && x < x1 && y0 + LONG_RUN <= y && y < y1 &&
          runIsEqual(x - LONG_RUN, y - LONG_RUN)
        ) {
          best = progress;
          splitAt(x, y, true, false);
        }
      }
      if (best > 0) return;
      for (let d = bHigh; d >= bLow; d -= 2) {
        const x = at(b, d), y = x - d;
        const progress = x1 - x + (y1 - y) - abs(d - back);
        if (
          progress > GOOD_PROGRESS * cost && progress > best &&
          x0 < x && x <= x1 - LONG_RUN && y0 < y && y <= y1 - LONG_RUN && runIsEqual(x, y)
        ) {
          best = progress;
          splitAt(x, y, false, true);
        }
      }
      if (best > 0) return;
    }

    if (cost >= costLimit) return splitAtFurthest(x0, x1, y0, y1, fLow, fHigh, bLow, bHigh);
  }
}

@inline
function set(array: usize, i: i32, value: i32): void {
  store<i32>(array + (<isize>i << 2), value);
}

function splitAt(x: i32, y: i32, before: bool, after: bool): void {
  splitX = x;
  splitY = y;
  minimalBefore = before;
  minimalAfter = after;
}

function runIsEqual(x: i32, y: i32): bool {
  for (let i = 0; i < LONG_RUN; i++) {
    if (at(numbers1, x + i) !== at(numbers2, y + i)) return false;
  }
  return true;
}

// Takes the point furthest along, of the two frontiers brought back into the box.
function splitAtFurthest(
  x0: i32,
  x1: i32,
  y0: i32,
  y1: i32,
  fLow: i32,
  fHigh: i32,
  bLow: i32,
  bHigh: i32,
): void {
  let ahead: i32 = -1, aheadX: i32 = 0;
  for (let d = fHigh; d >= fLow; d -= 2) {
    const x = min(min(at(forward, d), x1), y1 + d);
    if (x + x - d > ahead) {
      ahead = x + x - d;
      aheadX = x;
    }
  }
  let behind: i32 = AFTER_ALL, behindX: i32 = 0;
  for (let d = bHigh; d >= bLow; d -= 2) {
    const x = max(max(at(backward, d), x0), y0 + d);
    if (x + x - d < behind) {
      behind = x + x - d;
      behindX = x;
    }
  }
  if (x1 + y1 - behind < ahead - (x0 + y0)) splitAt(aheadX, ahead - aheadX, true, false);
  else splitAt(behindX, behind - behindX, false, true);
}
