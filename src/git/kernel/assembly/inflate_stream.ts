// Inflates a zlib stream that comes in pieces and leaves in pieces. One stream at a time: the codes of
// its block stand in the same tables that `inflate` fills.

import { adler32 } from "./adler32";
import {
  buildFixed,
  DISTANCE_BITS,
  distances,
  END_OF_BLOCK,
  fixedDistances,
  fixedLiterals,
  headAt,
  headBits,
  headHeld,
  INVALID,
  LITERAL,
  literals,
  readDynamicCodes,
  SECOND_TABLE,
} from "./inflate_codes";

const START: u32 = 0;
const BLOCK: u32 = 1;
const STORED: u32 = 2;
const CODED: u32 = 3;
const CHECKSUM: u32 = 4;
const DONE: u32 = 5;

const TABLE_BITS: u32 = 11;
/** More than the head of a block takes: 320 code lengths of at most 14 bits, and what stands before. */
const LONGEST_HEAD: usize = 640;
/** More than a match and the literals before it take. */
const LONGEST_STEP: usize = 16;

let stage: u32 = DONE;
let lastBlock: bool = false;
let bits: u64 = 0;
let bitsHeld: u64 = 0;
let sum: u32 = 1;
let storedLeft: usize = 0;
let fixed: bool = false;
// What did not fit of the last match.
let matchLeft: usize = 0;
let matchDistance: usize = 0;
let outputAt: usize = 0;

/** Begins a stream. */
export function streamBegin(): void {
  stage = START;
  lastBlock = false;
  bits = 0;
  bitsHeld = 0;
  sum = 1;
  matchLeft = 0;
}

/** Whether the stream has ended and its checksum is right. */
export function streamDone(): bool {
  return stage == DONE;
}

/** Address behind the last byte that was written. */
export function streamPosition(): usize {
  return outputAt;
}

/**
 * Inflates until the output is full, the input runs out or the stream ends. Matches reach back to
 * `floor`, which must be 32 KiB before `output` or the begin of all output. The input needs 16 bytes
 * of slack behind it and the output 16. Unless `final`, up to 640 bytes of input are left over.
 * Returns the bytes of input used, or INVALID.
 */
