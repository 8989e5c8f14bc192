/**
 * Whether bytes are ASCII: most files are, and need no decoder to be known as valid UTF-8.
 *
 * @module
 */

import { Kernel } from "../git/kernel/kernel.ts";

const CHUNK = 64 * 1024;

let kernel: Kernel | undefined;
let buffer = 0;

/** Whether no byte has its high bit set. */
export function isAscii(bytes: Uint8Array): boolean {
  if (kernel === undefined) {
    kernel = new Kernel();
    buffer = kernel.reserve(CHUNK);
  }
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK);
    kernel.memory.set(piece, buffer);
    if (kernel.exports.asciiLength(buffer, piece.length) < piece.length) return false;
  }
  return true;
}
