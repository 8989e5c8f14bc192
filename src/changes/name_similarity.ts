/**
 * How alike two names are, by the words they are made of.
 *
 * @module
 */

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\sA-Za-z\d_$]+/gu;

/** The words of a name in lower case: `parseHTTPHeader_v2` has `parse`, `http`, `header`, `v`, `2`. */
export function nameWords(name: string): string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** How many of the words two names share, 0 to 1: twice the common ones by all. */
export function nameSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const words = nameWords(a);
  const others = nameWords(b);
  const total = words.length + others.length;
  if (total === 0) return 0;
  let common = 0;
  for (const word of words) {
    const at = others.indexOf(word);
    if (at < 0) continue;
    common++;
    others.splice(at, 1);
  }
  return 2 * common / total;
}
