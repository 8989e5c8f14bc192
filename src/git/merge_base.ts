/**
 * Best common ancestors (git-merge-base(1)): common ancestors that are no ancestor of another one.
 *
 * @module
 */

import { byGeneration, CommitQueue } from "./commit_queue.ts";
import { CommitMarks, type CommitNode, type CommitSource, type CommitWalk } from "./commits.ts";
import type { ObjectId } from "./object_id.ts";

const ONE = 1;
const OTHER = 2;
const BOTH = ONE | OTHER;
/** An ancestor of a common ancestor. */
const STALE = 4;
const FOUND = 8;
const QUEUED = 16;

/**
 * All best common ancestors of two commits, as `git merge-base --all` lists them: latest first. Empty
 * when the histories have nothing in common. `A...B` means the first of them.
 * @throws {PrismError} `object_missing`, `object_promised`, `object_corrupt`
 */
export function mergeBases(commits: CommitSource, a: ObjectId, b: ObjectId): ObjectId[] {
  if (a === b) return [a];
  const walk = commits.walk();
  const { found, marks } = paint(walk, walk.node(a), [walk.node(b)]);
  const common = sortByDate(found.filter((node) => (marks.get(node) & STALE) === 0));
  return sortByDate(withoutRedundant(walk, common)).map((node) => node.id);
}

/** Whether the first commit is the second or one of its ancestors. */
export function isAncestor(commits: CommitSource, ancestor: ObjectId, of: ObjectId): boolean {
  if (ancestor === of) return true;
  const walk = commits.walk();
  const from = walk.node(ancestor);
  const { marks } = paint(walk, from, [walk.node(of)], from.generation);
  return (marks.get(from) & OTHER) !== 0;
}

/**
 * Walks down from both sides until only ancestors of common ancestors are left to walk. Dates need
 * not be in order: a commit that is reached anew from another side is walked again.
 * @param floor commits of a lower generation are of no interest
 */
function paint(
  walk: CommitWalk,
  one: CommitNode,
  others: readonly CommitNode[],
  floor = 0,
): { found: CommitNode[]; marks: CommitMarks } {
  const marks = new CommitMarks();
  const queue = new CommitQueue(byGeneration);
  const found: CommitNode[] = [];
  // How many commits wait that may still lead to a best common ancestor.
  let fresh = 0;
  const reach = (node: CommitNode, reached: number): void => {
    const before = marks.get(node);
    if ((before & reached) === reached) return;
    marks.add(node, reached);
    const stale = ((before | reached) & STALE) !== 0;
    if ((before & QUEUED) === 0) {
      marks.add(node, QUEUED);
      queue.push(node);
      if (!stale) fresh++;
    } else if (stale && (before & STALE) === 0) fresh--;
  };
  reach(one, ONE);
  for (const other of others) reach(other, OTHER);
  while (fresh > 0) {
    const node = queue.pop()!;
    marks.remove(node, QUEUED);
    let reached = marks.get(node) & (BOTH | STALE);
    if ((reached & STALE) === 0) fresh--;
    if (node.generation < floor) break;
    if (reached === BOTH) {
      if ((marks.get(node) & FOUND) === 0) {
        marks.add(node, FOUND);
        found.push(node);
      }
      reached |= STALE;
    }
    for (const parent of node.parents) reach(walk.node(parent), reached);
  }
  return { found, marks };
}

/** Skewed clocks let the walk find ancestors before their descendants: takes those out. */
function withoutRedundant(walk: CommitWalk, common: CommitNode[]): CommitNode[] {
  let left = common;
  for (const node of common) {
    if (left.length < 2) break;
    const others = left.filter((other) => other !== node);
    const { marks } = paint(walk, node, others);
    if ((marks.get(node) & OTHER) !== 0) left = others;
  }
  return left;
}

function sortByDate(nodes: CommitNode[]): CommitNode[] {
  return nodes.sort((a, b) => b.time - a.time);
}
