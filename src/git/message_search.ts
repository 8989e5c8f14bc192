/**
 * The latest commit whose message matches (gitrevisions(7), `:/<text>` and `^{/<text>}`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { byDate, CommitQueue } from "./commit_queue.ts";
import { CommitMarks, type CommitSource } from "./commits.ts";
import { compilePattern } from "./message_pattern.ts";
import type { ObjectId } from "./object_id.ts";
import { readHeaders } from "./object_headers.ts";
import { decodePath } from "./path_bytes.ts";

/** Commits that one search reads at most. */
const MAX_COMMITS = 2_000_000;
/** Of a longer message only the beginning is searched, in bytes. */
const MAX_MESSAGE = 256 * 1024;

/**
 * Walks from the tips, latest commit first. `!-text` wants a message that does not match, `!!text`
 * one with `!text`.
 * @returns `null` when no message matches
 * @throws {PrismError} `invalid_revision` of a pattern that cannot be used
 */
export function searchMessages(
  commits: CommitSource,
  tips: readonly ObjectId[],
  text: string,
): ObjectId | null {
  const { pattern, wanted } = readModifier(text);
  const walk = commits.walk();
  const seen = new CommitMarks();
  const queue = new CommitQueue(byDate);
  const enqueue = (id: ObjectId): void => {
    const node = walk.node(id);
    if (seen.get(node) !== 0) return;
    seen.add(node, 1);
    queue.push(node);
  };
  tips.forEach(enqueue);
  for (let count = 0; count < MAX_COMMITS; count++) {
    const node = queue.pop();
    if (node === undefined) return null;
    const bytes = commits.objects.readTyped(node.id, "commit");
    const { messageStart } = readHeaders(bytes);
    const message = decodePath(bytes.subarray(messageStart, messageStart + MAX_MESSAGE));
    if (pattern.matches(message) === wanted) return node.id;
    node.parents.forEach(enqueue);
  }
  throw new PrismError("invalid_revision", `":/${text}" matches none of ${MAX_COMMITS} commits`, {
    hint: "name the commit by its id",
  });
}

function readModifier(
  text: string,
): { pattern: { matches(text: string): boolean }; wanted: boolean } {
  if (!text.startsWith("!")) return { pattern: compilePattern(text), wanted: true };
  if (text[1] === "!") return { pattern: compilePattern(text.slice(1)), wanted: true };
  if (text[1] === "-") return { pattern: compilePattern(text.slice(2)), wanted: false };
  throw new PrismError("invalid_revision", `"${text}" begins with "!", which is reserved`, {
    hint: 'write "!!" for an exclamation mark, "!-" for a message without the text',
  });
}
