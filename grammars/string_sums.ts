/**
 * Sums of strings, which formatters break anew where lines are too long.
 *
 * @module
 */

/** Longest sum that is joined. */
const LONGEST_SUM = 10_000;
const STRINGS = /^"(?:[^"\\\n]|\\.)*"(?:\s*\+\s*"(?:[^"\\\n]|\\.)*")+$/;

/** An escape that would take in what follows it. */
const OPEN_ESCAPE = /\\(?:[0-7]{1,2}|x[\da-fA-F]{1,3})"\s*\+\s*"[\da-fA-F]/;

/**
 * For `LayoutRules.folded`, of languages with C's strings and `+`: a sum of nothing but strings is the
 * one string that it makes.
 */
export function joinedStrings(text: string): string | null {
  if (text[0] !== '"' || text.length > LONGEST_SUM || !STRINGS.test(text)) return null;
  if (OPEN_ESCAPE.test(text)) return null;
  const inside = text.slice(1, -1).replace(/((?:[^"\\]|\\.)*)"\s*\+\s*"/g, "$1");
  return `"${
    inside.replace(/\\([^])/g, (pair, sign) => sign === '"' || sign === "'" ? sign : pair)
  }`;
}
