/**
 * The multi-pack index: one sorted table over the objects of many packs (gitformat-pack(5),
 * "multi-pack-index (MIDX) files").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { ObjectId } from "./object_id.ts";
import { ObjectNames } from "./object_names.ts";
import { PagedFile } from "./paged_file.ts";

const SIGNATURE = 0x4d494458; // MIDX
const HEADER = 12;
const CHUNK = { packNames: 0x504e414d, fanout: 0x4f494446, names: 0x4f49444c, offsets: 0x4f4f4646 };
const LARGE_OFFSETS = 0x4c4f4646;

/** Finds pack and offset of an object. */
export class MultiPackIndex {
  /** File names of the packs' indexes, `pack-….idx`, by their number. */
  readonly packs: readonly string[];
  readonly #file: PagedFile;
  readonly #path: string;
  readonly #names: ObjectNames;
  readonly #offsets: number;
  readonly #large: number;

  /**
   * Opens a multi-pack index.
   * @throws {PrismError} `object_corrupt`
   */
  constructor(path: string, nameLength: number) {
    this.#path = path;
    const file = new PagedFile(path);
    this.#file = file;
    file.ensure(0, HEADER);
    if (file.size < HEADER || file.view.getUint32(0) !== SIGNATURE || file.bytes[4] !== 1) {
      throw this.#damaged("has no known header");
    }
    if (file.bytes[5] !== (nameLength === 20 ? 1 : 2)) throw this.#damaged("has another hash");
    const chunks = this.#chunks(file.bytes[6]);
    const place = (id: number) => {
      const at = chunks.get(id);
      if (at === undefined) throw this.#damaged("lacks a required chunk");
      return at;
    };
    const fanout = place(CHUNK.fanout);
    const names = place(CHUNK.names);
    const offsets = place(CHUNK.offsets);
    const packNames = place(CHUNK.packNames);
    if (fanout.length < 1024) throw this.#damaged("has a fan-out that is cut off");
    this.#names = new ObjectNames(file, {
      fanout: fanout.start,
      names: names.start,
      stride: nameLength,
      nameLength,
    });
    if (names.length < this.#names.count * nameLength || offsets.length < this.#names.count * 8) {
      throw this.#damaged("has tables that are cut off");
    }
    this.#offsets = offsets.start;
    this.#large = chunks.get(LARGE_OFFSETS)?.start ?? file.size;
    file.ensure(packNames.start, packNames.length);
    const text = new TextDecoder().decode(
      file.bytes.subarray(packNames.start, packNames.start + packNames.length),
    );
    this.packs = text.split("\0").filter((name) => name !== "").slice(0, file.view.getUint32(8));
  }

  #chunks(count: number): Map<number, { start: number; length: number }> {
    const file = this.#file;
    if (HEADER + (count + 1) * 12 > file.size) throw this.#damaged("is cut off");
    file.ensure(HEADER, (count + 1) * 12);
    const found = new Map<number, { start: number; length: number }>();
    for (let i = 0; i < count; i++) {
      const at = HEADER + i * 12;
      const start = Number(file.view.getBigUint64(at + 4));
      const end = Number(file.view.getBigUint64(at + 16));
      if (start > end || end > file.size) throw this.#damaged("has a chunk outside the file");
      found.set(file.view.getUint32(at), { start, length: end - start });
    }
    return found;
  }

  /** Number of the pack and offset in it; `null` when no pack has the object. */
  find(raw: Uint8Array): { pack: number; offset: number } | null {
    const position = this.#names.find(raw);
    if (position < 0) return null;
    const file = this.#file;
    const at = this.#offsets + position * 8;
    file.ensure(at, 8);
    const pack = file.view.getUint32(at);
    let offset = file.view.getUint32(at + 4);
    if (offset >= 0x80000000 && this.#large < file.size) {
      const large = this.#large + (offset - 0x80000000) * 8;
      if (large + 8 > file.size) throw this.#damaged("points behind its table of large offsets");
      file.ensure(large, 8);
      offset = Number(file.view.getBigUint64(large));
    }
    if (pack >= this.packs.length) throw this.#damaged("names a pack it does not list");
    return { pack, offset };
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
    return new PrismError("object_corrupt", `The multi-pack index "${this.#path}" ${what}`, {
      hint: "run `git multi-pack-index write` to make it anew",
    });
  }
}
