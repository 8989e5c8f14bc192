/**
 * Which words a text may hold, in little memory: a Bloom filter (Bloom 1970) with two hashes. It may say
 * yes to a word that is not there, never no to one that is.
 *
 * @module
 */

const WORD = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/g;
const latin1 = new TextDecoder("latin1");
const utf8 = new TextEncoder();
/** Bits for each word; with two hashes some 5 % of the answers are a false yes. */
const BITS_PER_WORD = 8;

/** The words of one text. */
export class WordFilter {
  readonly #bits: Uint32Array;

  private constructor(bits: Uint32Array) {
    this.#bits = bits;
  }

  /** The filter of a text in UTF-8 or an encoding of one byte. */
  static of(bytes: Uint8Array): WordFilter {
    const words = new Set(latin1.decode(bytes).match(WORD));
    const length = Math.max(1, Math.ceil(words.size * BITS_PER_WORD / 32));
    const filter = new WordFilter(new Uint32Array(length));
    for (const word of words) filter.#add(word);
    return filter;
  }

  /** Bytes that it takes. */
  get byteLength(): number {
    return this.#bits.byteLength;
  }

  /** Whether the word may be there. */
  mayHold(word: string): boolean {
    const [one, other] = hashes(latin1.decode(utf8.encode(word)));
    return this.#has(one) && this.#has(other);
  }

  #add(word: string): void {
    for (const hash of hashes(word)) {
      const bit = hash % (this.#bits.length * 32);
      this.#bits[bit >>> 5] |= 1 << (bit & 31);
    }
  }

  #has(hash: number): boolean {
    const bit = hash % (this.#bits.length * 32);
    return (this.#bits[bit >>> 5] >>> (bit & 31) & 1) === 1;
  }
}

/** FNV-1a over the code units, and a second hash mixed from it. */
function hashes(word: string): [number, number] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  const other = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return [hash >>> 0, (other ^ other >>> 13) >>> 0];
}
