/**
 * The keyword `$Id$`, which git expands at checkout and collapses at check-in (gitattributes(5),
 * "ident").
 *
 * @module
 */

const DOLLAR = 0x24;
const COLON = 0x3a;
const NEWLINE = 0x0a;
const LETTER_I = 0x49;
const LETTER_D = 0x64;

/** The bytes with `$Id$` for each `$Id: anything on one line $`; the same array when there is none. */
export function collapseIdent(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(DOLLAR); at >= 0; at = bytes.indexOf(DOLLAR, at)) {
    const colon = at + 3;
    if (bytes[at + 1] !== LETTER_I || bytes[at + 2] !== LETTER_D || bytes[colon] !== COLON) {
      at++;
      continue;
    }
    const end = bytes.indexOf(DOLLAR, colon);
    if (end < 0) break;
    const newline = bytes.subarray(colon, end).indexOf(NEWLINE);
    if (newline >= 0) {
      at = colon + newline;
      continue;
    }
    kept.push(bytes.subarray(from, colon));
    from = end;
    at = end + 1;
  }
  if (kept.length === 0) return bytes;
  kept.push(bytes.subarray(from));
  return joined(kept);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
