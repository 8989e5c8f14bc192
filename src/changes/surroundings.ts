/**
 * Where functions without a partner stand among those that have one.
 *
 * @module
 */

/** A stretch between two neighbours that have partners. */
interface Gap<T> {
  /** The function above, by its later side; `null` at the begin. */
  above: T | null;
  below: T | null;
  /** How many functions without a partner are there. */
  size: number;
}

/** The places of one container's functions on both sides. */
export class Surroundings<T> {
  readonly #gaps = new Map<T, Gap<T>>();
  readonly #places = new Map<T, number>();

  /**
   * @param partner The later side of a function of the earlier side, `undefined` when it has none.
   * @param isPaired Whether a function of the later side has a partner.
   */
  constructor(
    before: readonly T[],
    after: readonly T[],
    partner: (item: T) => T | undefined,
    isPaired: (item: T) => boolean,
  ) {
    this.#findGaps(before, partner);
    this.#findGaps(after, (item) => isPaired(item) ? item : undefined);
  }

  /** Whether both stand between the same neighbours: 1 for both, ½ for one, 0 for none. */
  near(before: T, after: T): number {
    const [old, now] = [this.#gaps.get(before)!, this.#gaps.get(after)!];
    return (Number(old.above === now.above) + Number(old.below === now.below)) / 2;
  }

  /** 1 when nothing else came or went between their neighbours, less the more did, 0 elsewhere. */
  alone(before: T, after: T): number {
    const [old, now] = [this.#gaps.get(before)!, this.#gaps.get(after)!];
    if (old.above !== now.above || old.below !== now.below) return 0;
    return 1 / Math.max(old.size, now.size);
  }

  /** Whether both have the same place among several that came and as many that went between their neighbours. */
  order(before: T, after: T): number {
    const [old, now] = [this.#gaps.get(before)!, this.#gaps.get(after)!];
    if (
      old.above !== now.above || old.below !== now.below || old.size !== now.size || old.size === 1
    ) return 0;
    return Number(this.#places.get(before) === this.#places.get(after));
  }

  #findGaps(items: readonly T[], anchor: (item: T) => T | undefined): void {
    let gap: Gap<T> = { above: null, below: null, size: 0 };
    for (const item of items) {
      const found = anchor(item);
      if (found === undefined) {
        this.#places.set(item, gap.size++);
        this.#gaps.set(item, gap);
      } else {
        gap.below = found;
        gap = { above: found, below: null, size: 0 };
      }
    }
  }
}
