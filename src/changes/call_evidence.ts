/**
 * What the calls in a file say about two functions being one.
 *
 * @module
 */

import type { FunctionItem, FunctionSide } from "./function_side.ts";
import type { GroupEvidence } from "./group_pairs.ts";

/** Reads the calls of both sides of a file. */
export class CallEvidence implements GroupEvidence<FunctionItem> {
  readonly #before: FunctionSide;
  readonly #after: FunctionSide;

  constructor(before: FunctionSide, after: FunctionSide) {
    this.#before = before;
    this.#after = after;
  }

  textOf(item: FunctionItem): string {
    return item.text;
  }

  /**
   * Towards 1 when the calls of the old name went to the new one, the more there were the nearer;
   * negative when the old name is called as before, 0 when neither is called.
   */
  calls(before: FunctionItem, after: FunctionItem): number {
    const [old, now] = [before.definition.name, after.definition.name];
    const oldBefore = this.#before.callsOf(old), oldAfter = this.#after.callsOf(old);
    const newBefore = this.#before.callsOf(now), newAfter = this.#after.callsOf(now);
    if (oldBefore === 0) return newAfter > newBefore ? -0.5 : 0;
    const left = (oldBefore - oldAfter) / oldBefore;
    const come = newAfter === 0 ? 0 : (newAfter - newBefore) / newAfter;
    if (left <= 0) return -1;
    return come <= 0 ? -0.5 : Math.min(left, come) * oldBefore / (oldBefore + 1);
  }

  delegates(caller: FunctionItem, callee: FunctionItem): boolean {
    return caller.calls(callee.definition.name);
  }
}
