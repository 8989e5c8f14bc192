/**
 * Functions of one name in one container: overloads, and twins that a language allows.
 *
 * @module
 */

import { CALLABLE_KINDS } from "../syntax/outline.ts";
import { scorePairs, takePairs } from "./best_pairs.ts";
import { type Likened, likeness, parameterKey } from "./function_likeness.ts";

/** Overloads less alike than this are different functions. */
const TWIN = 0.25;
/** Above so many overloads of one name, order decides instead of likeness. */
const COMPARED = 24;

/**
 * What functions of one container share when they are overloads or twins. A constructor that is named
 * like its class keeps its key when the class gets another name.
 */
export function nameKey({ definition }: Likened): string {
  const { name, container, discriminator, kind } = definition;
  if (kind === "constructor" && container?.endsWith(name)) return `\0${discriminator}`;
  const sort = kind === "getter" || kind === "setter" || !CALLABLE_KINDS.has(kind) ? kind : "";
  return `${name}\0${discriminator}\0${sort}`;
}

/** Puts items of equal keys together, in order. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * Pairs functions of one name: equal texts first, then what is most alike.
 *
 * @param textOf Equal for equal functions.
 */
export function pairTwins<T extends Likened>(
  before: readonly T[],
  after: readonly T[],
  textOf: (item: T) => string,
): [T, T][] {
  if (before.length === 1 && after.length === 1) return [[before[0], after[0]]];
  const pairs: [T, T][] = [];
  const take = (key: (item: T) => string): void => {
    const [olds, news] = pairByKey(before, after, key, pairs);
    before = olds;
    after = news;
  };
  take(textOf);
  if (before.length > COMPARED || after.length > COMPARED) {
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
function pairByKey<T>(
  before: readonly T[],
  after: readonly T[],
  key: (item: T) => string,
  pairs: [T, T][],
): [T[], T[]] {
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
