/**
 * What Git LFS stores in place of a file: its pointer (git-lfs specification, "The Pointer").
 *
 * @module
 */

import { digest } from "./digest.ts";

/** Pointers are smaller than this. */
const LARGEST = 1024;
const POINTER =
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n(?:[a-z0-9.-]+ [^\n]*\n)*oid sha256:[0-9a-f]{64}\nsize [0-9]+\n?$/;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Size of the file that a content points to, in bytes; `null` when it is no pointer. */
export function lfsPointerSize(bytes: Uint8Array): number | null {
  if (bytes.length === 0 || bytes.length >= LARGEST) return null;
  const text = decoder.decode(bytes);
  return POINTER.test(text) ? Number(/^size ([0-9]+)$/m.exec(text)![1]) : null;
}

/** What the LFS filter makes of a file's bytes. A pointer stays as it is; so does an empty file. */
export function toLfsPointer(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes;
  if (bytes.length < LARGEST && POINTER.test(decoder.decode(bytes))) return bytes;
  const oid = digest("sha256", [bytes]).toHex();
  return encoder.encode(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${bytes.length}\n`,
  );
}
