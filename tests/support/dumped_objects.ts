/**
 * A repository's objects in memory, as `git cat-file` gives them: a store that depends on no reader
 * of ours.
 *
 * @module
 */

import { PrismError } from "../../src/errors.ts";
import type { ObjectFormat, ObjectId } from "../../src/git/object_id.ts";
import type { GitObject, ObjectType, RepositoryObjects } from "../../src/git/object_store.ts";
import { runGit } from "./scratch_repository.ts";

/** Reads every object of the repository at once. */
export function dumpObjects(directory: string, format: ObjectFormat): RepositoryObjects {
  const bytes = runGit(directory, ["cat-file", "--batch-all-objects", "--batch"]);
  const text = new TextDecoder();
  const objects = new Map<ObjectId, GitObject>();
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(10, at);
    const [id, type, size] = text.decode(bytes.subarray(at, newline)).split(" ");
    const end = newline + 1 + Number(size);
    objects.set(id as ObjectId, {
      type: type as ObjectType,
      bytes: bytes.subarray(newline + 1, end),
    });
    at = end + 1;
  }
  return storeOf(objects, format);
}

/** A store of the objects given. */
export function storeOf(
  objects: ReadonlyMap<ObjectId, GitObject>,
  format: ObjectFormat,
): RepositoryObjects {
  const names = [...objects.keys()].sort();
  const read = (id: ObjectId): GitObject => {
    const object = objects.get(id);
    if (object === undefined) throw new PrismError("object_missing", `Object ${id} is missing`);
    return object;
  };
  const readTyped = (id: ObjectId, type: ObjectType): Uint8Array => {
    const object = read(id);
    if (object.type !== type) throw new PrismError("ref_wrong_type", `${id} is no ${type}`);
    return object.bytes;
  };
  return {
    format,
    header(id) {
      const object = objects.get(id);
      return object === undefined ? null : { type: object.type, size: object.bytes.length };
    },
    find: (id) => objects.get(id) ?? null,
    withPrefix: (prefix, limit) => names.filter((id) => id.startsWith(prefix)).slice(0, limit),
    read,
    readTyped,
    prefix: (id, type, length) => readTyped(id, type).slice(0, length),
    pieces: (id, type) => [readTyped(id, type)],
    storeIn(kernel, id, type) {
      const bytes = readTyped(id, type);
      return { address: kernel.store(bytes), size: bytes.length };
    },
    close() {},
  };
}
