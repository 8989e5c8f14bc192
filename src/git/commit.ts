/**
 * Commit objects (git-commit-tree(1); gitglossary(7), "commit object").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { decodeMessage } from "./message_encoding.ts";
import { hexLength, isObjectId, type ObjectFormat, type ObjectId } from "./object_id.ts";
import { readHeaders } from "./object_headers.ts";
import { parsePerson, type Person } from "./person.ts";

/** What a commit says. */
export interface Commit {
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  readonly author: Person;
  readonly committer: Person;
  /** The `encoding` header; `null` means UTF-8. */
  readonly encoding: string | null;
  /**
   * The whole message as written, its final newline included. Bytes that cannot be decoded stand as
   * lone surrogates U+DC80–U+DCFF.
   */
  readonly message: string;
}

/** What walking the history needs of a commit. */
export interface CommitLinks {
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  /** The committer's time in seconds since the epoch. */
  readonly time: number;
}

/**
 * Reads a commit's content. Signatures and unknown headers are skipped.
 * @throws {PrismError} `object_corrupt` when the tree or a parent is not an object name
 */
export function parseCommit(bytes: Uint8Array, id: ObjectId, format: ObjectFormat): Commit {
  const { first, parents, messageStart } = readHeaders(bytes);
  const tree = first.get("tree");
  const label = first.get("encoding");
  const encoding = label === undefined ? null : decodeMessage(label, null).trim();
  const person = (keyword: string): Person =>
    parsePerson(decodeMessage(first.get(keyword) ?? NOTHING, encoding));
  return {
    tree: objectName(tree ?? NOTHING, "tree", id, format),
    parents: parents.map((parent) => objectName(parent, "parent", id, format)),
    author: person("author"),
    committer: person("committer"),
    encoding,
    message: decodeMessage(bytes.subarray(messageStart), encoding),
  };
}

/** The message's first paragraph on one line (git-log(1), `%s`). */
export function subjectOf(message: string): string {
  const text = message.replace(/^(?:[ \t\r]*\n)+/, "");
  const end = text.search(/\n[ \t\r]*(?:\n|$)/);
  return (end < 0 ? text : text.slice(0, end)).split("\n")
    .map((line) => line.replace(/[ \t\r]+$/, "")).join(" ");
}

/**
 * Reads tree, parents and time alone, as fast as that can be had.
 * @throws {PrismError} `object_corrupt`
 */
export function parseCommitLinks(
  bytes: Uint8Array,
  id: ObjectId,
  format: ObjectFormat,
): CommitLinks {
  const digits = hexLength(format);
  const parentLength = PARENT.length + digits + 1;
  let at = TREE.length + digits + 1;
  let count = 0;
  while (bytes[at + count * parentLength] === LETTER_P) count++;
  const headEnd = at + count * parentLength;
  const head = latin1.decode(bytes.subarray(0, headEnd));
  if (head.length < headEnd || !head.startsWith(TREE) || head[at - 1] !== "\n") {
    throw corrupt(id, "it does not begin with a tree");
  }
  const tree = head.slice(TREE.length, at - 1);
  if (!isObjectId(tree, format)) throw corrupt(id, "its tree is not an object name");
  const parents: ObjectId[] = [];
  for (; at < headEnd; at += parentLength) {
    const parent = head.slice(at + PARENT.length, at + parentLength - 1);
    if (
      !head.startsWith(PARENT, at) || head[at + parentLength - 1] !== "\n" ||
      !isObjectId(parent, format)
    ) throw corrupt(id, "a parent is not an object name");
    parents.push(parent);
  }
  return { tree, parents, time: committerTime(bytes, headEnd) };
}

const TREE = "tree ";
const PARENT = "parent ";
const LETTER_P = 0x70;
const NEWLINE = 10;
const NOTHING = new Uint8Array(0);
const latin1 = new TextDecoder("latin1");
const SECONDS = /^[ \t]*(\d{1,15})/;

/** The date of the committer line, which follows the author line; 0 when it cannot be read. */
function committerTime(bytes: Uint8Array, at: number): number {
  const start = bytes.indexOf(NEWLINE, at) + 1;
  if (start === 0) return 0;
  const newline = bytes.indexOf(NEWLINE, start);
  const line = latin1.decode(bytes.subarray(start, newline < 0 ? bytes.length : newline));
  if (!line.startsWith("committer ")) return 0;
  const seconds = SECONDS.exec(line.slice(line.lastIndexOf(">") + 1));
  return seconds === null ? 0 : Number(seconds[1]);
}

function objectName(
  value: Uint8Array,
  keyword: string,
  id: ObjectId,
  format: ObjectFormat,
): ObjectId {
  const text = latin1.decode(value);
  if (!isObjectId(text, format)) throw corrupt(id, `its ${keyword} is not an object name`);
  return text;
}

function corrupt(id: ObjectId, reason: string): PrismError {
  return new PrismError("object_corrupt", `Commit ${id} is damaged: ${reason}`, {
    hint: "run git fsck in the repository, then fetch the object again",
  });
}
