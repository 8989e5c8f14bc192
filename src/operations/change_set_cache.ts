/**
 * Comparisons of commits that were made before: a range that is asked for again, or page by page, is
 * compared once.
 *
 * @module
 */

import type { ChangeSet } from "../changes/change_set.ts";
import type { RangeAttributes } from "./range_attributes.ts";

/** Files in all kept comparisons together; each takes about a kilobyte. */
const MOST_FILES = 100_000;

interface Kept {
  readonly changeSet: ChangeSet;
  readonly attributes: RangeAttributes;
}

/** Keeps the comparisons that were asked for last. */
export class ChangeSetCache {
  readonly #kept = new Map<string, Kept>();
  #files = 0;

  /** The comparison, when it is kept and its attributes still hold. */
  get(key: string, isCurrent: (attributes: RangeAttributes) => boolean): ChangeSet | null {
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    this.#drop(key, kept);
    if (!isCurrent(kept.attributes)) return null;
    this.#keep(key, kept);
    return kept.changeSet;
  }

  /** Keeps a comparison; the ones that were not asked for longest make room. */
  set(key: string, changeSet: ChangeSet, attributes: RangeAttributes): void {
    if (changeSet.files.length > MOST_FILES) return;
    this.#keep(key, { changeSet, attributes });
    for (const [oldest, kept] of this.#kept) {
      if (this.#files <= MOST_FILES) break;
      this.#drop(oldest, kept);
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#files += kept.changeSet.files.length;
  }

  #drop(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#files -= kept.changeSet.files.length;
  }
}
