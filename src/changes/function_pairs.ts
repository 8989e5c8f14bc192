/**
 * Which function of the later side of a file is which of the earlier side.
 *
 * @module
 */

import { bodySimilarity } from "./fingerprint.ts";
import { type ScoredPair, scorePairs, takePairs } from "./best_pairs.ts";
import { pairContainers } from "./container_pairs.ts";
import { likeness, parameterKey, renameScore, sameSort, SURE } from "./function_likeness.ts";
import type { FunctionItem, FunctionSide } from "./function_side.ts";
import { Surroundings } from "./surroundings.ts";
import { CALLABLE_KINDS } from "../syntax/outline.ts";

/** Pairs of the functions of a file; what is in none was added or deleted, or went elsewhere. */
export interface FunctionPairs {
  /** The earlier side of a later one. */
  readonly before: ReadonlyMap<FunctionItem, FunctionItem>;
  /** The later side of an earlier one. */
  readonly after: ReadonlyMap<FunctionItem, FunctionItem>;
  /** Functions whose container has another name now. */
  readonly withContainer: ReadonlySet<FunctionItem>;
  /** Functions of one container that may be one, if other files say so. */
  readonly doubtful: readonly ScoredPair<FunctionItem>[];
  /** Whether pairs may have been overlooked, because too many functions are alike. */
  readonly limited: boolean;
}

/** Bodies less alike than this do not hold a pair of equal names together against better partners. */
const LOOSE_PAIR = 0.6;
/** Renames that are taken before all others, to say where these stand. */
const FIRST = 2;
/** Renames that other files may still make sure. */
const DOUBTFUL = -2.5;
/** How much more alike the better partners must be. */
const MARGIN = 0.1;
/** How often pairs are put back before all are. */
const ROUNDS = 64;
/** Overloads less alike than this are different functions. */
const TWIN = 0.25;
/** Above so many overloads of one name, order decides instead of likeness. */
const COMPARED_OVERLOADS = 24;

/** Pairs container by container, the outermost first, so that a renamed one takes its functions along. */
export function pairFunctions(before: FunctionSide, after: FunctionSide): FunctionPairs {
  return new Pairer(before, after).run();
}

class Pairer {
  readonly #before: FunctionSide;
  readonly #after: FunctionSide;
  readonly #afterOf = new Map<FunctionItem, FunctionItem>();
  readonly #beforeOf = new Map<FunctionItem, FunctionItem>();
  readonly #withContainer = new Set<FunctionItem>();
  /** Later name of a container by its earlier one. */
  readonly #containers = new Map<string, string>();
  readonly #claimed = new Set<string>();
  readonly #doubtful: ScoredPair<FunctionItem>[] = [];
  #limited = false;

  constructor(before: FunctionSide, after: FunctionSide) {
    this.#before = before;
    this.#after = after;
  }

  run(): FunctionPairs {
    const before = this.#before.containers();
    const after = this.#after.containers();
    const levels = [...new Set(before.map((name) => this.#before.depth(name)))].sort((a, b) =>
      a - b
    );
    for (const level of levels) {
      const here = before.filter((name) => this.#before.depth(name) === level);
      for (const name of here) this.#mapKnown(name);
      this.#mapRenamed(here, after);
      for (const name of here) this.#pairGroup(name);
    }
    return {
      before: this.#beforeOf,
      after: this.#afterOf,
      withContainer: this.#withContainer,
      doubtful: this.#doubtful.filter(({ before, after }) =>
        !this.#afterOf.has(before) && !this.#beforeOf.has(after)
      ),
      limited: this.#limited,
    };
  }

  /** Finds a container under its own name, or under that of its function or container. */
  #mapKnown(name: string): void {
    const renamed = this.#renamedFunction(name);
    if (renamed !== undefined) this.#map(name, renamed);
    else if (this.#after.groups.has(name)) this.#map(name, name);
    else if (this.#after.definitionOf(name) === undefined) {
      const inside = this.#insideRenamed(name);
      if (inside !== undefined) this.#map(name, inside);
    }
  }

  #renamedFunction(name: string): string | undefined {
    const definition = this.#before.definitionOf(name);
    if (definition === undefined) return undefined;
    const item = this.#before.groups.get(definition.container ?? "")
      ?.find((item) => item.definition === definition);
    const partner = item === undefined ? undefined : this.#afterOf.get(item);
    const renamed = partner?.definition.qualifiedName;
    return renamed === name ? undefined : renamed;
  }

  #insideRenamed(name: string): string | undefined {
    const definition = this.#before.definitionOf(name);
    const outer = definition?.container;
    const now = outer === null || outer === undefined ? undefined : this.#containers.get(outer);
    if (now === undefined || now === outer || !name.startsWith(outer!)) return undefined;
    return now + name.slice(outer!.length);
  }

