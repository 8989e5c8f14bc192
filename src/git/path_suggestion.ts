/**
 * Paths of a tree that are near to one that does not exist.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { MODE } from "./file_side.ts";
import type { ObjectId } from "./object_id.ts";
import type { Objects } from "./objects.ts";
import { editDistance } from "./ref_suggestion.ts";

/** Entries that are looked at for a file of the same name in another directory. */
const MOST_ENTRIES = 50_000;
/** Longer names are not compared. */
const LONGEST = 200;

/** One entry of a directory. */
interface Entry {
  readonly name: string;
  /** The tree of a directory; `null` of all else. */
  readonly tree: ObjectId | null;
}

/**
 * The path that a wrong one most likely means: with a slip in one of its names, without the
 * directories before it, or the same file elsewhere. `null` when nothing is near.
 */
export function nearestPath(objects: Objects, tree: ObjectId, path: string): string | null {
  try {
    return slip(objects, tree, path) ?? elsewhere(objects, tree, path);
  } catch (error) {
    // A hint is not worth a failure.
    if (error instanceof PrismError) return null;
    throw error;
  }
}

/** Names of the first entries of a directory, with a slash behind those that are directories. */
export function firstEntries(objects: Objects, tree: ObjectId, most: number): string[] {
  return entriesOf(objects, tree).slice(0, most)
    .map(({ name, tree }) => tree === null ? name : `${name}/`);
}

function slip(objects: Objects, root: ObjectId, path: string): string | null {
  const parts = path.split("/");
  const found: string[] = [];
  let tree: ObjectId | null = root;
  for (const [at, part] of parts.entries()) {
    if (tree === null || part.length > LONGEST) return null;
    const last = at === parts.length - 1;
    const entries: Entry[] = entriesOf(objects, tree).filter((entry) =>
      last || entry.tree !== null
    );
    const entry: Entry | undefined = entries.find(({ name }) => name === part) ??
      nearest(entries, part);
    if (entry === undefined) return null;
    found.push(entry.name);
    tree = entry.tree;
  }
  return found.join("/");
}

function nearest(entries: readonly Entry[], wanted: string): Entry | undefined {
  const lower = wanted.toLowerCase();
  let best: Entry | undefined;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const entry of entries) {
    if (entry.name.length > LONGEST) continue;
    const edits = editDistance(lower, entry.name.toLowerCase(), fewest - 1);
    if (edits < fewest) {
      fewest = edits;
      best = entry;
    }
  }
  return best;
}

/** The file whose path shares most of its end with the wanted one, and at least the name. */
function elsewhere(objects: Objects, root: ObjectId, path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const stack: { prefix: string; tree: ObjectId }[] = [{ prefix: "", tree: root }];
  let best: string | null = null;
  let looked = 0;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const entries = entriesOf(objects, top.tree);
    looked += entries.length;
    if (looked > MOST_ENTRIES) break;
    for (const entry of entries.toReversed()) {
      const full = top.prefix + entry.name;
      if (entry.tree !== null) stack.push({ prefix: `${full}/`, tree: entry.tree });
      else if (entry.name === name && (best === null || isNearer(full, best, path))) best = full;
    }
  }
  return best;
}

function isNearer(path: string, other: string, wanted: string): boolean {
  const shared = (candidate: string): number => {
    const [a, b] = [candidate.split("/").reverse(), wanted.split("/").reverse()];
    const end = a.findIndex((part, i) => part !== b[i]);
    return end < 0 ? a.length : end;
  };
  return shared(path) > shared(other);
}

function entriesOf(objects: Objects, tree: ObjectId): Entry[] {
  return objects.compareTrees(null, tree).map(({ name, modeAfter, idAfter }) => ({
    name,
    tree: modeAfter === MODE.tree ? idAfter : null,
  }));
}
