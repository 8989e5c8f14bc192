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

/**
 * How alike two names are, 0 to 1: twice the words they share by all they have. Letter case and marks
 * between words hardly count.
 */
export function nameSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const words = nameWords(a);
  const others = nameWords(b);
  const total = words.length + others.length;
  if (total === 0) return 0;
  if (words.join("") === others.join("")) return 0.95;
  let common = 0;
  for (const word of words) {
    const at = others.indexOf(word);
    if (at < 0) continue;
    common++;
    others.splice(at, 1);
  }
  return 2 * common / total;
}
