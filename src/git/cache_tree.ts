/**
 * Trees that parts of the index are known to equal (gitformat-index(5), "Cache tree").
 *
 * @module
 */

import { indexCorrupt } from "./index_corrupt.ts";
import type { ObjectId } from "./object_id.ts";
import { decodePath } from "./path_bytes.ts";

/** A directory of the index. */
export interface CacheTree {
  /** Entries of the index that lie in the directory; -1 when they changed since it was a tree. */
  readonly count: number;
  /** The tree; `null` when it is not known. */
  readonly id: ObjectId | null;
  /** Directories in it, by name. */
  readonly children: ReadonlyMap<string, CacheTree>;
}

/** Git's own limit on the depth of a tree. */
const DEPTH = 2048;
/** One byte is one character, so offsets are the same in both; ASCII is itself. */
const characters = new TextDecoder("x-user-defined");
const ASCII = /^[ -~]*$/;

/**
 * Reads the extension `TREE`; an empty one says nothing.
 * @throws {PrismError} `index_corrupt`
 */
export function parseCacheTree(bytes: Uint8Array, idLength: number): CacheTree | null {
  if (bytes.length === 0) return null;
  const text = characters.decode(bytes);
  let at = 0;
  const node = (depth: number): { name: string; tree: CacheTree } => {
    const nameEnd = bytes.indexOf(0, at);
    const lineEnd = nameEnd < 0 ? -1 : bytes.indexOf(10, nameEnd);
    if (lineEnd < 0 || lineEnd - nameEnd > 30 || depth > DEPTH) throw malformed();
    const plain = text.substring(at, nameEnd);
    const name = ASCII.test(plain) ? plain : decodePath(bytes.subarray(at, nameEnd));
    const line = text.substring(nameEnd + 1, lineEnd);
    const match = /^(-?[0-9]{1,10}) ([0-9]{1,10})$/.exec(line);
    if (match === null) throw malformed();
    const count = Math.max(-1, Number(match[1]));
    at = lineEnd + 1;
    let id: ObjectId | null = null;
    if (count >= 0) {
      if (at + idLength > bytes.length) throw malformed();
      id = bytes.subarray(at, at + idLength).toHex() as ObjectId;
      at += idLength;
    }
    const children = new Map<string, CacheTree>();
    for (let left = Number(match[2]); left > 0; left--) {
      const child = node(depth + 1);
      children.set(child.name, child.tree);
    }
    return { name, tree: { count, id, children } };
  };
  return node(0).tree;
}

function malformed(): Error {
  return indexCorrupt("its cache tree is malformed");
}
