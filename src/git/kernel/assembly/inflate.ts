// Inflates a zlib stream (RFC 1950, RFC 1951) whose output size is known, as each object's is.
//
// The output buffer needs 16 bytes of slack behind it and the input 8: matches are copied in wide
// steps and the bit buffer is filled eight bytes at a time. Every step checks that neither end was
// passed, so hostile streams end with a code, not a trap.

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
  NEED_INPUT,
  readDynamicCodes,
  SECOND_TABLE,
} from "./inflate_codes";

/**
 * Inflates into exactly `size` bytes. With `prefix` it stops as soon as that many are out, and
 * neither the rest of the stream nor its checksum is looked at.
 * Returns the bytes of input used, or INVALID or NEED_INPUT.
 */
export function inflate(
  input: usize,
  inputLength: usize,
  output: usize,
  size: usize,
  prefix: bool,
): i32 {
  if (inputLength < 2) return NEED_INPUT;
  const cmf: u32 = load<u8>(input);
  const flg: u32 = load<u8>(input + 1);
  if ((cmf & 15) != 8 || cmf >> 4 > 7 || ((cmf << 8) | flg) % 31 != 0 || (flg & 32) != 0) return INVALID;

  const inputEnd = input + inputLength;
  let ip = input + 2;
  let op = output;
  const outputEnd = output + size;
  let buffer: u64 = 0;
  let held: u64 = 0; // bits in the buffer
  let last: u32 = 0;
  const bits: u32 = size < 3072 ? 9 : size < 32768 ? 10 : 11;

  do {
    // Refill: whole bytes are counted, the bits above them are already those of the next byte.
    buffer |= load<u64>(ip) << held;
    ip += <usize>((63 - held) >> 3);
    held |= 56;
    if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
    last = <u32>buffer & 1;
    const type = <u32>(buffer >> 1) & 3;
    buffer >>= 3;
    held -= 3;

    if (type == 0) {
      ip -= <usize>(held >> 3);
      buffer = 0;
      held = 0;
      if (ip + 4 > inputEnd) return NEED_INPUT;
      const length = <usize>load<u16>(ip);
      if (length != (<usize>load<u16>(ip + 2) ^ 0xffff)) return INVALID;
      ip += 4;
      let take = length;
      if (op + length > outputEnd) {
        if (!prefix) return INVALID;
        take = outputEnd - op;
      }
      if (ip + take > inputEnd) return NEED_INPUT;
      memory.copy(op, ip, take);
      op += take;
      ip += take;
      if (prefix && op == outputEnd) return <i32>(ip - input);
      continue;
    }

    let table: usize;
    let distanceTable: usize;
    let tableBits: u32;
    let distanceBits: u32;
    if (type == 1) {
      buildFixed();
      table = fixedLiterals;
      distanceTable = fixedDistances;
      tableBits = 9;
      distanceBits = 5;
    } else if (type == 2) {
      const found = readDynamicCodes(ip, buffer, held, inputEnd, bits);
      if (found < 0) return found;
      ip = headAt;
      buffer = headBits;
      held = headHeld;
      table = literals;
      distanceTable = distances;
      tableBits = bits;
      distanceBits = DISTANCE_BITS;
    } else return INVALID;

    const mask = (<u32>1 << tableBits) - 1;
    const distanceMask = (<u32>1 << distanceBits) - 1;
    for (;;) {
      buffer |= load<u64>(ip) << held;
      ip += <usize>((63 - held) >> 3);
      held |= 56;
      let entry = load<u32>(table + (<usize>(<u32>buffer & mask) << 2));
      if (entry & LITERAL) {
        // Three literals fit one refill: 3 × 15 bits.
        if (op >= outputEnd) return prefix ? <i32>(ip - input) : INVALID;
        let drop = <u64>(entry & 31);
        buffer >>= drop;
        held -= drop;
        store<u8>(op++, <u8>(entry >> 16));
        entry = load<u32>(table + (<usize>(<u32>buffer & mask) << 2));
        if (entry & LITERAL) {
          if (op >= outputEnd) return prefix ? <i32>(ip - input) : INVALID;
          drop = <u64>(entry & 31);
          buffer >>= drop;
          held -= drop;
          store<u8>(op++, <u8>(entry >> 16));
          entry = load<u32>(table + (<usize>(<u32>buffer & mask) << 2));
          if (entry & LITERAL) {
            if (op >= outputEnd) return prefix ? <i32>(ip - input) : INVALID;
            drop = <u64>(entry & 31);
            buffer >>= drop;
            held -= drop;
            store<u8>(op++, <u8>(entry >> 16));
            if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
            continue;
          }
        }
        if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
        buffer |= load<u64>(ip) << held;
        ip += <usize>((63 - held) >> 3);
        held |= 56;
      }
      let drop = <u64>(entry & 31);
      if (entry & SECOND_TABLE) {
        if (entry & END_OF_BLOCK) return INVALID;
        buffer >>= drop;
        held -= drop;
        const index = (entry >> 16) + (<u32>buffer & ((<u32>1 << ((entry >> 8) & 31)) - 1));
        entry = load<u32>(table + (<usize>index << 2));
        drop = <u64>(entry & 31);
        if (entry & LITERAL) {
          if (op >= outputEnd) return prefix ? <i32>(ip - input) : INVALID;
          buffer >>= drop;
          held -= drop;
          store<u8>(op++, <u8>(entry >> 16));
          if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
          continue;
        }
      }
      if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
      if (entry & END_OF_BLOCK) {
        if (entry & SECOND_TABLE) return INVALID;
        buffer >>= drop;
        held -= drop;
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
      if (ip - <usize>(held >> 3) > inputEnd) return NEED_INPUT;
      if (distance > op - output) return INVALID;
      if (op + length > outputEnd) {
        if (!prefix) return INVALID;
        length = outputEnd - op;
      }
      let from = op - distance;
      const to = op + length;
      if (distance >= 16) {
        do {
          v128.store(op, v128.load(from));
          op += 16;
          from += 16;
        } while (op < to);
      } else if (distance >= 8) {
        do {
          store<u64>(op, load<u64>(from));
          op += 8;
          from += 8;
        } while (op < to);
      } else if (distance == 1) {
        memory.fill(op, load<u8>(from), length);
      } else {
        while (op < to) store<u8>(op++, load<u8>(from++));
      }
      op = to;
      if (prefix && op == outputEnd) return <i32>(ip - input);
    }
  } while (!last);

  if (op != outputEnd) return INVALID;
  if (prefix) return <i32>(ip - input);
  ip -= <usize>(held >> 3);
  if (ip + 4 > inputEnd) return NEED_INPUT;
  if (bswap(load<u32>(ip)) != adler32(1, output, size)) return INVALID;
  return <i32>(ip + 4 - input);
}
