/**
 * In which encoding a changed text is written. Most are ASCII, which the kernel tells faster than a
 * decoder does.
 *
 * @module
 */

import { detectEncoding as detect, isValidUtf8 } from "../syntax/encoding.ts";
import { isAscii } from "./ascii.ts";

export { decodeText } from "../syntax/encoding.ts";

/** See `detectEncoding` of `syntax/encoding.ts`. */
export function detectEncoding(bytes: Uint8Array): string | null {
  return detect(bytes, (whole) => isAscii(whole) || isValidUtf8(whole));
}

/** Bytes by which 8-bit encodings are told apart. */
const SAMPLE = 1024 * 1024;
const HEAD = 16 * 1024;

/** Finds the encoding of a text that comes in pieces; the first has 8,000 bytes if the text does. */
export class EncodingScan {
  #head: Uint8Array | null = null;
  /** What follows the first byte that is not UTF-8; null as long as there is none. */
  #sample: Uint8Array | null = null;
  #decoder: TextDecoder | null = null;

  /** Takes the next piece. */
  add(piece: Uint8Array): void {
    this.#head ??= piece.slice(0, HEAD);
    if (this.#sample !== null || (this.#decoder === null && isAscii(piece))) return;
    this.#decoder ??= new TextDecoder("utf-8", { fatal: true });
    for (let at = 0; at < piece.length; at += SAMPLE) {
      const part = piece.subarray(at, at + SAMPLE);
      try {
        this.#decoder.decode(part, { stream: true });
      } catch {
        this.#sample = part.slice();
        return;
      }
    }
  }

  /**
   * Encoding as of {@link detectEncoding}; 8-bit encodings are told apart by the mebibyte in which the
   * first byte stands that is not UTF-8.
   * @param cut whether the text goes on, so that its last character may be broken off
   */
  result(cut: boolean = false): string | null {
    const head = this.#head ?? new Uint8Array(0);
    if (this.#sample === null && !cut && this.#decoder !== null) {
      try {
        this.#decoder.decode();
      } catch {
        this.#sample = new Uint8Array(0);
      }
    }
    if (this.#sample === null) return detect(head, () => true);
    const known = new Uint8Array(head.length + this.#sample.length);
    known.set(head);
    known.set(this.#sample, head.length);
    return detect(known, () => false);
  }
}
