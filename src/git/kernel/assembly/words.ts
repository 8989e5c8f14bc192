// The words of a text as a Bloom filter (Bloom 1970): a filter says yes to each word that it was given,
// and to few others. A word is a run of ASCII letters, digits, `_`, `$` and all bytes from 0x80 on that
// does not begin with a digit. The hashes are those of ../words.ts.

import { reserve } from "./memory";

const BEGINS: u8 = 2;
const GOES_ON: u8 = 1;
const classes = memory.data(256);
let ready = false;

function prepare(): void {
  for (let c: u32 = 0; c < 256; c++) {
    const letter = c - 65 < 26 || c - 97 < 26 || c === 95 || c === 36 || c >= 128;
    store<u8>(classes + c, letter ? BEGINS : c - 48 < 10 ? GOES_ON : 0);
  }
  ready = true;
}

// A table of the hashes that were seen: distinct words are counted before the filter's size is known.
let table: usize = 0;
let mask: u32 = 0;
let shift: u32 = 0;
let count: u32 = 0;
// An odd number that nobody can guess, so that no text can be made whose words all fight for one slot.
let secret: u32 = 1;

/**
 * Reads a text and returns how many distinct hashes its words have; -1 when memory cannot grow.
 * What is reserved here is needed by {@link takeWords}.
 */
export function readWords(at: usize, length: usize, seed: u32): i32 {
  if (!ready) prepare();
  secret = seed | 1;
  count = 0;
  if (!open(10)) return -1;
  const end = at + length;
  while (at < end) {
    if (load<u8>(classes + load<u8>(at)) !== BEGINS) {
      // Digits are part of no word that they begin.
      at++;
      continue;
    }
    let hash: u32 = 0x811c9dc5;
    do {
      hash = (hash ^ load<u8>(at)) * 0x01000193;
      at++;
    } while (at < end && load<u8>(classes + load<u8>(at)) !== 0);
    if (!add(hash)) return -1;
  }
  return <i32>count;
}

function open(bits: u32): bool {
  mask = (1 << bits) - 1;
  shift = 32 - bits;
  table = reserve(<usize>(mask + 1) << 2);
  if (table === 0) return false;
  memory.fill(table, 0, <usize>(mask + 1) << 2);
  return true;
}

/** Where a comment or a string of one line ends that begins here; the next byte when none does. */
@inline
function behindText(at: usize, end: usize): usize {
  const c = load<u8>(at);
  const next: u8 = end - at > 1 ? load<u8>(at, 1) : 0;
  if (c === 34) {
    for (let to = at + 1; to < end; to++) {
      const each = load<u8>(to);
      if (each === 92) to++;
      else if (each === 34) return to + 1;
      else if (each === 10) break;
    }
  } else if (c === 39 && end - at > 2) {
    // A quote as a character begins no string.
    if (next === 34 && load<u8>(at, 2) === 39) return at + 3;
    if (next === 92 && load<u8>(at, 2) === 34) return at + 3;
  } else if (c === 47 && next === 47) {
    for (let to = at + 2; to < end; to++) if (load<u8>(to) === 10) return to;
    return end;
  } else if (c === 47 && next === 42) {
    for (let to = at + 2; to + 1 < end; to++) {
      if (load<u16>(to) === 0x2f2a) return to + 2;
    }
  }
  return at + 1;
}

/**
 * The same of those words alone that may be names which are defined: at the begin of a line, behind one of
 * some signs, behind a word that is none of some, or as `(name)(`.
 * Comments and strings are those of C and its like.
 *
 * @param signs 256 bytes, not zero where names follow the sign.
 * @param others Hashes of the words that no definition follows.
 */
export function readDefined(
  at: usize,
  length: usize,
  seed: u32,
  signs: usize,
  others: usize,
  many: u32,
): i32 {
  if (!ready) prepare();
  secret = seed | 1;
  count = 0;
  if (!open(8)) return -1;
  const end = at + length;
  // What stands before the word: nothing, another one, or the last sign that is no blank.
  let follows = true;
  let fresh = true;
  let signed = true;
  let inside = false;
  while (at < end) {
    const c = load<u8>(at);
    if (load<u8>(classes + c) !== BEGINS) {
      const to = behindText(at, end);
      const comment = c === 47 && to > at + 1;
      at = to;
      if (comment) continue;
      if (c === 10) {
        fresh = true;
        // A declaration may go on in the next line; a sign there belongs to what is over.
        if (signed) follows = false;
      } else if (c === 32 || c === 9) fresh = false;
      else if (c !== 13) {
        fresh = false;
        follows = load<u8>(signs + c) !== 0;
        signed = true;
        inside = c === 40;
      }
      continue;
    }
    let hash: u32 = 0x811c9dc5;
    do {
      hash = (hash ^ load<u8>(at)) * 0x01000193;
      at++;
    } while (at < end && load<u8>(classes + load<u8>(at)) !== 0);
    const alone = inside && end - at > 1 && load<u16>(at) === 0x2829;
    if ((follows || fresh || alone) && !add(hash)) return -1;
    inside = false;
    fresh = false;
    signed = false;
    follows = true;
    for (let i: u32 = 0; i < many; i++) {
      if (load<u32>(others + (<usize>i << 2)) === hash) follows = false;
    }
  }
  return <i32>count;
}

// Hash 0 marks an empty slot; a word that has it is kept as another one, as in `hashOf`.
@inline
function add(hash: u32): bool {
  if (hash === 0) hash = 1;
  let slot = (hash * secret) >>> shift;
  for (;;) {
    const held = load<u32>(table + (<usize>slot << 2));
    if (held === hash) return true;
    if (held === 0) break;
    slot = (slot + 1) & mask;
  }
  store<u32>(table + (<usize>slot << 2), hash);
  count++;
  return count << 1 <= mask || grow();
}

function grow(): bool {
  const old = table;
  const size = mask + 1;
  if (!open(34 - shift)) return false;
  for (let i: u32 = 0; i < size; i++) {
    const hash = load<u32>(old + (<usize>i << 2));
    if (hash === 0) continue;
    let slot = (hash * secret) >>> shift;
    while (load<u32>(table + (<usize>slot << 2)) !== 0) slot = (slot + 1) & mask;
    store<u32>(table + (<usize>slot << 2), hash);
  }
  return true;
}

/** Writes the filter of the words that were read: `bits` bits, a multiple of 32, in words of 32. */
export function takeWords(output: usize, bits: u32): void {
  memory.fill(output, 0, bits >>> 3);
  for (let i: u32 = 0; i <= mask; i++) {
    let hash = load<u32>(table + (<usize>i << 2));
    if (hash === 0) continue;
    let step = (hash ^ (hash >>> 15)) * 0x2c1b3c6d;
    step = (step ^ (step >>> 13)) | 1;
    for (let n = 0; n < 4; n++) {
      const bit = hash % bits;
      const word = output + (<usize>(bit >>> 5) << 2);
      store<u32>(word, load<u32>(word) | (1 << (bit & 31)));
      hash += step;
    }
  }
}
