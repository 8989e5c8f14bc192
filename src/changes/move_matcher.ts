/**
 * Which functions that are gone in one place are new in another.
 *
 * @module
 */

import { CALLABLE_KINDS } from "../syntax/outline.ts";
import { type ScoredPair, scorePairs, takePairs } from "./best_pairs.ts";
import { pairContainers } from "./container_pairs.ts";
import { bodySimilarity } from "./fingerprint.ts";
import { likeness, moveScore, parameterKey, sameSort, SURE } from "./function_likeness.ts";
import type { FileFunctions, LeftFunction } from "./functions.ts";
import { type GroupEvidence, pairGroup } from "./group_pairs.ts";
import { RenameVotes } from "./rename_votes.ts";
import { groupBy } from "./twins.ts";

/** A function that went from one place to another. */
export interface Move {
  readonly before: LeftFunction;
  readonly after: LeftFunction;
  /** Whether what contains it went along. */
  readonly withContainer: boolean;
}

/** Functions that went the same way and make it likely that one more did. */
const COMPANY = 3;
/** How alike the bodies of a function in company must be. */
const ALIKE = 0.35;
/** Equal small functions in more places than this say nothing. */
const COPIES = 16;

/** Nothing is known of calls once the readings are gone. */
const EVIDENCE: GroupEvidence<LeftFunction> = {
  textOf: ({ fingerprint }) => fingerprint.exact,
  calls: () => 0,
  delegates: () => false,
};

/** Matches the functions of one language. */
export class MoveMatcher {
  /** Whether a function had too many candidates. */
  limited = false;
  readonly #files: readonly FileFunctions[];
  readonly #gone: readonly LeftFunction[];
  readonly #come: readonly LeftFunction[];
  readonly #moves: Move[] = [];
  readonly #taken = new Set<LeftFunction>();
  /** How many functions moved from one place to another. */
  readonly #ways = new Map<string, number>();

  /** Takes what is gone and new in these files. */
  constructor(files: readonly FileFunctions[]) {
    this.#files = files;
    this.#gone = files.flatMap((file) => file.gone).sort(byPathAndStart);
    this.#come = files.flatMap((file) => file.come).sort(byPathAndStart);
  }

