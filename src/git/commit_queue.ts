/**
 * Commits waiting to be walked, newest first.
 *
 * @module
 */

import type { CommitNode } from "./commits.ts";

/** Below zero when the first commit is to come out first. */
export type CommitOrder = (a: CommitNode, b: CommitNode) => number;

/** Later committer date first. */
export const byDate: CommitOrder = (a, b) => b.time - a.time;

/** Higher generation first, then later date. Without skewed clocks it is {@link byDate}. */
export const byGeneration: CommitOrder = (a, b) =>
  a.generation === b.generation ? b.time - a.time : a.generation < b.generation ? 1 : -1;

interface Entry {
  readonly node: CommitNode;
  readonly sequence: number;
}

/** A priority queue; commits that compare equal leave in the order in which they came. */
export class CommitQueue {
  readonly #order: CommitOrder;
  readonly #heap: Entry[] = [];
  #sequence = 0;

  /** An empty queue with this order. */
  constructor(order: CommitOrder) {
    this.#order = order;
  }

  /** Number of commits that wait. */
  get size(): number {
    return this.#heap.length;
  }

  /** The commit that comes out next. */
  peek(): CommitNode | undefined {
    return this.#heap[0]?.node;
  }

  /** Lets a commit wait. */
  push(node: CommitNode): void {
    const entry = { node, sequence: this.#sequence++ };
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(entry, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = entry;
  }

  /** Takes out the first commit. */
  pop(): CommitNode | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length > 0) this.#sink(last);
    return first.node;
  }

  #sink(entry: Entry): void {
    const heap = this.#heap;
    let at = 0;
    while (true) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && this.#before(heap[below + 1], heap[below])) below++;
      if (!this.#before(heap[below], entry)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = entry;
  }

  #before(a: Entry, b: Entry): boolean {
    const order = this.#order(a.node, b.node);
    return order !== 0 ? order < 0 : a.sequence < b.sequence;
  }
}