  #map(before: string, after: string): void {
    if (this.#claimed.has(after) || !this.#after.groups.has(after)) return;
    this.#claimed.add(after);
    this.#containers.set(before, after);
  }

  /** Pairs containers that are gone with new ones, by what is in them. */
  #mapRenamed(here: readonly string[], after: readonly string[]): void {
    const gone = here.filter((name) =>
      name !== "" && !this.#containers.has(name) && this.#after.definitionOf(name) === undefined
    );
    const come = after.filter((name) =>
      name !== "" && !this.#claimed.has(name) && this.#before.definitionOf(name) === undefined
    );
    const pairs = pairContainers(
      gone.map((name) => this.#before.groups.get(name)!),
      come.map((name) => this.#after.groups.get(name)!),
    );
    for (const [old, now] of pairs) this.#map(gone[old], come[now]);
  }

  #pairGroup(container: string): void {
    const mapped = this.#containers.get(container);
    if (mapped === undefined) return;
    const before = this.#before.groups.get(container)!;
    const after = this.#after.groups.get(mapped)!;
    const loose = this.#pairNames(before, after);
    this.#pairRenamed(before, after, loose);
    if (mapped === container) return;
    for (const item of before) {
      const partner = this.#afterOf.get(item);
      if (partner !== undefined) this.#withContainer.add(partner);
    }
  }

