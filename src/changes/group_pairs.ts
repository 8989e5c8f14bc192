/**
 * Which functions of a container are which of the same container on the other side.
 *
 * @module
 */

import { type ScoredPair, scorePairs, takePairs } from "./best_pairs.ts";
import { bodySimilarity } from "./fingerprint.ts";
import {
  type Likened,
  likeness,
  parameterKey,
  renameScore,
  sameSort,
  SURE,
} from "./function_likeness.ts";
import { Surroundings } from "./surroundings.ts";
import { groupBy, nameKey, pairTwins } from "./twins.ts";

/** What is known beyond the functions themselves. */
export interface GroupEvidence<T> {
  /** Equal for equal functions. */
  textOf(item: T): string;
  /** What the calls say, from -1 to 1; 0 when nothing is known. */
  calls(before: T, after: T): number;
  /** Whether one function of the later side calls something of the name of the other. */
  delegates(caller: T, callee: T): boolean;
}

/** The pairs of one container. */
export interface GroupPairs<T> {
  readonly pairs: readonly (readonly [T, T])[];
  /** Functions that may be one, if other containers say so. */
  readonly doubtful: readonly ScoredPair<T>[];
  /** Whether pairs may have been overlooked, because too many functions are alike. */
  readonly limited: boolean;
}

/** Bodies less alike than this do not hold a pair of equal names together against better partners. */
const LOOSE_PAIR = 0.6;
/** Texts that share so many of their lines have more in common than a loose pair. */
const SURELY_ALIKE = 0.8;
/** How much more alike the better partners must be. */
const MARGIN = 0.1;
/** Bodies as alike as this take the name from a function of other parameters. */
const TAKEOVER = 0.6;
/** Renames that are taken before all others, to say where these stand. */
const FIRST = 2;
/** Renames that other containers may still make sure. */
const DOUBTFUL = -2.5;
/** How often pairs are put back before all are. */
const ROUNDS = 64;

/** Pairs equal names, then finds what was renamed. */
export function pairGroup<T extends Likened>(
  before: readonly T[],
  after: readonly T[],
  evidence: GroupEvidence<T>,
): GroupPairs<T> {
  return new GroupPairer(before, after, evidence).run();
}

class GroupPairer<T extends Likened> {
  readonly #before: readonly T[];
  readonly #after: readonly T[];
  readonly #evidence: GroupEvidence<T>;
  readonly #afterOf = new Map<T, T>();
  readonly #paired = new Set<T>();
  /** Pairs of equal names with little in common, by both sides: they give way to better ones. */
  readonly #held = new Map<T, ScoredPair<T>>();
  #doubtful: readonly ScoredPair<T>[] = [];
  #limited = false;

  constructor(before: readonly T[], after: readonly T[], evidence: GroupEvidence<T>) {
    this.#before = before;
    this.#after = after;
    this.#evidence = evidence;
  }

