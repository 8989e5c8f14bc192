/**
 * Finds, among many functions, the few that may be like a given one, without comparing all with all.
 *
 * @module
 */

import type { Fingerprint } from "./fingerprint.ts";

/** How many grams of a function are looked up: its lowest ones, which like functions share. */
const SKETCH = 48;
/** A gram that more functions have says nothing. */
const COMMON = 48;
/** How many candidates are handed out. */
const BEST = 8;
/** Below as many, all are candidates. */
const FEW = 32;
const OWNERS = 2 ** 20;

/** Functions by their grams. */
export class Candidates {
  /** Grams with the function that has them, `gram * OWNERS + owner`, ascending. */
  readonly #postings: Float64Array;
  readonly #exact = new Map<string, number[]>();
  readonly #count: number;
  /** How many look-ups found no candidate, but common grams: their answer may lack some. */
  limited = 0;

  /** Reads the fingerprints; owners are their indexes. */
  constructor(fingerprints: readonly Fingerprint[]) {
    this.#count = Math.min(fingerprints.length, OWNERS);
    let total = 0;
    for (const { grams } of fingerprints) total += Math.min(grams.length, SKETCH);
    const postings = new Float64Array(this.#count <= FEW ? 0 : total);
    let at = 0;
    fingerprints.slice(0, OWNERS).forEach((fingerprint, owner) => {
      const { grams, exact } = fingerprint;
      const equal = this.#exact.get(exact);
      if (equal === undefined) this.#exact.set(exact, [owner]);
      else if (equal.length < BEST) equal.push(owner);
      if (this.#count <= FEW) return;
      for (let i = 0; i < grams.length && i < SKETCH; i++) {
        postings[at++] = grams[i] * OWNERS + owner;
      }
    });
    this.#postings = postings.subarray(0, at).sort();
  }

  /** Indexes of functions that share most, the best first. */
  like(fingerprint: Fingerprint): number[] {
    if (this.#count <= FEW) return Array.from({ length: this.#count }, (_, i) => i);
    const shared = new Map<number, number>();
    let rare = 0;
    const { grams } = fingerprint;
    for (let i = 0; i < grams.length && i < SKETCH; i++) {
      const first = this.#find(grams[i] * OWNERS);
      const end = (grams[i] + 1) * OWNERS;
      if (first + COMMON < this.#postings.length && this.#postings[first + COMMON] < end) continue;
      rare++;
      for (let at = first; this.#postings[at] < end; at++) {
        const owner = this.#postings[at] % OWNERS;
        shared.set(owner, (shared.get(owner) ?? 0) + 1);
      }
    }
    const best = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, BEST);
    const equal = this.#exact.get(fingerprint.exact) ?? [];
    const common = Math.min(grams.length, SKETCH) - rare;
    if (common > rare && best.length + equal.length === 0) this.limited++;
    return [...new Set([...equal, ...best.map(([owner]) => owner)])];
  }

  #find(value: number): number {
    let low = 0, high = this.#postings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#postings[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