  #pair(before: FunctionItem, after: FunctionItem): void {
    this.#afterOf.set(before, after);
    this.#beforeOf.set(after, before);
  }

  /** Pairs equal names; returns pairs whose bodies have little in common. */
  #pairNames(
    before: readonly FunctionItem[],
    after: readonly FunctionItem[],
  ): ScoredPair<FunctionItem>[] {
    const names = groupBy(after, nameKey);
    const loose: ScoredPair<FunctionItem>[] = [];
    for (const [key, olds] of groupBy(before, nameKey)) {
      const news = names.get(key);
      if (news === undefined) continue;
      for (const [old, now] of pairTwins(olds, news)) {
        this.#pair(old, now);
        if (old.text === now.text) continue;
        const score = bodySimilarity(old.fingerprint, now.fingerprint);
        if (score < LOOSE_PAIR) loose.push({ before: old, after: now, score });
      }
    }
    return loose;
  }

  /** Pairs what has another name now; a loose pair gives way when both of its sides have better partners. */
  #pairRenamed(
    before: readonly FunctionItem[],
    after: readonly FunctionItem[],
    loose: readonly ScoredPair<FunctionItem>[],
  ): void {
    const held = new Map<FunctionItem, ScoredPair<FunctionItem>>();
    for (const pair of loose) held.set(pair.before, pair).set(pair.after, pair);
    // What is sure comes first: it says where the others stand.
    for (const least of [FIRST, SURE]) {
      for (const { before: old, after: now } of this.#renames(before, after, held, least)) {
        const broken = [held.get(old), held.get(now)];
        for (const pair of broken) {
          if (pair === undefined) continue;
          held.delete(pair.before);
          held.delete(pair.after);
          this.#afterOf.delete(pair.before);
          this.#beforeOf.delete(pair.after);
        }
        this.#pair(old, now);
      }
    }
  }

  #renames(
    before: readonly FunctionItem[],
    after: readonly FunctionItem[],
    held: ReadonlyMap<FunctionItem, ScoredPair<FunctionItem>>,
    least: number,
  ): ScoredPair<FunctionItem>[] {
    const left = before.filter((item) => !this.#afterOf.has(item) || held.has(item));
    const come = after.filter((item) => !this.#beforeOf.has(item) || held.has(item));
    if (left.length === 0 || come.length === 0) return [];
    const around = new Surroundings(
      [this.#before, before],
      [this.#after, after],
      {
        partner: (item) => this.#afterOf.get(item),
        sure: (item) => !held.has(item) && (this.#afterOf.has(item) || this.#beforeOf.has(item)),
      },
    );
    const { pairs, limited } = scorePairs(left, come, DOUBTFUL, (old, now) => {
      if (nameKey(old) === nameKey(now) || !sameSort(old.definition.kind, now.definition.kind)) {
        return -Infinity;
      }
      const common = likeness(old, now, {
        calls: around.calls(old, now),
        near: around.near(old, now),
        alone: around.alone(old, now),
        delegates: around.delegates(old, now) ? 1 : 0,
      });
      const most = Math.max(held.get(old)?.score ?? -1, held.get(now)?.score ?? -1);
      if (common.delegates > 0 || common.body < most + MARGIN) return -Infinity;
      return renameScore(common);
    });
    this.#limited ||= limited;
    if (least === SURE) this.#doubtful.push(...pairs.filter(({ score }) => score < SURE));
    return takeFree(pairs.filter(({ score }) => score >= least), held);
  }
}

/** Takes pairs, the surest first, but for those that would leave one side of a held pair alone. */
function takeFree(
  pairs: readonly ScoredPair<FunctionItem>[],
  held: ReadonlyMap<FunctionItem, ScoredPair<FunctionItem>>,
): ScoredPair<FunctionItem>[] {
  const kept = new Set<FunctionItem>();
  for (let round = 0; round < ROUNDS; round++) {
    const taken = takePairs(pairs, new Set(kept));
    const used = new Set(taken.flatMap(({ before, after }) => [before, after]));
    let alone = false;
    for (const { before, after } of held.values()) {
      if (used.has(before) === used.has(after)) continue;
      kept.add(before).add(after);
      alone = true;
    }
    if (!alone) return taken;
  }
  return takePairs(pairs, new Set(held.keys()));
}

/** Pairs functions of one name: equal texts, then what is most alike. */
function pairTwins(
  before: readonly FunctionItem[],
  after: readonly FunctionItem[],
): [FunctionItem, FunctionItem][] {
  if (before.length === 1 && after.length === 1) return [[before[0], after[0]]];
  const pairs: [FunctionItem, FunctionItem][] = [];
  const take = (key: (item: FunctionItem) => string): void => {
    const [olds, news] = pairByKey(before, after, key, pairs);
    before = olds;
    after = news;
  };
  take((item) => item.text);
  if (before.length > COMPARED_OVERLOADS || after.length > COMPARED_OVERLOADS) {
    take((item) => parameterKey(item.definition));
    take(() => "");
    return pairs;
  }
  const { pairs: scored } = scorePairs(before, after, TWIN, (old, now) => {
    const { body, parameters } = likeness(old, now);
    const equal = parameterKey(old.definition) === parameterKey(now.definition);
    return body + (equal ? 1 : 0.5 * parameters);
  });
  for (const { before: old, after: now } of takePairs(scored)) pairs.push([old, now]);
  return pairs;
}

/** Pairs equal keys in order and returns what is left. */
function pairByKey(
  before: readonly FunctionItem[],
  after: readonly FunctionItem[],
  key: (item: FunctionItem) => string,
  pairs: [FunctionItem, FunctionItem][],
): [FunctionItem[], FunctionItem[]] {
  const open = groupBy(before, key);
  const next = new Map<string, number>();
  const left = new Set(before);
  const come = after.filter((now) => {
    const name = key(now);
    const at = next.get(name) ?? 0;
    const old = open.get(name)?.[at];
    if (old === undefined) return true;
    next.set(name, at + 1);
    left.delete(old);
    pairs.push([old, now]);
    return false;
  });
  return [[...left], come];
}

function groupBy(
  items: readonly FunctionItem[],
  key: (item: FunctionItem) => string,
): Map<string, FunctionItem[]> {
  const groups = new Map<string, FunctionItem[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

/** What functions of one container share when they are overloads or twins. */
function nameKey({ definition: { name, discriminator, kind } }: FunctionItem): string {
  const sort = kind === "getter" || kind === "setter" || !CALLABLE_KINDS.has(kind) ? kind : "";
  return `${name}\0${discriminator}\0${sort}`;
}
