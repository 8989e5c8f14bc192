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

/** Bytes of a large text by which 8-bit encodings are told apart. */
const FIRST = 1024 * 1024;

/** Finds the encoding of a text that comes in pieces. */
export class EncodingScan {
  readonly #first: Uint8Array[] = [];
  #held = 0;
  #ascii = true;
  #utf8 = true;
  #decoder: TextDecoder | null = null;

  /** Takes the next piece. */
  add(piece: Uint8Array): void {
    if (this.#held < FIRST) {
      const part = piece.slice(0, FIRST - this.#held);
      this.#first.push(part);
      this.#held += part.length;
    }
    this.#ascii &&= isAscii(piece);
    if (this.#ascii || !this.#utf8) return;
    this.#decoder ??= new TextDecoder("utf-8", { fatal: true });
    try {
      for (let at = 0; at < piece.length; at += FIRST) {
        this.#decoder.decode(piece.subarray(at, at + FIRST), { stream: true });
      }
    } catch {
      this.#utf8 = false;
    }
  }

  /**
   * Encoding as of {@link detectEncoding}; by their first mebibyte are 8-bit encodings told apart.
   * @param cut whether the text goes on, so that its last character may be broken off
   */
  result(cut: boolean = false): string | null {
    if (!cut && this.#utf8 && this.#decoder !== null) {
      try {
        this.#decoder.decode();
      } catch {
        this.#utf8 = false;
      }
    }
    const first = this.#first.length === 1 ? this.#first[0] : joined(this.#first, this.#held);
    return detect(first, () => this.#utf8);
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
