/**
 * Which words a text may hold, in little memory: a Bloom filter (Bloom 1970) with four hashes. It may say
 * yes to a word that is not there, never no to one that is.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";
import { withKernel } from "./kernel/large_kernel.ts";

/** A word: letters, digits, `_`, `$` and all beyond ASCII, and no digit at its begin. */
const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;
const utf8 = new TextEncoder();
/** Bits for each word; with four hashes one of four hundred answers is a false yes. */
const BITS_PER_WORD = 16;
const HASHES = 4;
/** No filter depends on it, only which texts would take long to read. */
const [SEED] = crypto.getRandomValues(new Uint32Array(1));

/** What is looked for in filters: the words of a name, hashed. */
export type WordKey = readonly number[];

/** The words of one text. */
export class WordFilter {
  readonly #bits: Uint32Array;

  private constructor(bits: Uint32Array) {
    this.#bits = bits;
  }

  /**
   * The filter of a text in UTF-8.
   * @throws {RangeError} when memory cannot grow so far
   */
  static of(text: Uint8Array): WordFilter {
    return WordFilter.#read(
      text,
      ({ exports }, address) => exports.readWords(address, text.length, SEED),
    );
  }

  /**
   * The filter of those words of a text that may be names which are defined there.
   *
   * @param signs Signs that stand before defined names, besides other words and the begins of lines.
   * @param others Words that stand before names which are used.
   */
  static ofDefined(text: Uint8Array, signs: string, others: readonly string[]): WordFilter {
    return WordFilter.#read(text, (kernel, address) => {
      const table = kernel.store(signTable(signs));
      const hashes = kernel.store(new Uint8Array(Uint32Array.from(others, hashOf).buffer));
      const { exports } = kernel;
      return exports.readDefined(address, text.length, SEED, table, hashes, others.length);
    });
  }

  static #read(text: Uint8Array, read: (kernel: Kernel, address: number) => number): WordFilter {
    return withKernel((kernel) => {
      const count = read(kernel, kernel.store(text));
      if (count < 0) throw new RangeError(`Cannot hold the words of ${text.length} bytes`);
      const length = Math.max(1, Math.ceil(count * BITS_PER_WORD / 32));
      const output = kernel.reserve(length * 4);
      kernel.exports.takeWords(output, length * 32);
      return new WordFilter(new Uint32Array(kernel.bytes(output, length * 4).slice().buffer));
    });
  }

  /** Bytes that it takes. */
  get byteLength(): number {
    return this.#bits.byteLength;
  }

  /** Whether all words of the key may be there. */
  mayHold(key: WordKey): boolean {
    const bits = this.#bits;
    const size = bits.length * 32;
    for (const word of key) {
      const step = stepOf(word);
      for (let n = 0, hash = word; n < HASHES; n++, hash = (hash + step) >>> 0) {
        const bit = hash % size;
        if ((bits[bit >>> 5] >>> (bit & 31) & 1) === 0) return false;
      }
    }
    return true;
  }
}

function signTable(signs: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
}

/** The key of a name, which may hold several words, as `operator new`, or none, as `==`. */
export function wordKey(name: string): WordKey {
  return (name.match(WORD) ?? []).map(hashOf);
}

/** FNV-1a; 0 stands for none. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8.encode(word)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash === 0 ? 1 : hash >>> 0;
}

function stepOf(hash: number): number {
  const step = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return (step ^ step >>> 13 | 1) >>> 0;
}
