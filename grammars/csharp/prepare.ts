/**
 * C# that the parser does not know, in words of the same length that it does. Names and all else are
 * read from the text itself.
 *
 * @module
 */

import { balanceBranches } from "../c/conditionals.ts";

const SIGN = "extension";
/** What ends a statement, a member, a block or an attribute does; all other code goes on. */
const GOES_ON = /[^;{}\]\s]$/;
/** The head of a block of extensions: `extension<T>(IEnumerable<T> source) {`. */
const EXTENSION =
  /\bextension(?=\s*(?:<[^(){};]{0,200}>\s*)?\([^(){};]{0,200}\)\s*(?:where\b[^{};]{0,200})?\{)/g;

/** See `Grammar.prepare`: a block of extensions becomes a class; of a cut construct one branch is read. */
export function prepare(text: string): string {
  const whole = balanceBranches(text, GOES_ON);
  return whole.includes(SIGN) ? whole.replace(EXTENSION, "class ___") : whole;
}
