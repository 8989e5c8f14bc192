/**
 * The word that someone most likely meant.
 *
 * @module
 */

/** The known word nearest to `word`; `null` when none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = normal(word);
  if (wanted.length > 64) return null;
  let best: string | null = null;
  let fewest = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const other = normal(candidate);
    // A part of the right name is near, however much is missing.
    const contained = wanted.length >= 3 && (other.includes(wanted) || wanted.includes(other));
    const edits = contained ? 1 : distance(wanted, other);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

function normal(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length];
}
