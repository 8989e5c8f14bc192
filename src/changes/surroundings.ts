/**
 * What the rest of a file says about two functions being one: their neighbours and their callers.
 *
 * @module
 */

import type { FunctionItem, FunctionSide } from "./function_side.ts";

/** Where functions without a partner stand together. */
interface Gap {
  /** The paired function above, by its later side; `null` at the begin. */
  above: FunctionItem | null;
  below: FunctionItem | null;
  size: number;
}

/** Says how much speaks for a pair of one container. */
export class Surroundings {
  readonly #before: FunctionSide;
  readonly #after: FunctionSide;
  /** Where what is not paired stands. */
  readonly #gaps = new Map<FunctionItem, Gap>();
  readonly #partner: (item: FunctionItem) => FunctionItem | undefined;

  /**
   * @param pairs.partner The later side of a function of the earlier side with a partner.
   * @param pairs.sure Whether a function of either side has a partner for sure.
   */
  constructor(
    [beforeSide, before]: readonly [FunctionSide, readonly FunctionItem[]],
    [afterSide, after]: readonly [FunctionSide, readonly FunctionItem[]],
    pairs: {
      partner: (item: FunctionItem) => FunctionItem | undefined;
      sure: (item: FunctionItem) => boolean;
    },
  ) {
    this.#before = beforeSide;
    this.#after = afterSide;
    this.#partner = pairs.partner;
    this.#findGaps(before, (item) => pairs.sure(item) ? pairs.partner(item) : undefined);
    this.#findGaps(after, (item) => pairs.sure(item) ? item : undefined);
  }

  /** Whether both stand between the same neighbours: 1 for both, ½ for one, 0 for none. */
  near(before: FunctionItem, after: FunctionItem): number {
    const [old, now] = [this.#gaps.get(before)!, this.#gaps.get(after)!];
    return (Number(old.above === now.above) + Number(old.below === now.below)) / 2;
  }

  /** 1 when nothing else came or went between their neighbours, less the more did, 0 elsewhere. */
  alone(before: FunctionItem, after: FunctionItem): number {
    const [old, now] = [this.#gaps.get(before)!, this.#gaps.get(after)!];
    if (old.above !== now.above || old.below !== now.below) return 0;
    return 1 / Math.max(old.size, now.size);
  }

  /** Whether a function that still has the old name calls the new one: then its code was extracted. */
  delegates(before: FunctionItem, after: FunctionItem): boolean {
    const same = this.#partner(before);
    return same !== undefined && same.calls(after.definition.name);
  }

  /**
   * What the calls in the file say: towards 1 when those of the old name went to the new one,
   * negative when the old name is called as before, 0 when neither is called.
   */
  calls(before: FunctionItem, after: FunctionItem): number {
    const [old, now] = [before.definition.name, after.definition.name];
    const oldBefore = this.#before.callsOf(old), oldAfter = this.#after.callsOf(old);
    const newBefore = this.#before.callsOf(now), newAfter = this.#after.callsOf(now);
    if (oldBefore === 0) return newAfter > newBefore ? -0.5 : 0;
    const left = (oldBefore - oldAfter) / oldBefore;
    const come = newAfter === 0 ? 0 : (newAfter - newBefore) / newAfter;
    if (left <= 0) return -1;
    return come <= 0 ? -0.5 : Math.min(left, come);
  }

  #findGaps(
    items: readonly FunctionItem[],
    anchor: (item: FunctionItem) => FunctionItem | undefined,
  ): void {
    let gap: Gap = { above: null, below: null, size: 0 };
    for (const item of items) {
      const found = anchor(item);
      if (found === undefined) {
        gap.size++;
        this.#gaps.set(item, gap);
      } else {
        gap.below = found;
        gap = { above: found, below: null, size: 0 };
      }
    }
  }
}
