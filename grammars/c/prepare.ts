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

/** Blanks in place of what was found. */
export function blanks(found: string): string {
  return found.replace(/[^\n]/g, " ");
}

/** The text for the parser; all places stay the same. */
export function prepare(text: string): string {
  return balanceBranches(text).replace(EXPORTED, blanks).replace(LINE, blanks);
}
