/**
 * Log blocks of a reftable, the only ones that are compressed.
 *
 * @module
 */

import { Kernel } from "./kernel/kernel.ts";
import type { PagedFile } from "./paged_file.ts";
import { type BlockBytes, DamagedTable } from "./reftable_block.ts";

let kernel: Kernel | undefined;

/**
 * Inflates a block.
 * @param position where its offsets begin to count: of the first block the beginning of the file
 * @param header where its header stands
 * @param length from `position` to its end, inflated
 */
export function inflateLogBlock(
  file: PagedFile,
  position: number,
  header: number,
  length: number,
): BlockBytes {
  const start = header + 4;
  const skipped = start - position;
  const size = length - skipped;
  if (size <= 0) throw new DamagedTable("a log block is empty");
  // Deflate adds five bytes to each 16 KiB at most when nothing can be compressed.
  const longest = Math.min(file.size - start, size + Math.ceil(size / 1000) + 64);
  file.ensure(start, longest);
  kernel ??= new Kernel();
  const { exports } = kernel;
  const mark = exports.mark();
  try {
    const input = kernel.reserve(longest + 8);
    const output = kernel.reserve(size + 16);
    kernel.memory.set(file.bytes.subarray(start, start + longest), input);
    const used = exports.inflate(input, longest, output, size, false);
    if (used < 0) throw new DamagedTable("a log block cannot be inflated");
    const data = new Uint8Array(length);
    data.set(kernel.bytes(output, size), skipped);
    return { type: "g", data, base: 0, records: skipped, end: length, next: start + used };
  } finally {
    exports.release(mark);
  }
}
