/**
 * An index in two files: a base that seldom changes, and what differs from it (gitformat-index(5),
 * "Split index").
 *
 * @module
 */

import { setBits } from "./ewah_bitmap.ts";
import type { CacheTree } from "./cache_tree.ts";
import { indexCorrupt } from "./index_corrupt.ts";
import { type EntryList, listOf } from "./entry_list.ts";
import type { IndexEntry } from "./index_entry.ts";
import { comparePaths } from "./path_bytes.ts";

/** What one file says. */
export interface IndexPart {
  entries: EntryList;
  sparse: boolean;
  cacheTree: CacheTree | null;
  /** Content of the extension `link`; `null` of a whole index. */
  link: Uint8Array | null;
}

/**
 * The entries of a split index.
 * @param readBase reads the file of the base, by its name
 * @throws {PrismError} `index_corrupt`
 */
export function joinSplitIndex(
  top: IndexPart,
  readBase: (name: string) => IndexPart,
  idLength: number,
): { entries: EntryList; sparse: boolean } {
  const link = top.link!;
  if (link.length < idLength) throw indexCorrupt("the name of its base is cut off");
  const id = link.subarray(0, idLength);
  if (!id.some((byte) => byte !== 0)) return top;
  const base = readBase(`sharedindex.${id.toHex()}`);
  if (base.link !== null) throw indexCorrupt("its base is a split index itself");
  const kept: (IndexEntry | null)[] = [...base.entries];
  const added = [...top.entries];
  let used = 0;
  if (link.length > idLength) {
    const deleted = setBits(link, idLength, kept.length);
    const replaced = setBits(link, deleted.end, kept.length);
    for (const position of replaced.positions) {
      const entry = added[used++];
      const old = kept[position];
      if (entry === undefined || old === null) throw malformed();
      if (entry.path !== "" && entry.path !== old.path) throw malformed();
      kept[position] = entry.named(old.path);
    }
    for (const position of deleted.positions) kept[position] = null;
  }
  return {
    entries: listOf(merge(kept.filter((entry) => entry !== null), added.slice(used))),
    sparse: top.sparse || base.sparse,
  };
}

/** Two sorted lists as one; a new entry takes the place of an old one of the same path and stage. */
function merge(old: IndexEntry[], added: IndexEntry[]): IndexEntry[] {
  const result: IndexEntry[] = [];
  let next = 0;
  for (const entry of added) {
    for (; next < old.length; next++) {
      const order = comparePaths(old[next].path, entry.path) || old[next].stage - entry.stage;
      if (order === 0) continue;
      if (order > 0) break;
      result.push(old[next]);
    }
    result.push(entry);
  }
  for (; next < old.length; next++) result.push(old[next]);
  return result;
}

function malformed(): Error {
  return indexCorrupt("it does not fit its base");
}
