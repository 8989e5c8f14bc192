/**
 * A zlib stream that is read and inflated piece by piece, for objects that are too large to have
 * their compressed bytes in memory besides their content.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";

/** Bytes of compressed input in memory. */
const INPUT = 64 * 1024;
/** The kernel leaves up to 640 bytes over while the input goes on. */
const LEAST = 1024;
/** How far matches reach back. */
const REACH = 32 * 1024;
/** Bytes of a piece, and the kernel memory that pieces are made in. */
const PIECE = 1024 * 1024;

/** Gives the next bytes of a stream; fewer than there is room for at its end only. */
export type ReadInput = (into: Uint8Array) => number;

/** One stream. A kernel inflates one at a time; its memory may grow meanwhile. */
export class InflateStream {
  readonly #kernel: Kernel;
  readonly #read: ReadInput;
  readonly #input: number;
  #at = 0;
  #left = 0;
  #ended = false;

  /** Begins the stream; its input takes a place on the kernel's stack, which the caller releases. */
  constructor(kernel: Kernel, read: ReadInput) {
    this.#kernel = kernel;
    this.#read = read;
    this.#input = kernel.reserve(INPUT);
    kernel.exports.streamBegin();
  }

  /**
   * Inflates the next bytes.
   * @param floor address of the first byte that a match may reach back to
   * @returns how many; fewer than `size` only where the stream ends; -1 when it is damaged
   */
  fill(floor: number, address: number, size: number): number {
    const { exports } = this.#kernel;
    let at = address;
    for (;;) {
      const fed = this.#feed();
      const used = this.#step(floor, at, address + size);
      if (used < 0) return -1;
      const position = exports.streamPosition() >>> 0;
      const moved = fed || used > 0 || position > at;
      at = position;
      if (at === address + size || exports.streamDone()) return at - address;
      if (!moved) return -1;
    }
  }

  /** Whether the stream ends here, and its checksum is right. */
  ends(address: number): boolean {
    const { exports } = this.#kernel;
    while (!exports.streamDone()) {
      const fed = this.#feed();
      const used = this.#step(address, address, address);
      if (used < 0 || (used === 0 && !fed)) break;
    }
    return exports.streamDone();
  }

  #step(floor: number, address: number, end: number): number {
    const used = this.#kernel.exports.streamInflate(
      this.#input + this.#at,
      this.#left,
      this.#ended,
      floor,
      address,
      end,
    );
    if (used > 0) {
      this.#at += used;
      this.#left -= used;
    }
    return used;
  }

  /** Reads on when little is left; whether anything came. */
  #feed(): boolean {
    if (this.#ended || this.#left >= LEAST) return false;
    const { memory } = this.#kernel;
    const from = this.#input + this.#at;
    memory.copyWithin(this.#input, from, from + this.#left);
    this.#at = 0;
    const into = memory.subarray(this.#input + this.#left, this.#input + INPUT);
    const count = this.#read(into);
    this.#ended = count < into.length;
    this.#left += count;
    return true;
  }
}

/**
 * The output of a stream in pieces, each a view that is valid until the next one.
 * @param skip bytes at the begin to leave out
 * @param damaged makes the error of a stream that does not hold exactly `skip + size` bytes
 */
export function* inflatePieces(
  kernel: Kernel,
  read: ReadInput,
  { skip, size }: { skip: number; size: number },
  damaged: (what: string) => Error,
): Generator<Uint8Array, void, undefined> {
  const mark = kernel.exports.mark();
  try {
    const stream = new InflateStream(kernel, read);
    const floor = kernel.reserve(REACH + PIECE);
    let at = floor;
    for (let done = 0; done < skip + size;) {
      if (done > 0) {
        // What a match may reach moves before the next piece.
        const kept = Math.min(REACH, at - floor);
        kernel.memory.copyWithin(floor, at - kept, at);
        at = floor + kept;
      }
      const wanted = Math.min(PIECE, skip + size - done);
      if (stream.fill(floor, at, wanted) !== wanted) {
        throw damaged("its stream cannot be inflated");
      }
      const lead = Math.max(0, Math.min(wanted, skip - done));
      at += wanted;
      done += wanted;
      if (lead < wanted) yield kernel.bytes(at - wanted + lead, wanted - lead);
    }
    if (!stream.ends(at)) throw damaged("its stream does not end where it should");
  } finally {
    kernel.exports.release(mark);
  }
}

/** Inflates all of a stream to an address; whether it held exactly so many bytes. */
export function inflateWhole(
  kernel: Kernel,
  read: ReadInput,
  address: number,
  size: number,
): boolean {
  const mark = kernel.exports.mark();
  try {
    const stream = new InflateStream(kernel, read);
    return stream.fill(address, address, size) === size && stream.ends(address + size);
  } finally {
    kernel.exports.release(mark);
  }
}
