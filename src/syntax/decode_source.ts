/**
 * Bytes of a source file as text.
 *
 * @module
 */

import { decodeText, detectEncoding, PROBE } from "./encoding.ts";

/** A decoded file. */
export interface DecodedSource {
  /** The text without byte order mark; what cannot be decoded is U+FFFD. */
  readonly text: string;
  /** Label of {@link detectEncoding}; `null` for UTF-8. */
  readonly encoding: string | null;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a file by the rules of {@link detectEncoding}. In the encodings of one byte a code unit of the
 * text is a byte of the file.
 */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  // A zero byte may make it UTF-16, which can be valid UTF-8 at the same time.
  if (!bytes.subarray(0, PROBE).includes(0)) {
    try {
      return { text: utf8.decode(bytes), encoding: null };
    } catch {
      // Another encoding, or damaged.
    }
  }
  const encoding = detectEncoding(bytes);
  return { text: decodeText(bytes, encoding), encoding };
}
