/**
 * Paths are bytes in git and strings here. Valid UTF-8 decodes as usual; each byte that is not part
 * of valid UTF-8 becomes the lone surrogate U+DC00 + byte, so that nothing is lost and two different
 * paths never become equal (the scheme of PEP 383).
 *
 * @module
 */

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes a path's bytes without loss. */
export function decodePath(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeInvalid(bytes);
  }
}

function decodeInvalid(bytes: Uint8Array): string {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const length = validSequence(bytes, at);
    if (length === 0) {
      text += String.fromCharCode(0xdc00 + bytes[at]);
      at += 1;
    } else {
      text += strict.decode(bytes.subarray(at, at + length));
      at += length;
    }
  }
  return text;
}

/** Length of the valid UTF-8 sequence that begins at `at`; 0 when there is none (RFC 3629, section 4). */
function validSequence(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  // The second byte is bounded further where a sequence would be too long, a surrogate or too large.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (bytes[at + 1] < low || bytes[at + 1] > high) return 0;
  for (let i = 2; i < length; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  return length;
}

const ESCAPED = /[\udc80-\udcff]/;
// Lone only: a surrogate of this block that follows a high surrogate is half of a real character.
const LONE = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

/** Whether the path holds bytes that are not UTF-8. */
export function isInvalidUtf8(path: string): boolean {
  return ESCAPED.test(path) && LONE.test(path);
}

/** The path's bytes, as the repository has them. */
export function encodePath(path: string): Uint8Array {
  if (!isInvalidUtf8(path)) return encoder.encode(path);
  const parts: number[] = [];
  for (const character of path) {
    const code = character.codePointAt(0)!;
    if (code >= 0xdc80 && code <= 0xdcff) parts.push(code - 0xdc00);
    else for (const byte of encoder.encode(character)) parts.push(byte);
  }
  return Uint8Array.from(parts);
}

/**
 * Orders two paths as git does, by their bytes. UTF-16 order differs from it only where surrogates
 * are involved.
 */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  return compareBytes(encodePath(a), encodePath(b));
}

/** Orders two short byte strings by their bytes, a prefix before what it begins. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

const SURROGATE = /[\ud800-\udfff]/;
