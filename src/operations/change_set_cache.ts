/**
 * Comparisons of commits that were made before: a range that is asked for again, or page by page, is
 * compared once.
 *
 * @module
 */

import type { ChangeSet } from "../changes/change_set.ts";
import type { RepositoryObjects } from "../git/object_store.ts";
import type { RangeAttributes } from "./range_attributes.ts";

/** Files in all kept comparisons together; each takes about a kilobyte. */
const MOST_FILES = 100_000;

interface Kept {
  readonly changeSet: ChangeSet;
  /** The store that its sides read from. */
  readonly objects: RepositoryObjects;
  readonly attributes: RangeAttributes;
}

/**
 * Keeps the comparisons that were asked for last. A key says all that decides a comparison but the
 * content of objects and of attribute files: which store was read, with which replacements, and whether
 * the attributes still are what they were is asked besides.
 */
export class ChangeSetCache {
  readonly #kept = new Map<string, Kept>();
  #files = 0;

  /** The comparison, when it is kept and its attributes still hold. */
  get(
    key: string,
    objects: RepositoryObjects,
    isCurrent: (attributes: RangeAttributes) => boolean,
  ): ChangeSet | null {
    const kept = this.#kept.get(key);
    if (kept === undefined) return null;
    this.#drop(key, kept);
    if (kept.objects !== objects || !isCurrent(kept.attributes)) return null;
    this.#keep(key, kept);
    return kept.changeSet;
  }

  /**
   * Keeps a comparison; the ones that were not asked for longest make room. One that could not see
   * everything is not kept: what was missing may be there the next time.
   */
  set(key: string, kept: Kept): void {
    const { files } = kept.changeSet;
    if (files.length > MOST_FILES || files.some(({ problem }) => problem !== null)) return;
    const before = this.#kept.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#keep(key, kept);
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
