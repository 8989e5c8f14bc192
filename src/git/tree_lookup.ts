/**
 * What stands at a path of a tree (gitrevisions(7), `<rev>:<path>`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { MODE } from "./file_side.ts";
import { type ObjectFormat, type ObjectId, rawLength } from "./object_id.ts";
import type { ObjectType, RepositoryObjects } from "./object_store.ts";
import { encodePath } from "./path_bytes.ts";

/** An entry of a tree. */
export interface TreeEntry {
  readonly id: ObjectId;
  /** As it is stored, not canonical. */
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

const SPACE = 32;
/** Digits of a mode, and some more that old writers put before them. */
const MODE_LENGTH = 12;
const ascii = new TextDecoder("latin1");

function findEntry(
  bytes: Uint8Array,
  name: Uint8Array,
  format: ObjectFormat,
): TreeEntry | null | "corrupt" {
  const idLength = rawLength(format);
  for (let at = 0; at < bytes.length;) {
    const space = bytes.subarray(at, at + MODE_LENGTH).indexOf(SPACE);
    const nameStart = at + space + 1;
    const nameEnd = bytes.indexOf(0, nameStart);
    const next = nameEnd + 1 + idLength;
    if (space < 1 || nameEnd < 0 || next > bytes.length) return "corrupt";
    if (nameEnd - nameStart === name.length && equals(bytes, nameStart, name)) {
      const mode = parseInt(ascii.decode(bytes.subarray(at, at + space)), 8);
      if (Number.isNaN(mode)) return "corrupt";
      return {
        id: bytes.subarray(nameEnd + 1, next).toHex() as ObjectId,
        mode,
        type: typeOfMode(mode),
      };
    }
    at = next;
  }
  return null;
}

function equals(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  return name.every((byte, i) => bytes[at + i] === byte);
}

function typeOfMode(mode: number): ObjectType {
  const kind = mode & 0o170000;
  return kind === MODE.tree ? "tree" : kind === MODE.gitlink ? "commit" : "blob";
}
