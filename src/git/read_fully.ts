/**
 * One read may give less than was asked for.
 *
 * @module
 */

/** Reads from the file's position until the array is full or the file ends; the count of bytes. */
export function readFully(file: Deno.FsFile, into: Uint8Array): number {
  let at = 0;
  while (at < into.length) {
    const count = file.readSync(into.subarray(at));
    if (count === null) break;
    at += count;
  }
  return at;
}
