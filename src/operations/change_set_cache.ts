/**
 * Comparisons of commits that were made before: a range that is asked for again, or page by page, is
 * compared once.
 *
 * @module
 */

import type { ChangeSet } from "../changes/change_set.ts";
import type { RepositoryObjects } from "../git/object_store.ts";
import type { ChangeSetCode } from "./code_changes.ts";
import type { RangeAttributes } from "./range_attributes.ts";

/** Files and changed functions in all kept comparisons together; each takes about a kilobyte. */
const MOST_ITEMS = 100_000;

/** A comparison that is kept. */
export interface KeptComparison {
  readonly changeSet: ChangeSet;
  /** What was found in the code of its files. */
  readonly code: ChangeSetCode;
  /** The store that its sides read from. */
  readonly objects: RepositoryObjects;
  readonly attributes: RangeAttributes;
}

interface Entry {
  readonly kept: KeptComparison;
  /** Files and functions when it was last looked at. */
  readonly items: number;
}

/**
 * Keeps the comparisons that were asked for last. A key says all that decides a comparison but the
 * content of objects and of attribute files: which store was read, with which replacements, and whether
 * the attributes still are what they were is asked besides.
 */
export class ChangeSetCache {
  readonly #entries = new Map<string, Entry>();
  #items = 0;

  /** The comparison, when it is kept and its attributes still hold. */
  get(
    key: string,
    objects: RepositoryObjects,
    isCurrent: (attributes: RangeAttributes) => boolean,
  ): KeptComparison | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#drop(key, entry);
    const { kept } = entry;
    if (kept.objects !== objects || !isCurrent(kept.attributes)) return null;
    this.#keep(key, kept);
    return kept;
  }

  /**
   * Keeps a comparison, or looks again at how large it has become; the ones that were not asked for
   * longest make room. One that could not see everything is not kept: what was missing may be there
   * the next time.
   */
  set(key: string, kept: KeptComparison): void {
    const before = this.#entries.get(key);
    if (before !== undefined) this.#drop(key, before);
    const { files } = kept.changeSet;
    if (itemsOf(kept) > MOST_ITEMS || files.some(({ problem }) => problem !== null)) return;
    this.#keep(key, kept);
    for (const [oldest, entry] of this.#entries) {
      if (this.#items <= MOST_ITEMS) break;
      this.#drop(oldest, entry);
    }
  }

  #keep(key: string, kept: KeptComparison): void {
    const items = itemsOf(kept);
    this.#entries.set(key, { kept, items });
    this.#items += items;
  }

  #drop(key: string, { items }: Entry): void {
    this.#entries.delete(key);
    this.#items -= items;
  }
}

function itemsOf({ changeSet, code }: KeptComparison): number {
  return changeSet.files.length + code.weight;
}
