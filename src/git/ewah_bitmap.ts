/**
 * Compressed bitmaps (gitformat-bitmap(5), "Serialization format for an EWAH bitmap").
 *
 * @module
 */

import { indexCorrupt } from "./index_corrupt.ts";

const WORD = 8;

/**
 * The positions of the bits that are set, ascending.
 * @param limit all positions must be below it
 * @returns the positions, and the offset behind the bitmap
 * @throws {PrismError} `index_corrupt`
 */
export function setBits(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { positions: number[]; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 8 > bytes.length) throw malformed();
  const words = view.getUint32(start + 4);
  const first = start + 8;
  const end = first + words * WORD + 4;
  if (end > bytes.length) throw malformed();
  const positions: number[] = [];
  let at = first;
  let bit = 0;
  while (at < end - 4) {
    // A marker: one bit to repeat, 32 bits of how many words of it, 31 bits of how many words follow
    // as they are.
    const high = view.getUint32(at);
    const low = view.getUint32(at + 4);
    const repeated = ((high & 1) * 2 ** 31 + (low >>> 1)) * 64;
    const literals = high >>> 1;
    at += WORD;
    if ((low & 1) !== 0) {
      if (bit + repeated > limit + 63) throw malformed();
      for (let i = 0; i < repeated; i++) positions.push(bit + i);
    }
    bit += repeated;
    if (literals > (end - 4 - at) / WORD) throw malformed();
    for (let i = 0; i < literals; i++, at += WORD, bit += 64) {
      pushBits(positions, view.getUint32(at + 4), bit);
      pushBits(positions, view.getUint32(at), bit + 32);
    }
  }
  if (positions.length > 0 && positions[positions.length - 1] >= limit) throw malformed();
  return { positions, end };
}

function pushBits(positions: number[], word: number, bit: number): void {
  while (word !== 0) {
    const lowest = 31 - Math.clz32(word & -word);
    positions.push(bit + lowest);
    word &= word - 1;
  }
}

function malformed(): Error {
  return indexCorrupt("a bitmap of its split is malformed");
}
