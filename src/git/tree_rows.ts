/**
 * What comparing two tree objects yields.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";
import type { ObjectId } from "./object_id.ts";
import { decodePath } from "./path_bytes.ts";

/** An entry that differs between two trees. A mode of 0 says that the side has no such entry. */
export interface TreeRow {
  readonly name: string;
  readonly modeBefore: number;
  readonly modeAfter: number;
  readonly idBefore: ObjectId | null;
  readonly idAfter: ObjectId | null;
}

const WORDS = 7;

/** Compares trees that lie in kernel memory. */
export class TreeRows {
  readonly #kernel: Kernel;
  readonly #idLength: number;

  /** Compares trees whose object names have this many raw bytes. */
  constructor(kernel: Kernel, idLength: number) {
    this.#kernel = kernel;
    this.#idLength = idLength;
  }

  /** The differing entries in the order of the trees; `null` when a tree is malformed. */
  compare(
    before: number,
    beforeLength: number,
    after: number,
    afterLength: number,
  ): TreeRow[] | null {
    const kernel = this.#kernel;
    // The shortest entry: mode "0", space, one byte of name, NUL, id. Most trees differ in few
    // entries, so a small table is tried first.
    const most = Math.floor((beforeLength + afterLength) / (this.#idLength + 4)) + 1;
    for (let capacity = Math.min(most, 256);; capacity = most) {
      const rows = kernel.reserve(capacity * WORDS * 4);
      const count = kernel.exports.compareTrees(
        before,
        beforeLength,
        after,
        afterLength,
        this.#idLength,
        rows,
        capacity,
      );
      if (count >= 0) return this.#decode(rows, count);
      if (count === -1) return null;
    }
  }

  #decode(rows: number, count: number): TreeRow[] {
    const { memory } = this.#kernel;
    const words = new Uint32Array(memory.buffer, rows, count * WORDS);
    const result = new Array<TreeRow>(count);
    for (let i = 0; i < count; i++) {
      const at = i * WORDS;
      const name = words[at + 4];
      result[i] = {
        name: decodePath(memory.subarray(name, name + words[at + 5])),
        modeBefore: words[at],
        modeAfter: words[at + 1],
        idBefore: this.#id(memory, words[at + 2]),
        idAfter: this.#id(memory, words[at + 3]),
      };
    }
    return result;
  }

  #id(memory: Uint8Array, address: number): ObjectId | null {
    return address === 0
      ? null
      : memory.subarray(address, address + this.#idLength).toHex() as ObjectId;
  }
}
