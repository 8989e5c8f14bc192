/**
 * References whose names are near to one that does not exist.
 *
 * @module
 */

import { shortName } from "./ref_lookup.ts";
import type { RefStore } from "./refs.ts";

/** Names that are offered at most. */
const OFFERED = 5;
/** Names that are compared at most: a hint is not worth more. */
const COMPARED = 20_000;
const LONGEST = 200;

/** Short names of branches and tags that the wanted one may be a slip of, nearest first. */
export function nearestRefs(refs: RefStore, wanted: string): string[] {
  if (wanted === "" || wanted.length > LONGEST) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const lower = wanted.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  let compared = 0;
  for (const prefix of ["refs/heads/", "refs/tags/", "refs/remotes/"]) {
    for (const ref of refs.list(prefix)) {
      if (++compared > COMPARED) break;
      const name = shortName(ref.name);
      const distance = distanceTo(lower, name.toLowerCase(), limit);
      if (distance < limit + 1) near.push({ name, distance });
    }
  }
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return [...new Set(near.map(({ name }) => name))].slice(0, OFFERED);
}

/** How far a name is from the wanted one; the part behind the last slash counts nearly as much. */
function distanceTo(wanted: string, name: string, limit: number): number {
  const whole = editDistance(wanted, name, limit);
  const slash = name.lastIndexOf("/");
  if (slash < 0 || wanted.includes("/")) return whole;
  return Math.min(whole, editDistance(wanted, name.slice(slash + 1), limit) + 0.5);
}

/**
 * Insertions, deletions, replacements and swaps of neighbours between two texts; a number above the
 * limit when there are more.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(change, row[j] + 1, next[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, last[j - 2] + 1);
      }
      next[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    last = row;
    row = next;
  }
  return row[b.length];
}
