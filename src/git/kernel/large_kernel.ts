/**
 * A kernel for jobs that need much memory, lent to one after the other.
 *
 * WebAssembly memory never shrinks; it comes back when its instance is collected, and the collector
 * does not know how much that would be. So many large jobs share one instance, and whoever has many
 * of them keeps it until the last.
 *
 * @module
 */

import { Kernel } from "./kernel.ts";

/** An idle instance that is larger is given up when nobody keeps it. */
const KEPT_MEMORY = 4 * 1024 * 1024;

let idle: Kernel | null = null;
let keepers = 0;

/** Takes the kernel, with nothing reserved; another one when it is taken. */
export function borrowKernel(): Kernel {
  const kernel = idle ?? new Kernel();
  idle = null;
  return kernel;
}

/** Gives it back, with nothing reserved. */
export function returnKernel(kernel: Kernel): void {
  idle = kernel;
  if (keepers === 0) giveUp();
}

/** Does work with the kernel; what it reserves is released after it. */
export function withKernel<T>(work: (kernel: Kernel) => T): T {
  const kernel = borrowKernel();
  const mark = kernel.exports.mark();
  try {
    return work(kernel);
  } finally {
    kernel.exports.release(mark);
    returnKernel(kernel);
  }
}

/** Keeps the kernel, however large it is, until the result is disposed of. */
export function keepKernel(): Disposable {
  keepers++;
  return {
    [Symbol.dispose]() {
      if (--keepers === 0) giveUp();
    },
  };
}

function giveUp(): void {
  if (idle !== null && idle.memory.length > KEPT_MEMORY) idle = null;
}
