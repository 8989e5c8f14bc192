/**
 * Annotated tags (git-mktag(1); gitglossary(7), "tag object").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { decodeMessage } from "./message_encoding.ts";
import { readHeaders } from "./object_headers.ts";
import { isObjectId, type ObjectFormat, type ObjectId } from "./object_id.ts";
import type { ObjectType } from "./object_store.ts";
import { parsePerson, type Person } from "./person.ts";

/** What an annotated tag says. */
export interface Tag {
  /** The object it is about. */
  readonly target: ObjectId;
  readonly targetType: ObjectType;
  readonly name: string;
  /** `null` in some tags from 2005. */
  readonly tagger: Person | null;
  /** The whole message, a signature in it included. */
  readonly message: string;
}

const TYPES: ReadonlySet<string> = new Set(["commit", "tree", "blob", "tag"]);
const NOTHING = new Uint8Array(0);

/**
 * Reads a tag's content.
 * @throws {PrismError} `object_corrupt` when it names no target
 */
export function parseTag(bytes: Uint8Array, id: ObjectId, format: ObjectFormat): Tag {
  const { first, messageStart } = readHeaders(bytes);
  const text = (keyword: string): string => decodeMessage(first.get(keyword) ?? NOTHING, encoding);
  const label = first.get("encoding");
  const encoding = label === undefined ? null : decodeMessage(label, null).trim();
  const target = text("object");
  const targetType = text("type");
  if (!isObjectId(target, format) || !TYPES.has(targetType)) {
    throw new PrismError("object_corrupt", `Tag ${id} is damaged: it names no object`, {
      hint: "run git fsck in the repository, then fetch the tag again",
    });
  }
  const tagger = first.has("tagger") ? parsePerson(text("tagger")) : null;
  return {
    target,
    targetType: targetType as ObjectType,
    name: text("tag"),
    tagger,
    message: decodeMessage(bytes.subarray(messageStart), encoding),
  };
}
