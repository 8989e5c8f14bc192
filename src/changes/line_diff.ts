/**
 * Which lines of a file changed, exactly as git counts and places them: default algorithm
 * (`diff.algorithm=myers`), indent heuristic on, no white space ignored.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { Kernel } from "../git/kernel/kernel.ts";
import { withKernel } from "../git/kernel/large_kernel.ts";
import type { StoredContent } from "../git/object_store.ts";

/** Default of `core.bigFileThreshold` in bytes: git treats a larger blob as binary (git-config(1)). */
export const BIG_FILE_THRESHOLD: number = 512 * 1024 * 1024;

/** How many bytes git looks at for a NUL when nothing else says whether a file is binary. */
export const BINARY_PROBE: number = 8000;

/** How many lines a change adds and removes. */
export interface LineCounts {
  /** Lines only the later side has. */
  readonly added: number;
  /** Lines only the earlier side has. */
  readonly removed: number;
}

/**
 * One hunk, numbered as in git's `@@ -oldStart,oldLines +newStart,newLines @@`: lines count from 1,
 * and a side without lines names the line before.
 */
export interface Hunk {
  /** First line of the earlier side. */
  readonly oldStart: number;
  /** How many lines of the earlier side. */
  readonly oldLines: number;
  /** First line of the later side. */
  readonly newStart: number;
  /** How many lines of the later side. */
  readonly newLines: number;
}

/** How hunks are cut. */
export interface HunkOptions {
  /** Unchanged lines around each change, as `git diff -U<n>`; 0 unless given. */
  readonly context?: number;
}

// WebAssembly memory never shrinks: after a larger job the instance is given up for a new one.
const KEPT_MEMORY = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const RESULT_SIZE = 16;
const ADDRESSABLE = 2 ** 32;

/** Compares the lines of two files. One instance serves any number of files, one after another. */
export class LineDiff {
  #kernel = newKernel();

  /** Bytes of memory held between calls. */
  get memorySize(): number {
    return this.#kernel.exports.memory.buffer.byteLength;
  }

