/**
 * Macros that are no code to a parser of C++.
 *
 * @module
 */

import { blanks, prepare as prepareC } from "../c/prepare.ts";

/** Words in the names of macros that say how a function is compiled. */
const WORDS =
  "CONSTEXPR|INLINE|EXPORT|API|DEPRECATED|NODISCARD|ATTRIBUTE|NORETURN|COLD|EXPLICIT|VISIBLE|HIDDEN|UNUSED";
const ATTRIBUTE = `\\b[A-Z][A-Z0-9_]*(?:${WORDS})[A-Z0-9_]*\\b(?:\\([^()\\n]*\\))?`;
/** Such macros before a function. */
const ATTRIBUTES = new RegExp(
  `${ATTRIBUTE}(?=\\s+[~A-Za-z_\\[])(?<!^[ \\t]*#[^\\n]{0,200})`,
  "gm",
);
const LEAD = new RegExp(`(?:${ATTRIBUTE}\\s+)+$`);
/** The same behind the parameters: `size() const ABSL_ATTRIBUTE_LIFETIME_BOUND {`, `NOEXCEPT;`. */
const TRAILING =
  /(?<=\)\s*(?:(?:const|noexcept|&&?)\s*)*)\b(?:[A-Z][A-Z0-9]*_)*(?:ATTRIBUTE|NOEXCEPT|OVERRIDE|FINAL|LIFETIME|RESTRICT|BUILTIN|LOCK|LOCKS|GUARDED|ACQUIRE|RELEASE|ANALYSIS)(?:_[A-Z0-9_]+|_)?\b(?:\([^()\n]*\))?(?=\s*(?:[{;=]|->|const\b|noexcept\b|override\b|final\b|[A-Z]))/g;

/** What says of a field which lock guards it (Clang, "Thread Safety Analysis"). */
const GUARDED =
  /(?<=[\w\])]\s+)\b(?:[A-Z][A-Z0-9]*_)*(?:PT_)?(?:GUARDED_BY|GUARDED_VAR|ACQUIRED_AFTER|ACQUIRED_BEFORE)\b(?:\([^()\n]*\))?(?=\s*(?:[;={]|[A-Z]))/g;

/** A macro at the begin of a line that is given types or nothing: `DEFINE_ACTION(signed char, '\\0');`. */
const WITH_TYPES =
  /^[A-Z][A-Z0-9]*_[A-Z0-9_]*\((?=[^();{}]*(?:,\s*\)|\b(?:const|unsigned|signed|char|int|long|short|double|float|void|bool|class|struct|typename)\b))[^();{}]*\);/gm;

/** The head of a test with a title or a keyword, `TEST_CASE("adds", "[tag]") {`: no function to the parser. */
const TITLED =
  /^([ \t]*(?:[A-Z]+_)*(?:TEST_CASE|SCENARIO|TEST)(?:_[A-Z_]+)?\s*\()(?=[^(){};]*(?:"|\b(?:enum|template|class|struct|union|const|static|default|delete|new|this|operator|typename|namespace|bool|char|int|long|float|double|void|if|for|while|return|throw|try|switch|true|false)\b))((?:[^(){};"]|"(?:[^"\\\n]|\\.)*")*)(?=\)\s*\{)/gm;

/** An empty default, `int a = {}`, which the parser has no node for. */
const EMPTY_DEFAULT = /(?<=[^=!<>]=[ \t]*)\{[ \t]*\}(?=\s*[,)])/g;

/** The text for the parser; all places stay the same. */
export function prepare(text: string): string {
  return prepareC(text).replace(ATTRIBUTES, blanks).replace(TRAILING, blanks)
    .replace(GUARDED, blanks)
    .replace(EMPTY_DEFAULT, (found) => "_".repeat(found.length))
    .replace(TITLED, (_, head: string, given: string) => head + given.replace(/[^,\n]/g, "_"))
    .replace(WITH_TYPES, blanks);
}

/** Where a declaration begins with the macros before it that the parser did not see. */
export function startWithMacros(text: string, start: number): number {
  let last = start - 1;
  while (text.charCodeAt(last) <= 0x20) last--;
  if (!/[A-Z0-9_)]/.test(text[last] ?? "")) return start;
  const from = Math.max(0, start - 200);
  const lead = LEAD.exec(text.slice(from, start));
  return lead === null ? start : from + lead.index;
}
