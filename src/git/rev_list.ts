/**
 * The commits of a range in the order of `git rev-list` (git-rev-list(1), "Commit Ordering").
 *
 * @module
 */

import { byDate, byGeneration, type CommitOrder, CommitQueue } from "./commit_queue.ts";
import {
  CommitMarks,
  type CommitNode,
  type CommitSource,
  type CommitWalk,
  NO_GENERATION,
} from "./commits.ts";
import type { ObjectId } from "./object_id.ts";

/** How the commits are chosen and ordered. */
export interface RevListOptions {
  /**
   * `date`: latest committer date first among those whose child was shown (the default of git);
   * `topo`: no parent before all its children, and lines of history are not mixed (`--topo-order`).
   */
  readonly order?: "date" | "topo";
  /** Last commit first. */
  readonly reverse?: boolean;
  /** Follow only the first parent of a merge; of what is excluded, all parents are followed. */
  readonly firstParent?: boolean;
}

/**
 * Commits that can be reached from `include` but not from `exclude`.
 * @throws {PrismError} while iterating: `object_missing`, `object_promised`, `object_corrupt`
 */
export function revList(
  commits: CommitSource,
  include: readonly ObjectId[],
  exclude: readonly ObjectId[],
  options: RevListOptions = {},
): Iterable<CommitNode> {
  const { order = "date", reverse = false } = options;
  const walk = commits.walk();
  const tips = [...exclude, ...include];
  // As git does: with generation numbers the range is certain, without them clocks are trusted.
  const certain = order === "topo" &&
    tips.every((id) => walk.node(id).generation !== NO_GENERATION);
  const range = new RangeWalk(walk, certain ? byGeneration : byDate, options.firstParent ?? false);
  range.begin(include, exclude);
  if (order === "date" && !reverse && exclude.length === 0) return range.stream();
  const { list, hidden } = certain ? range.certain() : range.limited();
  const sorted = order === "topo"
    ? sortTopologically(walk, list, certain && options.firstParent === true)
    : list;
  const shown = sorted.filter((node) => !hidden(node));
  return reverse ? shown.reverse() : shown;
}

const SEEN = 1;
/** Reachable from what is excluded. */
const HIDDEN = 2;

/**
 * How many excluded commits git walks on after all that wait are excluded, since a skewed clock may
 * have let a commit pass that is excluded too.
 */
const SLOP = 5;

/** Commits of a range, and which of them turned out not to belong to it. */
interface ListedRange {
  readonly list: CommitNode[];
  readonly hidden: (node: CommitNode) => boolean;
}

/** One walk over a range. */
class RangeWalk {
  readonly #walk: CommitWalk;
  readonly #firstParent: boolean;
  readonly #marks = new CommitMarks();
  readonly #queue: CommitQueue;
  /** Commits that wait and are not excluded, as far as is known. */
  #shownWaiting = 0;
  readonly #waiting = new CommitMarks();

  constructor(walk: CommitWalk, order: CommitOrder, firstParent: boolean) {
    this.#walk = walk;
    this.#queue = new CommitQueue(order);
    this.#firstParent = firstParent;
  }

  begin(include: readonly ObjectId[], exclude: readonly ObjectId[]): void {
    const walk = this.#walk;
    const hiddenTips = exclude.map((id) => walk.node(id));
    const shownTips = include.map((id) => walk.node(id));
    for (const node of hiddenTips) {
      this.#hide(node);
      this.#hideParents(node);
    }
    for (const node of [...hiddenTips, ...shownTips]) this.#enqueue(node);
  }

  /** The commits one by one, when nothing is excluded. */
  *stream(): Generator<CommitNode> {
    for (let node = this.#dequeue(); node !== undefined; node = this.#dequeue()) {
      this.#enqueueParents(node);
      yield node;
    }
  }