export function streamInflate(
  input: usize,
  inputLength: usize,
  final: bool,
  floor: usize,
  output: usize,
  outputEnd: usize,
): i32 {
  const inputEnd = input + inputLength;
  let ip = input;
  let op = output;
  let summed = output;
  let buffer = bits;
  let held = bitsHeld;

  let more = true;
  while (more) {
    if (stage == CODED) {
      if (matchLeft > 0) {
        const take = min(matchLeft, outputEnd - op);
        copyMatch(op, matchDistance, take);
        op += take;
        matchLeft -= take;
        if (matchLeft > 0) break;
      }
      const table = fixed ? fixedLiterals : literals;
      const distanceTable = fixed ? fixedDistances : distances;
      const mask = (<u32>1 << (fixed ? 9 : TABLE_BITS)) - 1;
      const distanceMask = (<u32>1 << (fixed ? 5 : DISTANCE_BITS)) - 1;
      if (!final && inputLength < LONGEST_STEP) break;
      const stop = final ? inputEnd : inputEnd - LONGEST_STEP;
      let ended = false;
      for (;;) {
        if (ip - <usize>(held >> 3) > stop) {
          if (final) return INVALID;
          break;
        }
        buffer |= load<u64>(ip) << held;
        ip += <usize>((63 - held) >> 3);
        held |= 56;
        let entry = load<u32>(table + (<usize>(<u32>buffer & mask) << 2));
        if (entry & LITERAL) {
          // Three literals fit one refill: 3 × 15 bits.
          if (op >= outputEnd) break;
          let drop = <u64>(entry & 31);
          buffer >>= drop;
          held -= drop;
          store<u8>(op++, <u8>(entry >> 16));
          entry = load<u32>(table + (<usize>(<u32>buffer & mask) << 2));
          if (entry & LITERAL) {
            if (op >= outputEnd) break;
            drop = <u64>(entry & 31);
            buffer >>= drop;
            held -= drop;
            store<u8>(op++, <u8>(entry >> 16));
            entry = load<u32>(table + (<usize>(<u32>buffer & mask) << 2));
            if (entry & LITERAL) {
              if (op >= outputEnd) break;
              drop = <u64>(entry & 31);
              buffer >>= drop;
              held -= drop;
              store<u8>(op++, <u8>(entry >> 16));
              continue;
            }
          }
          buffer |= load<u64>(ip) << held;
          ip += <usize>((63 - held) >> 3);
          held |= 56;
        }
        let drop = <u64>(entry & 31);
        if (entry & SECOND_TABLE) {
          if (entry & END_OF_BLOCK) return INVALID;
          const index = (entry >> 16) +
            (<u32>(buffer >> drop) & ((<u32>1 << ((entry >> 8) & 31)) - 1));
          const second = load<u32>(table + (<usize>index << 2));
          if ((second & LITERAL) && op >= outputEnd) break;
          buffer >>= drop;
          held -= drop;
          entry = second;
          drop = <u64>(entry & 31);
          if (entry & LITERAL) {
            buffer >>= drop;
            held -= drop;
            store<u8>(op++, <u8>(entry >> 16));
            continue;
          }
        }
        if (entry & END_OF_BLOCK) {
          if (entry & SECOND_TABLE) return INVALID;
          buffer >>= drop;
          held -= drop;
          ended = true;
          break;
        }
        // A match: at most 15 + 5 + 15 + 13 bits, all in one refill.
        buffer >>= drop;
        held -= drop;
        let extra = <u64>((entry >> 8) & 31);
        let length = <usize>(entry >> 16) + <usize>(buffer & ((<u64>1 << extra) - 1));
        buffer >>= extra;
        held -= extra;
        entry = load<u32>(distanceTable + (<usize>(<u32>buffer & distanceMask) << 2));
        drop = <u64>(entry & 31);
        if (entry & SECOND_TABLE) {
          if (entry & END_OF_BLOCK) return INVALID;
          buffer >>= drop;
          held -= drop;
          const index = (entry >> 16) + (<u32>buffer & ((<u32>1 << ((entry >> 8) & 31)) - 1));
          entry = load<u32>(distanceTable + (<usize>index << 2));
          if (entry & END_OF_BLOCK) return INVALID;
          drop = <u64>(entry & 31);
        }
        buffer >>= drop;
        held -= drop;
        extra = <u64>((entry >> 8) & 31);
        const distance = <usize>(entry >> 16) + <usize>(buffer & ((<u64>1 << extra) - 1));
        buffer >>= extra;
        held -= extra;
        if (distance > op - floor) return INVALID;
        if (length > outputEnd - op) {
          matchLeft = length - (outputEnd - op);
          matchDistance = distance;
          length = outputEnd - op;
        }
        copyMatch(op, distance, length);
        op += length;
        if (matchLeft > 0) break;
      }
      if (!ended) break;
      stage = BLOCK;
      continue;
    }

    if (stage == BLOCK) {
      if (lastBlock) {
        stage = CHECKSUM;
        continue;
      }
      if (!final && inputEnd - ip < LONGEST_HEAD) break;
      // Refill: whole bytes are counted, the bits above them are already those of the next byte.
      buffer |= load<u64>(ip) << held;
      ip += <usize>((63 - held) >> 3);
      held |= 56;
      if (ip - <usize>(held >> 3) > inputEnd) return INVALID;
      lastBlock = (<u32>buffer & 1) != 0;
      const type = <u32>(buffer >> 1) & 3;
      buffer >>= 3;
      held -= 3;
      if (type == 0) {
        ip -= <usize>(held >> 3);
        buffer = 0;
        held = 0;
        if (ip + 4 > inputEnd) return INVALID;
        storedLeft = <usize>load<u16>(ip);
        if (storedLeft != (<usize>load<u16>(ip + 2) ^ 0xffff)) return INVALID;
        ip += 4;
        stage = STORED;
      } else if (type == 1) {
        buildFixed();
        fixed = true;
        stage = CODED;
      } else if (type == 2) {
        if (readDynamicCodes(ip, buffer, held, inputEnd, TABLE_BITS) < 0) return INVALID;
        ip = headAt;
        buffer = headBits;
        held = headHeld;
        fixed = false;
        stage = CODED;
      } else return INVALID;
      continue;
    }

    if (stage == STORED) {
      const take = min(storedLeft, min(inputEnd - ip, outputEnd - op));
      memory.copy(op, ip, take);
      op += take;
      ip += take;
      storedLeft -= take;
      if (storedLeft > 0) break;
      stage = BLOCK;
      continue;
    }

    if (stage == START) {
      if (inputLength < 2) break;
      const cmf: u32 = load<u8>(ip);
      const flg: u32 = load<u8>(ip + 1);
      if ((cmf & 15) != 8 || cmf >> 4 > 7 || ((cmf << 8) | flg) % 31 != 0 || (flg & 32) != 0) return INVALID;
      ip += 2;
      stage = BLOCK;
      continue;
    }

    if (stage == CHECKSUM) {
      ip -= <usize>(held >> 3);
      buffer = 0;
      held = 0;
      if (ip > inputEnd) return INVALID;
      if (inputEnd - ip < 4) break;
      sum = adler32(sum, summed, op - summed);
      summed = op;
      if (bswap(load<u32>(ip)) != sum) return INVALID;
      ip += 4;
      stage = DONE;
    }
    more = false;
  }

  ip -= <usize>(held >> 3);
  held &= 7;
  if (ip > inputEnd) return INVALID;
  bits = buffer & ((<u64>1 << held) - 1);
  bitsHeld = held;
  if (op != summed) sum = adler32(sum, summed, op - summed);
  outputAt = op;
  return <i32>(ip - input);
}

// @ts-ignore: decorator
@inline
function copyMatch(to: usize, distance: usize, length: usize): void {
  let op = to;
  let from = to - distance;
  const end = to + length;
  if (distance >= 16) {
    while (op < end) {
      v128.store(op, v128.load(from));
      op += 16;
      from += 16;
    }
  } else if (distance >= 8) {
    while (op < end) {
      store<u64>(op, load<u64>(from));
      op += 8;
      from += 8;
    }
  } else if (distance == 1) {
    memory.fill(op, load<u8>(from), length);
  } else {
    while (op < end) store<u8>(op++, load<u8>(from++));
  }
}
