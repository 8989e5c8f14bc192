/**
 * Windows of packs in kernel memory: pack bytes go from the file into the inflater's memory without
 * a copy, and no pack is ever in memory as a whole.
 *
 * @module
 */

import type { Kernel } from "./kernel/kernel.ts";

const WINDOW = 32 * 1024;
/** Bytes read behind a window, so that a small object that begins in it ends in it too. */
const OVERLAP = 8 * 1024;
const SLOTS = 256;

/** A file that windows look into. */
export interface WindowedFile {
  /** Size in bytes. */
  readonly size: number;
  /** Reads bytes at an offset; the count of bytes that were there. */
  readAt(offset: number, into: Uint8Array): number;
  /** Address of each window that is loaded, by number. */
  readonly windows: Map<number, number>;
}

/** A fixed number of windows, the oldest reused first. */
export class PackWindows {
  readonly #kernel: Kernel;
  readonly #slots: { file: WindowedFile; number: number }[] = [];
  readonly #base: number;
  #next = 0;

  /** Windows in this kernel's memory. */
  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    // 64 bytes behind the last window: the inflater reads eight bytes at a time.
    this.#base = kernel.reserve(SLOTS * (WINDOW + OVERLAP) + 64);
  }

  /**
   * The bytes at an offset, up to the end of the window that holds it: at least 8 KiB but at the
   * end of the file.
   */
  at(file: WindowedFile, offset: number): { address: number; length: number } {
    const number = Math.floor(offset / WINDOW);
    const start = number * WINDOW;
    const address = file.windows.get(number) ?? this.#load(file, number);
    const end = Math.min(start + WINDOW + OVERLAP, file.size);
    return { address: address + (offset - start), length: end - offset };
  }

  #load(file: WindowedFile, number: number): number {
    const slot = this.#next;
    this.#next = (slot + 1) % SLOTS;
    const old = this.#slots[slot];
    if (old !== undefined) old.file.windows.delete(old.number);
    const address = this.#base + slot * (WINDOW + OVERLAP);
    const start = number * WINDOW;
    const wanted = Math.min(WINDOW + OVERLAP, file.size - start);
    const into = this.#kernel.bytes(address, wanted);
    const count = file.readAt(start, into);
    if (count < wanted) into.fill(0, count);
    this.#slots[slot] = { file, number };
    file.windows.set(number, address);
    return address;
  }
}
