/**
 * Paths as text in answers and inputs. A path of valid UTF-8 stands as it is. One that is not, and
 * one that could be taken for a quoted path, is written the way git prints it with
 * `core.quotePath` (git-config(1)): `"caf\351.txt"`.
 *
 * @module
 */

import { decodePath, encodePath, isInvalidUtf8 } from "../../git/path_bytes.ts";

const LETTERS: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};
const ESCAPES = new Map(Object.entries(LETTERS).map(([letter, byte]) => [byte, `\\${letter}`]));
// A closing quote, an escape that git writes, or any other character but these two.
const QUOTED = /^"(?:[^"\\]|\\[abtnvfr"\\]|\\[0-3][0-7]{2})*"$/;

/** The path as an answer writes it; {@link parsePathText} gives the path back. */
export function pathText(path: string): string {
  return isInvalidUtf8(path) || QUOTED.test(path) ? quotePath(path) : path;
}

/** The path that a reader means, who passes back what an answer wrote or types a plain path. */
export function parsePathText(text: string): string {
  return isQuotedPath(text) ? unquotePath(text) : text;
}

/** Whether the text is a path in git's quotes. */
export function isQuotedPath(text: string): boolean {
  return QUOTED.test(text);
}

function quotePath(path: string): string {
  let text = "";
  for (const byte of encodePath(path)) {
    text += ESCAPES.get(byte) ??
      (byte < 0x20 || byte >= 0x7f
        ? `\\${byte.toString(8).padStart(3, "0")}`
        : String.fromCharCode(byte));
  }
  return `"${text}"`;
}

function unquotePath(text: string): string {
  const bytes: number[] = [];
  const inner = text.slice(1, -1);
  for (const [part] of inner.matchAll(/\\[0-3][0-7]{2}|\\.|[^\\]+/gs)) {
    if (!part.startsWith("\\")) { for (const byte of encodePath(part)) bytes.push(byte); }
    else bytes.push(part.length === 4 ? parseInt(part.slice(1), 8) : LETTERS[part[1]]);
  }
  return decodePath(Uint8Array.from(bytes));
}
