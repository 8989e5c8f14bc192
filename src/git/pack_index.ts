/**
 * Pack indexes, versions 1 and 2 (gitformat-pack(5), "Original (version 1) pack-*.idx files" and
 * "Version 2 pack-*.idx files").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { ObjectId } from "./object_id.ts";
import { ObjectNames } from "./object_names.ts";
import { PagedFile } from "./paged_file.ts";

const MAGIC = 0xff744f63;
const HEADER = 8;
const FANOUT = 1024;

/** Finds the offset of an object in a pack. */
export class PackIndex {
  readonly #file: PagedFile;
  readonly #names: ObjectNames;
  readonly #version: 1 | 2;
  readonly #nameLength: number;
  readonly #path: string;

  /**
   * Opens an index.
   * @throws {PrismError} `object_corrupt` when the file's size does not fit its counts
   */
  constructor(path: string, nameLength: number) {
    this.#path = path;
    this.#nameLength = nameLength;
    const file = new PagedFile(path);
    this.#file = file;
    if (file.size < FANOUT + 2 * nameLength) throw this.#damaged("is cut off");
    file.ensure(0, HEADER);
    if (file.view.getUint32(0) === MAGIC) {
      const version = file.view.getUint32(4);
      if (version !== 2) throw this.#damaged(`has version ${version}; versions 1 and 2 are known`);
      this.#version = 2;
      this.#names = new ObjectNames(file, {
        fanout: HEADER,
        names: HEADER + FANOUT,
        stride: nameLength,
        nameLength,
      });
      if (HEADER + FANOUT + this.count * (nameLength + 8) + 2 * nameLength > file.size) {
        throw this.#damaged("is cut off");
      }
    } else {
      this.#version = 1;
      this.#names = new ObjectNames(file, {
        fanout: 0,
        names: FANOUT + 4,
        stride: nameLength + 4,
        nameLength,
      });
      if (FANOUT + this.count * (nameLength + 4) + 2 * nameLength > file.size) {
        throw this.#damaged("is cut off");
      }
    }
  }

  /** Number of objects in the pack. */
  get count(): number {
    return this.#names.count;
  }

  /** Offset of the object in the pack, or -1. */
  find(raw: Uint8Array): number {
    const position = this.#names.find(raw);
    if (position < 0) return -1;
    const file = this.#file;
    if (this.#version === 1) {
      const at = FANOUT + position * (this.#nameLength + 4);
      file.ensure(at, 4);
      return file.view.getUint32(at);
    }
    const table = HEADER + FANOUT + this.count * (this.#nameLength + 4);
    const at = table + position * 4;
    file.ensure(at, 4);
    const offset = file.view.getUint32(at);
    if (offset < 0x80000000) return offset;
    const large = table + this.count * 4 + (offset - 0x80000000) * 8;
    if (large + 8 > file.size) throw this.#damaged("points behind its table of large offsets");
    file.ensure(large, 8);
    const wide = file.view.getBigUint64(large);
    if (wide > BigInt(Number.MAX_SAFE_INTEGER)) throw this.#damaged("holds an impossible offset");
    return Number(wide);
  }

  /** Names that begin with the hex digits, at most `limit`, in ascending order. */
  withPrefix(prefix: string, limit: number): ObjectId[] {
    return this.#names.withPrefix(prefix, limit);
  }

  /** Closes the file. */
  close(): void {
    this.#file.close();
  }

  #damaged(what: string): PrismError {
    return new PrismError("object_corrupt", `The pack index "${this.#path}" ${what}`, {
      hint: "run `git fsck`, then `git index-pack` on the pack",
    });
  }
}
