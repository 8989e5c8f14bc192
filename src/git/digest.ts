/**
 * Digests of bytes, and the names that they give to objects.
 *
 * @module
 */

import { Kernel } from "./kernel/kernel.ts";
import type { ObjectFormat, ObjectId } from "./object_id.ts";
import type { ObjectType } from "./object_store.ts";

/** Bytes that are copied into the kernel at a time. */
const CHUNK = 256 * 1024;

let kernel: Kernel | undefined;
let buffer = 0;
const encoder = new TextEncoder();

/** The raw SHA-1 or SHA-256 of the parts, one after the other. */
export function digest(format: ObjectFormat, parts: Iterable<Uint8Array>): Uint8Array {
  if (kernel === undefined) {
    kernel = new Kernel();
    buffer = kernel.reserve(CHUNK);
  }
  const { exports } = kernel;
  exports.digestBegin(format === "sha256");
  for (const part of parts) {
    for (let at = 0; at < part.length; at += CHUNK) {
      const piece = part.subarray(at, at + CHUNK);
      kernel.memory.set(piece, buffer);
      exports.digestUpdate(buffer, piece.length);
    }
  }
  exports.digestFinish(buffer);
  return kernel.bytes(buffer, format === "sha256" ? 32 : 20).slice();
}

/** The name that an object of this type and content has (git-hash-object(1)). */
export function hashObject(type: ObjectType, bytes: Uint8Array, format: ObjectFormat): ObjectId {
  const head = encoder.encode(`${type} ${bytes.length}\0`);
  return digest(format, [head, bytes]).toHex() as ObjectId;
}
