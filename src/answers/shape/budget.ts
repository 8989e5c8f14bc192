/**
 * Fits a page into the tokens that its reader can spend.
 *
 * The size of a page is measured as it is sent: its JSON, escaped once more, because it travels as text in
 * a JSON message. A page takes items while they fit. One item always goes out, even over
 * budget; then its details are trimmed in the order that the answer declares.
 *
 * @module
 */

import { byteLength, sentBytes, tokensOf } from "./json_size.ts";

/** Tokens of an answer when nothing is asked for. */
export const DEFAULT_BUDGET = 8192;

/** How an answer is made smaller when its first item alone is over budget. */
export interface Trim<Unit> {
  /** What is cut: "dependency_changes". */
  readonly what: string;
  /**
   * The unit with at most `keep` of these details, and how many it lost.
   */
  apply(unit: Unit, keep: number): { unit: Unit; cut: number };
  /** How many of these details the unit has. */
  count(unit: Unit): number;
}

/** A detail that was cut, by the name of its trim. */
export interface Cut {
  readonly what: string;
  readonly count: number;
  /** Whether it was cut from items all over the page, not from a single one that was over budget. */
  readonly across: boolean;
}

/** A page that may go out. */
export interface Fitted<Unit> {
  readonly units: readonly Unit[];
  readonly trimmed: readonly Cut[];
  /** Whether the page is over budget in spite of all. */
  readonly over: boolean;
}

/** What {@link fitPage} works on. */
export interface FitRequest<Unit> {
  /** The units of the page that the reader asked for; those behind the first that does not fit are not made. */
  readonly units: Iterable<Unit> | AsyncIterable<Unit>;
  /** Most tokens; 0 for no limit. */
  readonly budget: number;
  /** In the order in which they are tried. */
  readonly trims: readonly Trim<Unit>[];
  /** Details that are cut from items all over the page before an item is left out, in this order. */
  readonly pageTrims?: readonly Trim<Unit>[];
  /** JSON of one unit as far as it adds to the answer. */
  json(unit: Unit): string;
  /** JSON of the finished answer of such a page. */
  answer(page: Fitted<Unit>): string;
}

/** As many units, and as much of them, as the budget allows. */
export async function fitPage<Unit>(request: FitRequest<Unit>): Promise<Fitted<Unit>> {
  const { budget, answer, pageTrims = [] } = request;
  const units: Unit[] = [];
  const whole: Fitted<Unit> = { units, trimmed: [], over: false };
  const limit = budget === 0 ? Infinity : budget * 4;
  const fits = (page: Fitted<Unit>): boolean => sentBytes(answer(page)) <= limit;

  // The sum of the parts is close; the finished answer decides.
  let spent = budget === 0 ? 0 : sentBytes(answer(whole));
  const frame = spent;
  for await (const unit of request.units) {
    if (budget !== 0) spent += sentBytes(request.json(unit)) + 1;
    // Where details may go, all of the page is looked at before any of it is left out.
    if (spent > limit && units.length > 0 && pageTrims.length === 0) break;
    units.push(unit);
    if (spent > limit && pageTrims.length === 0) break;
  }
  if (budget === 0 || units.length === 0 || (spent <= limit && fits(whole))) return whole;
  const lighter = lighten(units, pageTrims, fits);
  if (lighter.over === false) return lighter;
  const cut = (count: number): Fitted<Unit> => {
    const page = { ...whole, units: units.slice(0, count) };
    const [first] = pageTrims;
    return first === undefined ? page : trimmedBy(page, first, 0);
  };
  let count = 0;
  for (let left = limit - frame; count < units.length; count++) {
    left -= sentBytes(request.json(cut(units.length).units[count])) + 1;
    if (left < 0 && count > 0) break;
  }
  while (count > 1 && !fits(cut(count))) count--;
  const page = cut(count);
  return count > 1 || fits(page) ? page : trimFirst(request, page, limit);
}

