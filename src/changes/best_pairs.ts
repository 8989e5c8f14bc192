/**
 * Pairs functions of two sides so that the surest pairs come first.
 *
 * @module
 */

import { Candidates } from "./candidates.ts";
import type { Likened } from "./function_likeness.ts";

/** A pair and how sure it is. */
export interface ScoredPair<T> {
  readonly before: T;
  readonly after: T;
  readonly score: number;
}

/** All pairs above a score, and whether some may have been overlooked. */
export interface ScoredPairs<T> {
  /** The surest first; equal scores in the order that the functions came in. */
  readonly pairs: readonly ScoredPair<T>[];
  readonly limited: boolean;
}

/**
 * Scores candidates against each other.
 *
 * @param score A pair of less than `least` is left out.
 */
export function scorePairs<T extends Likened>(
  before: readonly T[],
  after: readonly T[],
  least: number,
  score: (before: T, after: T) => number,
): ScoredPairs<T> {
  if (before.length === 0 || after.length === 0) return { pairs: [], limited: false };
  const candidates = new Candidates(after.map(({ fingerprint }) => fingerprint));
  const found: { pair: ScoredPair<T>; old: number; now: number; drift: number }[] = [];
  before.forEach((item, old) => {
    for (const now of candidates.like(item.fingerprint)) {
      const value = score(item, after[now]);
      if (value < least) continue;
      const drift = Math.abs(old / before.length - now / after.length);
      found.push({ pair: { before: item, after: after[now], score: value }, old, now, drift });
    }
  });
  found.sort((a, b) =>
    b.pair.score - a.pair.score || a.drift - b.drift || a.old - b.old || a.now - b.now
  );
  return { pairs: found.map(({ pair }) => pair), limited: candidates.limited > 0 };
}

/** Takes pairs in order, each function once. */
export function takePairs<T>(
  pairs: readonly ScoredPair<T>[],
  taken: Set<T> = new Set(),
): ScoredPair<T>[] {
  return pairs.filter(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return false;
    taken.add(before).add(after);
    return true;
  });
}
