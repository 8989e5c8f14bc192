import assert from "node:assert/strict";
import { compareFiles } from "../../src/changes/compare_files.ts";
import { type FileSide, MODE } from "../../src/git/file_side.ts";
import type { ObjectId } from "../../src/git/object_id.ts";

/** Sides whose content is a view of one buffer, as that of a store is. */
function viewedSides(): { side: (text: string) => FileSide; clobber: () => void } {
  const buffer = new Uint8Array(1024);
  const side = (text: string): FileSide => {
    const bytes = new TextEncoder().encode(text);
    const read = (): Uint8Array => {
      buffer.fill(0);
      buffer.set(bytes);
      return buffer.subarray(0, bytes.length);
    };
    const id = () => text.length.toString().padStart(40, "0") as ObjectId;
    return {
      mode: MODE.regular,
      id,
      size: () => bytes.length,
      read,
      head: read,
    } as unknown as FileSide;
  };
  return { side, clobber: () => void buffer.fill(0) };
}

Deno.test("compareFiles() reads attributes before content, whose view they may overwrite", async () => {
  const { side, clobber } = viewedSides();
  const known = new Set<string>();
  // The first question about a path reads its attributes from objects, as in a bare repository.
  const look = (path: string): void => {
    if (!known.has(path)) clobber();
    known.add(path);
  };
  const { files } = await compareFiles([
    { path: "a.rb", scope: "committed", before: side("one\n"), after: side("one\ntwo\nthree\n") },
    { path: "b", scope: "committed", before: null, after: side("#!/bin/sh\n# made\n") },
  ], {
    attributes: {
      get: (path) => void look(path),
      isBinary: (path) => void look(path),
    },
    renames: false,
  });
  assert.deepEqual(files.map((file) => [file.binary, file.linesAdded, file.linesRemoved]), [
    [false, 2, 0],
    [false, 2, 0],
  ]);
  assert.notEqual(files[1].language, "unknown");
});
