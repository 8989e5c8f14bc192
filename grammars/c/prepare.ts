/**
 * Macros that are no code to a parser of C. Where one of them stands in the way of what follows, the
 * parser is given blanks in its place.
 *
 * @module
 */

import { balanceBranches } from "./conditionals.ts";

/** `class EXPORT Name`, `struct __packed Name {`, with attributes in between. */
const EXPORTED =
  /(?<=\b(?:class|struct|union)\s+(?:\[\[[^\]\n]*\]\]\s*)?)[A-Z][A-Z0-9_]{2,}\b(?:\([^()\n]*\))?(?=\s+(?:\[\[[^\]\n]*\]\]\s*)?[A-Za-z_][\w:]*\s*(?:<[^;{}()]*>\s*)?(?:final\s*)?[:{])/g;
/** A line of one macro: `FMT_BEGIN_NAMESPACE`, `static DEFINE_LOCK(name)`. */
const LINE =
  /^(?:static )?[A-Z][A-Z0-9]*_[A-Z0-9_]*(?:\([^()\n;{}]*\))?(?=[ \t\r]*(?:\/\/[^\n]*|\/\*[^\n]*\*\/[ \t\r]*)?\n\s*(?:[\w#}~/]|\[\[|$))/gm;

/** How far before a place the end of the line before is looked for. */
const LINE_REACH = 300;

/** Blanks in place of what was found, unless it stands in the text of a macro. */
export function blanks(found: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - LINE_REACH), at);
  if (/\\\r?$/.test(before.slice(0, Math.max(0, before.lastIndexOf("\n"))))) return found;
  return found.replace(/[^\n]/g, " ");
}

/** The text for the parser; all places stay the same. */
export function prepare(text: string): string {
  return balanceBranches(text).replace(EXPORTED, blanks).replace(LINE, blanks);
}
