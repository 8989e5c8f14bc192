/**
 * From an object to the commit or tree that it stands for (gitrevisions(7), `<rev>^{<type>}`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { parseCommitLinks } from "./commit.ts";
import { emptyTreeId, type ObjectId } from "./object_id.ts";
import type { ObjectType, RepositoryObjects } from "./object_store.ts";
import { parseTag } from "./tag.ts";

/** An object's name and type. */
export interface TypedId {
  readonly id: ObjectId;
  readonly type: ObjectType;
}

/** A tree and, where it was reached through a commit, that commit. */
export interface PeeledTree {
  readonly tree: ObjectId;
  readonly commit: ObjectId | null;
}

/** Tags of tags that are followed; a longer chain is hostile. */
const MAX_TAGS = 1000;

/**
 * The type of an object that must be there. The empty tree always is.
 * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt`
 */
export function typeOf(objects: RepositoryObjects, id: ObjectId): ObjectType {
  if (id === emptyTreeId(objects.format)) return "tree";
  return objects.header(id)?.type ?? objects.read(id).type;
}

/** The first object below annotated tags that is no tag; throws as {@link typeOf} does. */
export function peelTags(objects: RepositoryObjects, id: ObjectId): TypedId {
  let at = id;
  for (let depth = 0; depth < MAX_TAGS; depth++) {
    const type = typeOf(objects, at);
    if (type !== "tag") return { id: at, type };
    at = parseTag(objects.readTyped(at, "tag"), at, objects.format).target;
  }
  throw new PrismError("object_corrupt", `Tag ${id} leads through more than ${MAX_TAGS} tags`, {
    hint: "name the commit itself",
  });
}

/**
 * The object of the wanted type that an object stands for; `null` when it stands for none. Throws as
 * {@link typeOf} does.
 */
export function peelTo(
  objects: RepositoryObjects,
  id: ObjectId,
  wanted: ObjectType,
): ObjectId | null {
  if (wanted === "tag") return typeOf(objects, id) === "tag" ? id : null;
  const { id: at, type } = peelTags(objects, id);
  if (type === wanted) return at;
  if (type !== "commit" || wanted !== "tree") return null;
  return parseCommitLinks(objects.readTyped(at, "commit"), at, objects.format).tree;
}

/**
 * The commit that an object is or a tag leads to.
 * @param name what the reader called the object, for the error
 * @throws {PrismError} `ref_wrong_type`, or as {@link typeOf}
 */
export function peelToCommit(
  objects: RepositoryObjects,
  id: ObjectId,
  name: string = id,
): ObjectId {
  return peelTo(objects, id, "commit") ?? wrongType(objects, id, name, "a commit");
}

/**
 * The root tree of a commit, or the tree that the object is: one side of a range.
 * @param name what the reader called the object, for the error
 * @throws {PrismError} `ref_wrong_type` of a blob, or as {@link typeOf}
 */
export function peelToTree(
  objects: RepositoryObjects,
  id: ObjectId,
  name: string = id,
): PeeledTree {
  const { id: at, type } = peelTags(objects, id);
  const tree = peelTo(objects, at, "tree") ?? wrongType(objects, id, name, "a commit or a tree");
  return { tree, commit: type === "commit" ? at : null };
}

/** Says what the object is instead. */
export function wrongType(
  objects: RepositoryObjects,
  id: ObjectId,
  name: string,
  wanted: string,
): never {
  const { type } = peelTags(objects, id);
  throw new PrismError("ref_wrong_type", `"${name}" is a ${type}, not ${wanted}`, {
    hint: `name ${wanted}`,
    data: { id, type },
  });
}
