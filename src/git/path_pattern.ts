/**
 * A pattern of a `.gitignore` or `.gitattributes` file, relative to the file's directory
 * (gitignore(5), "PATTERN FORMAT").
 *
 * @module
 */

import { foldAscii } from "./byte_string.ts";
import { type ByteMatcher, compileWildmatch } from "./wildmatch.ts";

/** What a pattern is compared with, and how: the frequent kinds need no matcher. */
export type PathPattern =
  /** The last component of a path is exactly this. */
  | { kind: "name"; text: string }
  /** The path is exactly this. */
  | { kind: "path"; text: string }
  /** The last component ends with this. */
  | { kind: "suffix"; text: string }
  /** The last component, or the path behind a literal beginning, satisfies the matcher. */
  | { kind: "name_glob"; matches: ByteMatcher }
  | { kind: "path_glob"; prefix: string; matches: ByteMatcher };

/** A pattern with what its first and last character say about it. */
export interface ParsedPattern {
  pattern: PathPattern;
  /** Whether it began with `!`. */
  negated: boolean;
  /** Whether it ended with a slash, and so stands for directories only. */
  directoryOnly: boolean;
}

const SPECIAL = /[*?[\\]/;

/** Compiles a pattern, a byte string without the white space around it. */
export function parsePattern(line: string, ignoreCase: boolean): ParsedPattern {
  const negated = line.startsWith("!");
  const directoryOnly = line.endsWith("/") && line.length > (negated ? 1 : 0);
  const text = line.slice(negated ? 1 : 0, directoryOnly ? -1 : undefined);
  return { pattern: compile(text, ignoreCase), negated, directoryOnly };
}

function compile(text: string, ignoreCase: boolean): PathPattern {
  const fold = (part: string): string => ignoreCase ? foldAscii(part) : part;
  if (!text.includes("/")) {
    if (!SPECIAL.test(text)) return { kind: "name", text: fold(text) };
    const suffix = text.slice(1);
    if (text[0] === "*" && !SPECIAL.test(suffix)) return { kind: "suffix", text: fold(suffix) };
    return { kind: "name_glob", matches: compileWildmatch(text, { ignoreCase }) };
  }
  const anchored = text.startsWith("/") ? text.slice(1) : text;
  const literal = anchored.search(SPECIAL);
  if (literal < 0) return { kind: "path", text: fold(anchored) };
  // Git compares the literal beginning by itself. What follows is then a pattern of its own, so
  // that the stars of `a**/b` stand at a beginning and cross slashes.
  const prefix = fold(anchored.slice(0, literal));
  const matches = compileWildmatch(anchored.slice(literal), { ignoreCase });
  return { kind: "path_glob", prefix, matches };
}
