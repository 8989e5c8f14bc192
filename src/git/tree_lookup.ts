/**
 * What stands at a path of a tree (gitrevisions(7), `<rev>:<path>`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { MODE } from "./file_side.ts";
import { Kernel } from "./kernel/kernel.ts";
import { type ObjectFormat, type ObjectId, rawLength } from "./object_id.ts";
import type { ObjectType, RepositoryObjects } from "./object_store.ts";
import { encodePath } from "./path_bytes.ts";

/** An entry of a tree. */
export interface TreeEntry {
  readonly id: ObjectId;
  /** Canonical. */
  readonly mode: number;
  /** A submodule's type is `commit`; that commit is in another repository. */
  readonly type: ObjectType;
}

/** Deeper trees than this are hostile. */
const MAX_DEPTH = 4096;

/**
 * The entry at a path; an empty path is the tree itself. `null` when nothing stands there.
 * @throws {PrismError} `object_corrupt` and what reading a tree throws
 */
export function lookupPath(
  objects: RepositoryObjects,
  tree: ObjectId,
  path: string,
): TreeEntry | null {
  let entry: TreeEntry = { id: tree, mode: MODE.tree, type: "tree" };
  const parts = path.split("/");
  // "src/" means the directory.
  if (parts.at(-1) === "") parts.pop();
  if (parts.length > MAX_DEPTH) return null;
  for (const part of parts) {
    if (part === "" || entry.type !== "tree") return null;
    const bytes = objects.readTyped(entry.id, "tree");
    const found = findEntry(bytes, encodePath(part), objects.format);
    if (found === "corrupt") {
      throw new PrismError("object_corrupt", `Tree ${entry.id} is damaged`, {
        hint: "run git fsck in the repository, then fetch the object again",
      });
    }
    if (found === null) return null;
    entry = found;
  }
  return path.endsWith("/") && entry.type !== "tree" ? null : entry;
}

let kernel: Kernel | undefined;

function findEntry(
  bytes: Uint8Array,
  name: Uint8Array,
  format: ObjectFormat,
): TreeEntry | null | "corrupt" {
  kernel ??= new Kernel();
  const mark = kernel.exports.mark();
  try {
    const result = kernel.reserve(8);
    const tree = kernel.store(bytes);
    const address = kernel.store(name);
    const idLength = rawLength(format);
    const found = kernel.exports.findTreeEntry(
      tree,
      bytes.length,
      idLength,
      address,
      name.length,
      result,
    );
    if (found <= 0) return found === 0 ? null : "corrupt";
    const [mode, id] = new Uint32Array(kernel.memory.buffer, result, 2);
    return { id: kernel.bytes(id, idLength).toHex() as ObjectId, mode, type: typeOfMode(mode) };
  } finally {
    kernel.exports.release(mark);
  }
}

function typeOfMode(mode: number): ObjectType {
  const kind = mode & 0o170000;
  return kind === MODE.tree ? "tree" : kind === MODE.gitlink ? "commit" : "blob";
}
