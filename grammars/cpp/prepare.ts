/**
 * Macros that are no code to a parser of C++.
 *
 * @module
 */

import { blanks, prepare as prepareC } from "../c/prepare.ts";

/** Macros before a function that say how it is compiled. */
const ATTRIBUTES =
  /(?<!#[ \t]*(?:define|undef|ifn?def)[ \t]+)\b[A-Z][A-Z0-9_]*(?:CONSTEXPR|INLINE|EXPORT|API|DEPRECATED|NODISCARD|ATTRIBUTE|NORETURN|COLD|EXPLICIT|VISIBLE|HIDDEN|UNUSED)[A-Z0-9_]*\b(?:\([^()\n]*\))?(?=\s+[~A-Za-z_\[])/g;

const LEAD = /(?:\b[A-Z][A-Z0-9_]*_[A-Z0-9_]*(?:\([^()]*\))?\s+)+$/;
/** The same behind the parameters: `size() const ABSL_ATTRIBUTE_LIFETIME_BOUND {`, `NOEXCEPT;`. */
const TRAILING =
  /(?<=\)\s*(?:(?:const|noexcept|&&?)\s*)*)\b(?:[A-Z][A-Z0-9]*_)*(?:ATTRIBUTE|NOEXCEPT|OVERRIDE|FINAL|LIFETIME|RESTRICT|BUILTIN|LOCK|LOCKS|GUARDED|ACQUIRE|RELEASE|ANALYSIS)(?:_[A-Z0-9_]+|_)?(?:\([^()\n]*\))?(?=\s*(?:[{;=]|->|const\b|noexcept\b|override\b|final\b|[A-Z]))/g;

/** The text for the parser; all places stay the same. */
export function prepare(text: string): string {
  return prepareC(text).replace(ATTRIBUTES, blanks).replace(TRAILING, blanks);
}

/** Where a declaration begins with the macros that the parser did not see in its line. */
export function startWithMacros(text: string, start: number): number {
  if (text[start - 1] === "\n") return start;
  const from = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 200);
  const lead = LEAD.exec(text.slice(from, start));
  return lead === null ? start : from + lead.index;
}
