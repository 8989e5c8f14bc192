/**
 * Long work goes in steps: between two of them it can be watched and called off.
 *
 * @module
 */

import { PrismError } from "../errors.ts";

/** How far the work is. */
export interface Progress {
  /** What is being done: "comparing trees". */
  readonly message: string;
  /** Steps done. */
  readonly done: number;
  /** Steps in all, when that is known. */
  readonly total?: number;
}

/** Where long work reports to. */
export interface Steps {
  /**
   * Reports progress and lets other events happen, so that a cancellation can arrive.
   * @throws {PrismError} `cancelled`
   */
  step(message: string, done?: number, total?: number): Promise<void>;
}

/** Milliseconds of work after which a step waits for other events. */
const PATIENCE = 30;

/** Steps that obey a signal and tell an observer, by a clock in milliseconds. */
export function observedSteps(
  signal: AbortSignal | undefined,
  observe: ((progress: Progress) => void) | undefined,
  clock: () => number,
): Steps {
  let rested = clock();
  let count = 0;
  return {
    async step(message, done, total) {
      throwIfCancelled(signal);
      observe?.({ message, done: done ?? count, ...(total === undefined ? {} : { total }) });
      count = (done ?? count) + 1;
      if (signal === undefined || clock() - rested < PATIENCE) return;
      await new Promise((resolve) => setTimeout(resolve, 0));
      rested = clock();
      throwIfCancelled(signal);
    },
  };
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PrismError("cancelled", "The call was cancelled.");
}
