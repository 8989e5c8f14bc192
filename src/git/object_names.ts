/**
 * A sorted table of object names with a fan-out, as pack indexes and multi-pack indexes hold it
 * (gitformat-pack(5)).
 *
 * @module
 */

import type { ObjectId } from "./object_id.ts";
import type { PagedFile } from "./paged_file.ts";

/** Where the table lies in its file. */
export interface ObjectNamesPlace {
  /** Offset of the 256 cumulative counts. */
  fanout: number;
  /** Offset of the first name. */
  names: number;
  /** Distance from one name to the next. */
  stride: number;
  /** Bytes of a name. */
  nameLength: number;
}

/** Binary search over a sorted table of names. */
export class ObjectNames {
  /** Number of names. */
  readonly count: number;
  readonly #file: PagedFile;
  readonly #place: ObjectNamesPlace;

  /** A table whose bounds the caller has checked against the file, but for its fan-out. */
  constructor(file: PagedFile, place: ObjectNamesPlace) {
    this.#file = file;
    this.#place = place;
    file.ensure(place.fanout, 1024);
    this.count = file.view.getUint32(place.fanout + 255 * 4);
  }

  /** Position of the first name whose first byte is at least `byte`. */
  #start(byte: number): number {
    if (byte === 0) return 0;
    return byte > 255
      ? this.count
      : Math.min(this.#file.view.getUint32(this.#place.fanout + (byte - 1) * 4), this.count);
  }

  /** Position of a raw name, or -1. */
  find(raw: Uint8Array): number {
    const at = this.lowerBound(raw);
    return at < this.count && this.#compare(at, raw) === 0 ? at : -1;
  }

  /** Position of the first name that is not less than the raw name. */
  lowerBound(raw: Uint8Array): number {
    let low = this.#start(raw[0]);
    let high = this.#start(raw[0] + 1);
    if (low >= high) return low;
    // Names are evenly spread, so a proportional guess is near: bracket it by doubling steps, which
    // stays within a page or two, then halve.
    const within = (raw[1] << 16 | raw[2] << 8 | raw[3]) / 0x1000000;
    const guess = low + Math.floor((high - low) * within);
    let step = 64;
    if (this.#compare(guess, raw) < 0) {
      low = guess + 1;
      while (low + step < high && this.#compare(low + step, raw) < 0) {
        low += step + 1;
        step *= 2;
      }
      high = Math.min(high, low + step);
    } else {
      high = guess;
      while (high - step >= low && this.#compare(high - step, raw) >= 0) {
        high -= step;
        step *= 2;
      }
      low = Math.max(low, high - step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, raw) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(position: number, raw: Uint8Array): number {
    const at = this.#place.names + position * this.#place.stride;
    this.#file.ensure(at, this.#place.nameLength);
    const { bytes, view } = this.#file;
    // Four bytes tell nearly all names apart.
    const wanted = (raw[0] << 24 | raw[1] << 16 | raw[2] << 8 | raw[3]) >>> 0;
    const found = view.getUint32(at);
    if (found !== wanted) return found - wanted;
    for (let i = 4; i < this.#place.nameLength; i++) {
      const order = bytes[at + i] - raw[i];
      if (order !== 0) return order;
    }
    return 0;
  }

  /** The name at a position. */
  at(position: number): ObjectId {
    const at = this.#place.names + position * this.#place.stride;
    this.#file.ensure(at, this.#place.nameLength);
    return this.#file.bytes.subarray(at, at + this.#place.nameLength).toHex() as ObjectId;
  }

  /** Names that begin with the hex digits, at most `limit`, in ascending order. */
  withPrefix(prefix: string, limit: number): ObjectId[] {
    const raw = Uint8Array.fromHex(prefix.padEnd(this.#place.nameLength * 2, "0"));
    const found: ObjectId[] = [];
    for (let at = this.lowerBound(raw); at < this.count && found.length < limit; at++) {
      const name = this.at(at);
      if (!name.startsWith(prefix)) break;
      found.push(name);
    }
    return found;
  }
}