/** A page without one detail from some unit on. */
function trimmedBy<Unit>(page: Fitted<Unit>, trim: Trim<Unit>, from: number): Fitted<Unit> {
  let count = 0;
  const units = page.units.map((unit, at) => {
    if (at < from) return unit;
    const { unit: smaller, cut } = trim.apply(unit, 0);
    count += cut;
    return smaller;
  });
  const cuts = count === 0 ? [] : [{ what: trim.what, count, across: true }];
  return { ...page, units, trimmed: [...page.trimmed, ...cuts] };
}

/**
 * All units, with as few details cut as make them fit: the last detail that must go stays with as many
 * of the first units as there is room for. Over budget when no cut is enough.
 */
function lighten<Unit>(
  units: readonly Unit[],
  trims: readonly Trim<Unit>[],
  fits: (page: Fitted<Unit>) => boolean,
): Fitted<Unit> {
  let page: Fitted<Unit> = { units, trimmed: [], over: true };
  for (const trim of trims) {
    if (!fits(trimmedBy(page, trim, 0))) {
      page = trimmedBy(page, trim, 0);
      continue;
    }
    let low = 0;
    let high = units.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(trimmedBy(page, trim, middle))) low = middle;
      else high = middle - 1;
    }
    return keepSome(page, { trim, from: low }, fits);
  }
  return page;
}

/** The page without a detail from some unit on, but for as much of that unit as there is room for. */
function keepSome<Unit>(
  page: Fitted<Unit>,
  { trim, from }: { readonly trim: Trim<Unit>; readonly from: number },
  fits: (page: Fitted<Unit>) => boolean,
): Fitted<Unit> {
  const without = trimmedBy(page, trim, from);
  const unit = page.units[from];
  const all = trim.count(unit);
  const attempt = (keep: number): Fitted<Unit> => {
    const units = without.units.with(from, trim.apply(unit, keep).unit);
    const trimmed = without.trimmed.map((cut) =>
      cut.what === trim.what ? { ...cut, count: cut.count - Math.min(keep, all) } : cut
    );
    return { units, trimmed, over: false };
  };
  let low = 0;
  let high = all;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(attempt(middle))) low = middle;
    else high = middle - 1;
  }
  return attempt(low);
}

function trimFirst<Unit>(
  request: FitRequest<Unit>,
  single: Fitted<Unit>,
  limit: number,
): Fitted<Unit> {
  let page: Fitted<Unit> = { ...single, over: true };
  for (const trim of request.trims) {
    const [unit] = page.units;
    const attempt = (keep: number): Fitted<Unit> => {
      const { unit: smaller, cut } = trim.apply(unit, keep);
      const trimmed = cut === 0 ? page.trimmed : [
        ...page.trimmed,
        { what: trim.what, count: cut, across: false },
      ];
      return { units: [smaller], trimmed, over: false };
    };
    const fits = (keep: number): boolean => sentBytes(request.answer(attempt(keep))) <= limit;
    if (!fits(0)) {
      page = { ...attempt(0), over: true };
      continue;
    }
    // The most that fits, between nothing and all.
    let low = 0;
    let high = trim.count(unit);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(middle)) low = middle;
      else high = middle - 1;
    }
    return attempt(low);
  }
  return page;
}

/**
 * The estimated tokens of an answer, its own `token_estimate` included.
 *
 * @param json JSON of the answer where the estimate still is 0, in pieces.
 * @param gone Bytes of the answer that are not in these pieces.
 */
export function estimateTokens(json: Iterable<string>, gone: number = 0): number {
  let bytes = gone - "0".length;
  for (const piece of json) bytes += byteLength(piece);
  let estimate = 0;
  // The estimate's digits count too; more of them never make it smaller, so this ends.
  for (;;) {
    const next = tokensOf(bytes + String(estimate).length);
    if (next === estimate) return estimate;
    estimate = next;
  }
}
