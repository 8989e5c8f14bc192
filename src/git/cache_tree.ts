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
/** Characters that the two numbers of a directory take at most, with a sign and a space. */
const LONGEST_LINE = 30;
/** Bytes of the root, whose name is empty, at most. */
const LONGEST_ROOT = 1 + LONGEST_LINE + 1 + 32;

/**
 * Reads the extension `TREE`; an empty one says nothing. Directories are read when they are asked for:
 * where nothing is staged, the root says so for all of them.
 * @throws {PrismError} `index_corrupt`, also when directories are asked for
 */
export function parseCacheTree(bytes: Uint8Array, idLength: number): CacheTree | null {
  if (bytes.length === 0) return null;
  const { count, id } = new Reader(bytes.subarray(0, LONGEST_ROOT), idLength).record();
  let children: CacheTree["children"] | undefined;
  return {
    count,
    id,
    get children() {
      return children ??= new Reader(bytes, idLength).tree(0).tree.children;
    },
  };
}

/** One directory, without those in it. */
interface CacheRecord {
  name: string;
  count: number;
  id: ObjectId | null;
  /** How many directories follow that lie in it. */
  directories: number;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  readonly #idLength: number;
  #at = 0;

  constructor(bytes: Uint8Array, idLength: number) {
    this.#bytes = bytes;
    this.#text = characters.decode(bytes);
    this.#idLength = idLength;
  }

  /** A directory with all below it. */
  tree(depth: number): { name: string; tree: CacheTree } {
    if (depth > DEPTH) throw malformed();
    const { name, count, id, directories } = this.record();
    const children = new Map<string, CacheTree>();
    for (let left = directories; left > 0; left--) {
      const child = this.tree(depth + 1);
      children.set(child.name, child.tree);
    }
    return { name, tree: { count, id, children } };
  }

  record(): CacheRecord {
    const bytes = this.#bytes;
    const nameEnd = bytes.indexOf(0, this.#at);
    const lineEnd = nameEnd < 0 ? -1 : bytes.indexOf(10, nameEnd);
    if (lineEnd < 0 || lineEnd - nameEnd > LONGEST_LINE) throw malformed();
    const plain = this.#text.substring(this.#at, nameEnd);
    const name = ASCII.test(plain) ? plain : decodePath(bytes.subarray(this.#at, nameEnd));
    const line = this.#text.substring(nameEnd + 1, lineEnd);
    const match = /^(-?[0-9]{1,10}) ([0-9]{1,10})$/.exec(line);
    if (match === null) throw malformed();
    const count = Math.max(-1, Number(match[1]));
    this.#at = lineEnd + 1;
    let id: ObjectId | null = null;
    if (count >= 0) {
      const end = this.#at + this.#idLength;
      if (end > bytes.length) throw malformed();
      id = bytes.subarray(this.#at, end).toHex() as ObjectId;
      this.#at = end;
    }
    return { name, count, id, directories: Number(match[2]) };
  }
}

function malformed(): Error {
  return indexCorrupt("its cache tree is malformed");
}
