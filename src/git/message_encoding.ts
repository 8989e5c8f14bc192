/**
 * Text of commits and tags: UTF-8 unless an `encoding` header names something else
 * (git-commit(1), "Discussion").
 *
 * @module
 */

import { decodePath } from "./path_bytes.ts";

/**
 * Decodes text without losing a byte: what the named encoding cannot read is read as UTF-8, and
 * bytes that are no UTF-8 become lone surrogates (see path_bytes.ts).
 */
export function decodeMessage(bytes: Uint8Array, encoding: string | null): string {
  if (encoding === null || UTF8.test(encoding)) return decodePath(bytes);
  if (LATIN1.test(encoding)) return decodeLatin1(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodePath(bytes);
  }
}

const UTF8 = /^utf-?8$/i;
const LATIN1 = /^(?:iso[-_]?8859-?1|latin-?1)$/i;
const CHUNK = 8192;

/** One character a byte. The platform's "latin1" is Windows-1252, which is not the same. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return text;
}
