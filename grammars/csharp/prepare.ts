/**
 * C# that the parser does not know, in words of the same length that it does. Names and all else are
 * read from the text itself.
 *
 * @module
 */

const SIGN = "extension";
/** The head of a block of extensions: `extension<T>(IEnumerable<T> source) {`. */
const EXTENSION =
  /\bextension(?=\s*(?:<[^(){};]{0,200}>\s*)?\([^(){};]{0,200}\)\s*(?:where\b[^{};]{0,200})?\{)/g;

/** See `Grammar.prepare`: a block of extensions becomes a class. */
export function prepare(text: string): string {
  return text.includes(SIGN) ? text.replace(EXTENSION, "class ___") : text;
}