  /** Finds the moves, the surest first; several may share one of their sides. */
  run(): Move[] {
    if (this.#gone.length === 0 || this.#come.length === 0) return [];
    this.#renameDoubtful();
    this.#moveContainers();
    this.#moveSingle();
    this.#moveSmall();
    this.#moveInCompany();
    this.#moveInside();
    this.#moveDuplicates();
    return this.#moves;
  }

  /** Renames what other containers renamed in the same way: overriding methods, mostly. */
  #renameDoubtful(): void {
    const votes = new RenameVotes(this.#files);
    const pairs = this.#files.flatMap((file) => file.doubtful)
      .map((pair) => ({ ...pair, score: pair.score + votes.weight(pair.before, pair.after) }))
      .filter(({ score }) => score >= SURE)
      .sort((a, b) => b.score - a.score);
    for (const pair of takePairs(pairs, this.#taken)) this.#move(pair, false);
  }

  /** Moves what went along with its class, its module, or a function around it. */
  #moveContainers(): void {
    const before = places(this.#gone.filter(({ containerLeft }) => containerLeft));
    const after = places(this.#come.filter(({ containerLeft }) => containerLeft));
    for (const [old, now] of pairContainers(before, after)) {
      this.#pairGroup(before[old], after[now]);
    }
  }

  #pairGroup(before: readonly LeftFunction[], after: readonly LeftFunction[]): void {
    const { pairs, limited } = pairGroup(this.#open(before), this.#open(after), EVIDENCE);
    this.limited ||= limited;
    for (const [old, now] of pairs) {
      const along = old.definition.name === now.definition.name ||
        old.definition.kind === "constructor";
      this.#move({ before: old, after: now, score: 0 }, along);
    }
  }

  /** Moves what has a body of its own, the surest first. */
  #moveSingle(): void {
    const { pairs, limited } = scorePairs(
      this.#open(this.#gone).filter(isCallable),
      this.#open(this.#come).filter(isCallable),
      SURE,
      (old, now) => {
        if (!sameSort(old.definition.kind, now.definition.kind)) return -Infinity;
        return moveScore(likeness(old, now), old.definition.name === now.definition.name) +
          (old.path === now.path ? 0.01 : 0);
      },
    );
    this.limited ||= limited;
    for (const pair of takePairs(pairs)) this.#move(pair, false);
  }

  /**
   * Moves small functions that stayed equal, where several went the same way. From several places to
   * one, and from one to several, they go together.
   */
  #moveSmall(): void {
    const gone = groupBy(this.#open(this.#gone).filter(hasBody), smallKey);
    const come = groupBy(this.#open(this.#come).filter(hasBody), smallKey);
    const pairs: Move[] = [];
    for (const [key, olds] of gone) {
      const news = come.get(key) ?? [];
      if (olds.length > COPIES || news.length > COPIES) continue;
      for (const before of olds) {
        for (const after of news) pairs.push({ before, after, withContainer: false });
      }
    }
    const companions = new Map<string, number>();
    for (const { before, after } of pairs) {
      const name = way(before, after);
      companions.set(name, (companions.get(name) ?? (this.#ways.has(name) ? 1 : 0)) + 1);
    }
    const count = ({ before, after }: Move): number => companions.get(way(before, after))!;
    const sure = pairs.filter((move) => count(move) > 1).sort((a, b) => count(b) - count(a));
    for (const move of sure) {
      const { before, after } = move;
      if (this.#taken.has(before) && this.#taken.has(after)) continue;
      this.#move({ ...move, score: 0 }, false);
    }
  }

  /** Moves what changed but kept name and parameters, where many others went the same way. */
  #moveInCompany(): void {
    const come = groupBy(this.#open(this.#come), headKey);
    const pairs: ScoredPair<LeftFunction>[] = [];
    for (const [key, olds] of groupBy(this.#open(this.#gone), headKey)) {
      const news = come.get(key) ?? [];
      if (olds.length > COPIES || news.length > COPIES) continue;
      for (const before of olds) {
        for (const after of news) {
          const company = this.#ways.get(way(before, after)) ?? 0;
          if (company < COMPANY) continue;
          const score = bodySimilarity(before.fingerprint, after.fingerprint);
          if (score >= ALIKE) pairs.push({ before, after, score });
        }
      }
    }
    pairs.sort((a, b) => b.score - a.score);
    for (const pair of takePairs(pairs, this.#taken)) this.#move(pair, false);
  }

  /** Moves what is inside functions that moved. */
  #moveInside(): void {
    const before = byPlaceName(this.#open(this.#gone));
    const after = byPlaceName(this.#open(this.#come));
    if (before.size === 0 || after.size === 0) return;
    for (let i = 0; i < this.#moves.length; i++) {
      const { before: old, after: now } = this.#moves[i];
      const inside = before.get(`${old.path}\0${old.definition.qualifiedName}`);
      const there = after.get(`${now.path}\0${now.definition.qualifiedName}`);
      if (inside !== undefined && there !== undefined) this.#pairGroup(inside, there);
    }
  }

  /** Finds further copies of what moved: of methods that several classes lost to a common one. */
  #moveDuplicates(): void {
    const single = [...this.#moves].filter(({ withContainer }) => !withContainer);
    const exact = (pick: (move: Move) => LeftFunction): Map<string, Move> =>
      new Map(single.toReversed().map((move) => [duplicateKey(pick(move)), move]));
    const sources = exact(({ before }) => before);
    for (const item of this.#open(this.#gone)) {
      const twin = sources.get(duplicateKey(item));
      if (twin !== undefined) this.#moves.push({ ...twin, before: item });
    }
    const targets = exact(({ after }) => after);
    for (const item of this.#open(this.#come)) {
      const twin = targets.get(duplicateKey(item));
      if (twin !== undefined) this.#moves.push({ ...twin, after: item });
    }
  }

  #open(items: readonly LeftFunction[]): LeftFunction[] {
    return items.filter((item) => !this.#taken.has(item));
  }

  #move({ before, after }: ScoredPair<LeftFunction>, withContainer: boolean): void {
    this.#taken.add(before).add(after);
    this.#ways.set(way(before, after), (this.#ways.get(way(before, after)) ?? 0) + 1);
    this.#moves.push({ before, after, withContainer });
  }
}

function places(items: readonly LeftFunction[]): LeftFunction[][] {
  return [...byPlaceName(items).values()];
}

function byPlaceName(items: readonly LeftFunction[]): Map<string, LeftFunction[]> {
  const groups = new Map<string, LeftFunction[]>();
  for (const item of items) {
    const key = `${item.path}\0${item.definition.container ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function way(before: LeftFunction, after: LeftFunction): string {
  const from = `${before.path}\0${before.definition.container ?? ""}`;
  return `${from}\0${after.path}\0${after.definition.container ?? ""}`;
}

function smallKey({ definition, fingerprint }: LeftFunction): string {
  return `${definition.name}\0${parameterKey(definition)}\0${fingerprint.body}`;
}

function headKey({ definition }: LeftFunction): string {
  return `${definition.name}\0${parameterKey(definition)}\0${definition.kind}`;
}

function hasBody({ fingerprint }: LeftFunction): boolean {
  return fingerprint.size > 2;
}

function duplicateKey({ definition, fingerprint }: LeftFunction): string {
  return `${definition.name}\0${fingerprint.exact}`;
}

function isCallable({ definition }: LeftFunction): boolean {
  return CALLABLE_KINDS.has(definition.kind);
}

function byPathAndStart(a: LeftFunction, b: LeftFunction): number {
  return (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
    a.definition.start - b.definition.start;
}
