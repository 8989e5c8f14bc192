/**
 * Which container of the later side is which of the earlier side, by the functions in them.
 *
 * @module
 */

import { bodySimilarity } from "./fingerprint.ts";
import { type Likened, parameterKey, SMALL_BODY } from "./function_likeness.ts";
import { groupBy, nameKey } from "./twins.ts";
import { nameSimilarity } from "./name_similarity.ts";

/** What each function counts that one of the containers has too many. */
const SURPLUS = 0.3;
/** What a body of equal shape under another name counts. */
const SHAPE = 0.5;
/** Containers with more functions of one name in them than this are found by their other functions. */
const COMMON = 16;
/** How many candidates of a container are compared. */
const BEST = 8;
/** The least share of functions that both must have. */
const SURE = 0.33;

/** Pairs lists of functions; the indexes of both are returned, the surest pair first. */
export function pairContainers<T extends Likened>(
  before: readonly (readonly T[])[],
  after: readonly (readonly T[])[],
): [number, number][] {
  if (before.length === 0 || after.length === 0) return [];
  const homes = new Map<string, Set<number>>();
  after.forEach((group, home) => {
    for (const key of group.flatMap(keysOf)) {
      const found = homes.get(key);
      if (found === undefined) homes.set(key, new Set([home]));
      else if (found.size <= COMMON) found.add(home);
    }
  });
  const scored: { old: number; now: number; score: number }[] = [];
  before.forEach((group, old) => {
    const shared = new Map<number, number>();
    for (const key of group.flatMap(keysOf)) {
      const found = homes.get(key);
      if (found === undefined || found.size > COMMON) continue;
      for (const home of found) shared.set(home, (shared.get(home) ?? 0) + 1);
    }
    const candidates = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, BEST);
    for (const [now] of candidates) {
      const score = groupSimilarity(group, after[now]);
      if (score >= SURE) scored.push({ old, now, score });
    }
  });
  scored.sort((a, b) => b.score - a.score || a.old - b.old || a.now - b.now);
  const [olds, news] = [new Set<number>(), new Set<number>()];
  const pairs: [number, number][] = [];
  for (const { old, now } of scored) {
    if (olds.has(old) || news.has(now)) continue;
    olds.add(old);
    news.add(now);
    pairs.push([old, now]);
  }
  return pairs;
}

/**
 * The share of functions with equal names and like bodies, or bodies of one shape, and a little for the
 * containers' own names.
 */
function groupSimilarity(before: readonly Likened[], after: readonly Likened[]): number {
  const named = new Twins(before, nameKey);
  const left: Likened[] = [];
  let shared = 0;
  for (const item of after) {
    const twin = named.take(item);
    if (twin === undefined) left.push(item);
    else shared += weight(twin, item);
  }
  const shaped = new Twins(named.left(), ({ fingerprint }) => fingerprint.shape);
  for (const item of left) {
    if (shaped.take(item) !== undefined) shared += SHAPE;
  }
  const names = nameSimilarity(lastName(before[0]), lastName(after[0]));
  const [few, many] = [before.length, after.length].toSorted((a, b) => a - b);
  return 0.9 * shared / (few + SURPLUS * (many - few)) + 0.2 * names;
}

/** Functions by a key, each handed out once, those of equal parameters first. */
class Twins {
  readonly #open: Map<string, Likened[]>;
  readonly #key: (item: Likened) => string;

  constructor(items: readonly Likened[], key: (item: Likened) => string) {
    this.#open = groupBy(items, key);
    this.#key = key;
  }

  take(item: Likened): Likened | undefined {
    const twins = this.#open.get(this.#key(item)) ?? [];
    const same = parameterKey(item.definition);
    const at = twins.findIndex((twin) => parameterKey(twin.definition) === same);
    return at < 0 ? twins.shift() : twins.splice(at, 1)[0];
  }

  left(): Likened[] {
    return [...this.#open.values()].flat();
  }
}

/** What containers are found by. */
function keysOf({ definition, fingerprint }: Likened): string[] {
  return [definition.name, fingerprint.exact];
}

function weight(old: Likened, now: Likened): number {
  const alike = bodySimilarity(old.fingerprint, now.fingerprint);
  const size = Math.min(old.fingerprint.size, now.fingerprint.size);
  return size < SMALL_BODY ? 0.8 * alike : alike;
}

function lastName({ definition: { container } }: Likened): string {
  return container?.match(/[\p{L}\p{N}_$]+(?=\P{L}*$)/u)?.[0] ?? "";
}