  /**
   * Counts changed lines, equal to `git diff --numstat` of two text files.
   * @throws {PrismError} `object_too_large` when the comparison needs more memory than there is
   */
  counts(before: Uint8Array, after: Uint8Array): LineCounts {
    return this.#compare(before, after, (kernel, old, now, result) => {
      const done = kernel.exports.lineCounts(old, before.length, now, after.length, result);
      if (!done) return undefined;
      const [added, removed] = words(kernel, result, 2);
      return { added, removed };
    });
  }

  /**
   * Finds the hunks, equal to those of `git diff -U<context>`. Without context git leaves the common
   * tail of both files off before it compares, so the lines may differ from those `counts` counts.
   * @throws {PrismError} `object_too_large` when the comparison needs more memory than there is
   */
  hunks(before: Uint8Array, after: Uint8Array, options: HunkOptions = {}): Hunk[] {
    const context = options.context ?? 0;
    return this.#compare(before, after, (kernel, old, now, result) => {
      const { lineHunks } = kernel.exports;
      const found = lineHunks(old, before.length, now, after.length, context === 0, result);
      if (found < 0) return undefined;
      const [address, oldTotal, newTotal] = words(kernel, result, 3);
      return joinRuns(words(kernel, address, found * 4), context, oldTotal, newTotal);
    });
  }

  /**
   * Like {@link LineDiff.counts}, of large contents that are put on top of a kernel's stack: neither
   * is copied once more.
   * @returns `null` when either gives up
   */
  countsOf(
    before: (kernel: Kernel) => StoredContent | null,
    after: (kernel: Kernel) => StoredContent | null,
  ): LineCounts | null {
    return withKernel((kernel) => {
      seed(kernel);
      const result = kernel.exports.reserve(RESULT_SIZE) >>> 0;
      const old = before(kernel);
      const now = old === null ? null : after(kernel);
      if (old === null || now === null) return null;
      const { lineCounts } = kernel.exports;
      const done = result !== 0 &&
        lineCounts(old.address, old.size, now.address, now.size, result);
      if (!done) throw tooLarge(old.size, now.size);
      const [added, removed] = words(kernel, result, 2);
      return { added, removed };
    });
  }

  /** Number of lines as git counts those of an added or deleted file: a last line needs no newline. */
  countLines(bytes: Uint8Array): number {
    return this.countLinesOf([bytes]);
  }

  /** Like {@link LineDiff.countLines}, of a content in pieces. */
  countLinesOf(pieces: Iterable<Uint8Array>): number {
    return this.#within((kernel) => {
      let chunk = 0;
      let held = 0;
      let total = 0;
      let open = false;
      for (const piece of pieces) {
        for (let at = 0; at < piece.length; at += CHUNK) {
          const part = piece.subarray(at, at + CHUNK);
          if (part.length > held) chunk = kernel.reserve(held = part.length);
          kernel.memory.set(part, chunk);
          // A line that was broken off is counted already.
          total += kernel.exports.countLines(chunk, part.length) - (open ? 1 : 0);
          open = part[part.length - 1] !== 10;
        }
      }
      return total;
    });
  }

  /** Whether git takes the bytes for binary by their content: a NUL among the first 8,000. */
  isBinary(bytes: Uint8Array): boolean {
    return hasNul(bytes.subarray(0, BINARY_PROBE));
  }

  #compare<T>(
    before: Uint8Array,
    after: Uint8Array,
    job: (kernel: Kernel, before: number, after: number, result: number) => T | undefined,
  ): T {
    const [{ length: oldSize }, { length: newSize }] = [before, after];
    if (oldSize + newSize > ADDRESSABLE) throw tooLarge(oldSize, newSize);
    return this.#within((kernel) => {
      const result = kernel.exports.reserve(RESULT_SIZE) >>> 0;
      const old = kernel.exports.reserve(oldSize) >>> 0;
      const now = kernel.exports.reserve(newSize) >>> 0;
      if (result === 0 || old === 0 || now === 0) throw tooLarge(oldSize, newSize);
      kernel.memory.set(before, old);
      kernel.memory.set(after, now);
      const answer = job(kernel, old, now, result);
      if (answer === undefined) throw tooLarge(oldSize, newSize);
      return answer;
    });
  }

  /** Does work whose reservations are released after it. */
  #within<T>(work: (kernel: Kernel) => T): T {
    const kernel = this.#kernel;
    const mark = kernel.exports.mark();
    try {
      return work(kernel);
    } finally {
      kernel.exports.release(mark);
      if (this.memorySize > KEPT_MEMORY) this.#kernel = newKernel();
    }
  }
}

/** Whether a byte is NUL. */
export function hasNul(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

function newKernel(): Kernel {
  const kernel = new Kernel();
  seed(kernel);
  return kernel;
}

function seed(kernel: Kernel): void {
  // Unforeseeable is enough here, and WebCrypto takes milliseconds to load.
  const word = () => Math.floor(Math.random() * 2 ** 32);
  kernel.exports.seedLines(word(), word(), word(), word());
}

function words(kernel: Kernel, address: number, count: number): Uint32Array {
  return new Uint32Array(kernel.memory.buffer, address >>> 0, count);
}

// Runs whose distance is at most twice the context share a hunk.
function joinRuns(runs: Uint32Array, context: number, oldTotal: number, newTotal: number): Hunk[] {
  const hunks: Hunk[] = [];
  for (let i = 0; i < runs.length;) {
    const first = i;
    let oldEnd = 0;
    do {
      oldEnd = runs[i] + runs[i + 1];
      i += 4;
    } while (i < runs.length && runs[i] - oldEnd <= 2 * context);
    const newEnd = runs[i - 2] + runs[i - 1];
    const lead = Math.min(context, runs[first], runs[first + 2]);
    const trail = Math.min(context, oldTotal - oldEnd, newTotal - newEnd);
    const oldLines = oldEnd + trail - (runs[first] - lead);
    const newLines = newEnd + trail - (runs[first + 2] - lead);
    hunks.push({
      oldStart: runs[first] - lead + (oldLines === 0 ? 0 : 1),
      oldLines,
      newStart: runs[first + 2] - lead + (newLines === 0 ? 0 : 1),
      newLines,
    });
  }
  return hunks;
}

function tooLarge(before: number, after: number): PrismError {
  return new PrismError(
    "object_too_large",
    `Cannot compare files of ${before} and ${after} bytes: memory is used up.`,
    { hint: "Leave these files out with a path pattern." },
  );
}
