/**
 * Bytes as strings of which each character is one byte (U+0000–U+00FF). Git compares patterns with
 * paths byte by byte; ASCII text, nearly all there is, is its own byte string.
 *
 * @module
 */

import { decodePath, encodePath } from "./path_bytes.ts";

// deno-lint-ignore no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Arguments that one call takes. */
const CHUNK = 8192;

/** The byte string of a path (see path_bytes.ts). */
export function byteString(path: string): string {
  return NOT_ASCII.test(path) ? bytesAsString(encodePath(path)) : path;
}

/** One character for each byte. */
export function bytesAsString(bytes: Uint8Array): string {
  try {
    const text = strict.decode(bytes);
    // Any other valid text has fewer characters than bytes.
    if (text.length === bytes.length) return text;
  } catch {
    // Not UTF-8, so not ASCII.
  }
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK) as unknown as number[]);
  }
  return text;
}

/** The path, or other text of a repository, that a byte string stands for. */
export function fromByteString(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return decodePath(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

const UPPER = /[A-Z]+/g;

/** The text with A–Z in lower case, and nothing else changed (core.ignoreCase folds ASCII only). */
export function foldAscii(text: string): string {
  return text.replace(UPPER, (letters) => letters.toLowerCase());
}
