/**
 * Headers of commits and tags: lines of `keyword value` up to an empty line, where a line that
 * begins with a space continues the one before (gitformat-signature(5)).
 *
 * @module
 */

const NEWLINE = 10;
const SPACE = 32;

/** Headers by keyword, and where the message begins. */
export interface ObjectHeaders {
  /** First value of each keyword, undecoded and without its continuation lines. */
  readonly first: ReadonlyMap<string, Uint8Array>;
  /** Values of the keyword `parent`, in order. */
  readonly parents: readonly Uint8Array[];
  /** Offset of the first byte after the empty line; the length of the object when there is none. */
  readonly messageStart: number;
}

/** No keyword of git is longer; a longer one is skipped. */
const KEYWORD_LENGTH = 64;

/** Splits an object's headers from its message. Never fails. */
export function readHeaders(bytes: Uint8Array): ObjectHeaders {
  const first = new Map<string, Uint8Array>();
  const parents: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length && bytes[at] !== NEWLINE) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    if (bytes[at] !== SPACE) readHeader(bytes.subarray(at, end), first, parents);
    at = end + 1;
  }
  return { first, parents, messageStart: Math.min(at + 1, bytes.length) };
}

function readHeader(line: Uint8Array, first: Map<string, Uint8Array>, parents: Uint8Array[]): void {
  const space = line.subarray(0, KEYWORD_LENGTH).indexOf(SPACE);
  if (space < 0) return;
  const keyword = ascii.decode(line.subarray(0, space));
  const value = line.subarray(space + 1);
  // Only parents that follow the tree belong to the commit; git stops at the first other header.
  if (keyword === "parent") {
    if (first.size === 1 && first.has("tree")) parents.push(value);
  } else if (!first.has(keyword)) first.set(keyword, value);
}

const ascii = new TextDecoder("latin1");