  /** The whole range, walked from high generations to low: no commit comes before its children. */
  certain(): ListedRange {
    const list: CommitNode[] = [];
    while (this.#shownWaiting > 0) {
      const node = this.#dequeue()!;
      if (this.#isHidden(node)) this.#hideAndEnqueueParents(node);
      else {
        this.#enqueueParents(node);
        list.push(node);
      }
    }
    return { list: list.sort(byDate), hidden: (node) => this.#isHidden(node) };
  }

  /** The whole range in the order of dates; commits of it may turn out to be hidden at the end. */
  limited(): ListedRange {
    const list: CommitNode[] = [];
    let lastTime = Infinity;
    let slop = SLOP;
    for (let node = this.#dequeue(); node !== undefined; node = this.#dequeue()) {
      if (!this.#isHidden(node)) {
        this.#enqueueParents(node);
        list.push(node);
        lastTime = node.time;
        continue;
      }
      this.#hideAndEnqueueParents(node);
      const next = this.#queue.peek();
      if (next === undefined) break;
      slop = lastTime <= next.time || this.#shownWaiting > 0 ? SLOP : slop - 1;
      if (slop === 0) break;
    }
    return { list, hidden: (node) => this.#isHidden(node) };
  }

  #hideAndEnqueueParents(node: CommitNode): void {
    for (const id of node.parents) {
      const parent = this.#walk.node(id);
      this.#hide(parent);
      this.#hideParents(parent);
      this.#enqueue(parent);
    }
  }

  #isHidden(node: CommitNode): boolean {
    return (this.#marks.get(node) & HIDDEN) !== 0;
  }

  #enqueue(node: CommitNode): void {
    if ((this.#marks.get(node) & SEEN) !== 0) return;
    this.#marks.add(node, SEEN);
    this.#waiting.add(node, 1);
    if (!this.#isHidden(node)) this.#shownWaiting++;
    this.#queue.push(node);
  }

  #dequeue(): CommitNode | undefined {
    const node = this.#queue.pop();
    if (node === undefined) return undefined;
    this.#waiting.remove(node, 1);
    if (!this.#isHidden(node)) this.#shownWaiting--;
    return node;
  }

  #enqueueParents(node: CommitNode): void {
    const { parents } = node;
    const count = this.#firstParent ? Math.min(parents.length, 1) : parents.length;
    for (let i = 0; i < count; i++) this.#enqueue(this.#walk.node(parents[i]));
  }

  /** Whether that was news. */
  #hide(node: CommitNode): boolean {
    if (this.#isHidden(node)) return false;
    this.#marks.add(node, HIDDEN);
    if (this.#waiting.get(node) !== 0) this.#shownWaiting--;
    return true;
  }

  /** Hides the parents, and below them whatever the walk has already passed. */
  #hideParents(node: CommitNode): void {
    const stack = [node];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      for (const id of top.parents) {
        const parent = this.#walk.node(id);
        if (this.#hide(parent) && (this.#marks.get(parent) & SEEN) !== 0) stack.push(parent);
      }
    }
  }
}

/**
 * Orders a list so that no parent comes before a child. Of the commits that are free to come next,
 * the one that became free last does, so that a line of history is finished before the next begins.
 * @param firstParent children that have a commit as another parent do not hold it back: git counts so
 * when it reads a commit-graph
 */
function sortTopologically(
  walk: CommitWalk,
  list: readonly CommitNode[],
  firstParent: boolean,
): CommitNode[] {
  const parentsOf = ({ parents }: CommitNode): readonly ObjectId[] =>
    firstParent ? parents.slice(0, 1) : parents;
  // By node index: 0 of a commit that is not listed, else the children not yet placed, plus one.
  const open = new Uint32Array(walk.size);
  for (const node of list) open[node.index] = 1;
  for (const node of list) {
    for (const id of parentsOf(node)) {
      // A parent that is met only now lies behind the array and is not listed.
      const { index } = walk.node(id);
      if (open[index] > 0) open[index]++;
    }
  }
  const free = list.filter((node) => open[node.index] === 1).reverse();
  const sorted: CommitNode[] = [];
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    sorted.push(node);
    open[node.index] = 0;
    for (const id of parentsOf(node)) {
      const parent = walk.node(id);
      if (!(open[parent.index] > 0)) continue;
      open[parent.index]--;
      if (open[parent.index] === 1) free.push(parent);
    }
  }
  return sorted;
}
