/**
 * What follows the entries of an index (gitformat-index(5), "EXTENSIONS").
 *
 * @module
 */

import { type CacheTree, parseCacheTree } from "./cache_tree.ts";
import { indexCorrupt } from "./index_corrupt.ts";
import type { IndexBytes } from "./index_entry.ts";

/** The extensions that change what the index says, or help to read it. */
export interface IndexExtensions {
  sparse: boolean;
  cacheTree: CacheTree | null;
  link: Uint8Array | null;
}

/**
 * Reads the extensions. One whose name begins with a capital letter may be passed over: untracked
 * cache, file system monitor, resolved conflicts, tables of offsets.
 * @throws {PrismError} `index_corrupt`, also of an unknown extension that must be understood
 */
export function readExtensions(source: IndexBytes, start: number, end: number): IndexExtensions {
  const { bytes, view, idLength } = source;
  const found: IndexExtensions = { sparse: false, cacheTree: null, link: null };
  let at = start;
  while (at < end) {
    if (at + 8 > end) throw indexCorrupt("it ends in the middle of an extension");
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4);
    at += 8;
    if (length > end - at) throw indexCorrupt(`its extension ${JSON.stringify(name)} is cut off`);
    const content = bytes.subarray(at, at + length);
    at += length;
    if (name === "TREE") found.cacheTree = parseCacheTree(content, idLength);
    else if (name === "link") found.link = content;
    else if (name === "sdir") found.sparse = true;
    else if (!/^[A-Z]/.test(name)) {
      throw indexCorrupt(`it needs the extension ${JSON.stringify(name)}, which is unknown`);
    }
  }
  return found;
}