  run(): GroupPairs<T> {
    this.#pairNames();
    // What is sure comes first: it says where the others stand.
    for (const least of [FIRST, SURE]) {
      for (const pair of this.#renames(least)) this.#take(pair);
    }
    return {
      pairs: [...this.#afterOf],
      doubtful: this.#doubtful.filter(({ before, after }) =>
        !this.#afterOf.has(before) && !this.#paired.has(after)
      ),
      limited: this.#limited,
    };
  }

  #pairNames(): void {
    const names = groupBy(this.#after, nameKey);
    const changed: [T, T][] = [];
    for (const [key, olds] of groupBy(this.#before, nameKey)) {
      const news = names.get(key);
      if (news === undefined) continue;
      for (const [before, after] of pairTwins(olds, news, (item) => this.#evidence.textOf(item))) {
        this.#pair(before, after);
        const equal = this.#evidence.textOf(before) === this.#evidence.textOf(after);
        if (!equal) changed.push([before, after]);
      }
    }
    const left = this.#before.length - this.#paired.size;
    const come = this.#after.length - this.#paired.size;
    // A single function has no better partner.
    if (changed.length < 2 && left + come === 0) return;
    for (const [before, after] of changed) {
      // Most edits leave most lines: the text tells, without looking at tokens.
      const { textOf } = this.#evidence;
      if (sharedLines(textOf(before), textOf(after)) >= SURELY_ALIKE) continue;
      const score = bodySimilarity(before.fingerprint, after.fingerprint);
      if (score >= LOOSE_PAIR) continue;
      const pair = { before, after, score };
      this.#held.set(before, pair).set(after, pair);
    }
  }

  #pair(before: T, after: T): void {
    this.#afterOf.set(before, after);
    this.#paired.add(after);
  }

  #take({ before, after }: ScoredPair<T>): void {
    for (const held of [this.#held.get(before), this.#held.get(after)]) {
      if (held === undefined) continue;
      this.#held.delete(held.before);
      this.#held.delete(held.after);
      this.#afterOf.delete(held.before);
      this.#paired.delete(held.after);
    }
    this.#pair(before, after);
  }

  /** Finds pairs of different names. */
  #renames(least: number): ScoredPair<T>[] {
    const held = this.#held;
    const left = this.#before.filter((item) => !this.#afterOf.has(item) || held.has(item));
    const come = this.#after.filter((item) => !this.#paired.has(item) || held.has(item));
    if (left.length === 0 || come.length === 0) return [];
    const around = new Surroundings(
      this.#before,
      this.#after,
      (item) => held.has(item) ? undefined : this.#afterOf.get(item),
      (item) => !held.has(item) && this.#paired.has(item),
    );
    const { pairs, limited } = scorePairs(
      left,
      come,
      DOUBTFUL,
      (old, now) => this.#score(old, now, around),
    );
    this.#limited ||= limited;
    if (least === SURE) this.#doubtful = pairs.filter(({ score }) => score < SURE);
    return this.#takeFree(pairs.filter(({ score }) => score >= least));
  }

  #score(before: T, after: T, around: Surroundings<T>): number {
    if (nameKey(before) === nameKey(after)) return -Infinity;
    if (!sameSort(before.definition.kind, after.definition.kind)) return -Infinity;
    const common = likeness(before, after, {
      calls: this.#evidence.calls(before, after),
      near: around.near(before, after),
      alone: around.alone(before, after),
      order: around.order(before, after),
    });
    const most = Math.max(this.#held.get(before)?.score ?? -1, this.#held.get(after)?.score ?? -1);
    return common.body < most + MARGIN ? -Infinity : renameScore(common);
  }

  /** Takes pairs, the surest first, but for those that would leave one side of a held pair alone. */
  #takeFree(pairs: readonly ScoredPair<T>[]): ScoredPair<T>[] {
    const kept = new Set<T>();
    for (let round = 0; round < ROUNDS; round++) {
      const taken = takePairs(pairs, new Set(kept));
      const used = new Map<T, ScoredPair<T>>();
      for (const pair of taken) used.set(pair.before, pair).set(pair.after, pair);
      let alone = false;
      for (const held of this.#held.values()) {
        const { before, after } = held;
        const better = used.get(before) ?? used.get(after);
        if (better === undefined || (used.has(before) && used.has(after))) continue;
        if (this.#isTakeover(better, held)) continue;
        kept.add(before).add(after);
        alone = true;
      }
      if (!alone) return taken;
    }
    return takePairs(pairs, new Set(this.#held.keys()));
  }

  /** Whether a function kept parameters and body, and the name it got or left was used otherwise. */
  #isTakeover(better: ScoredPair<T>, held: ScoredPair<T>): boolean {
    // A function that still has the old name and calls the new one lost its code to it.
    if (better.before === held.before && this.#evidence.delegates(held.after, better.after)) {
      return false;
    }
    const key = (item: T): string => parameterKey(item.definition);
    return key(better.before) === key(better.after) && key(held.before) !== key(held.after) &&
      bodySimilarity(better.before.fingerprint, better.after.fingerprint) >= TAKEOVER;
  }
}

/** How much of the longer text stands in lines that both have, from 0 to 1. */
function sharedLines(a: string, b: string): number {
  const counts = new Map<string, number>();
  for (const line of a.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of b.split("\n")) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    shared += line.length + 1;
  }
  return shared / (Math.max(a.length, b.length) + 1);
}
