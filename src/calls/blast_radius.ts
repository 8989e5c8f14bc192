/**
 * What may break when a function changes.
 *
 * @module
 */

import type { FunctionChangeKind } from "../changes/function_change.ts";
import type { Caller } from "./callers.ts";
import { isTestCode } from "./test_code.ts";

/** How likely a change breaks something. */
export type Risk = "none" | "low" | "medium" | "high";

/** In order. */
export const RISKS: readonly Risk[] = ["none", "low", "medium", "high"];

/** Who uses a function, and how much that matters. */
export interface BlastRadius {
  readonly production: readonly Caller[];
  readonly tests: readonly Caller[];
  /** Functions of production code that call it, each counted once. */
  readonly productionCallers: number;
  /** Functions of tests that call it, each counted once. */
  readonly testCallers: number;
  readonly risk: Risk;
  /** What made the risk what it is. */
  readonly reasons: readonly string[];
  readonly isPublic: boolean;
}

/** What else is known of the function. */
export interface ChangedFunction {
  /** How it changed; `null` when it is only asked about. */
  readonly change: FunctionChangeKind | null;
  /** Whether parameters or the like changed. */
  readonly signatureChanged: boolean;
  /** Whether only layout or comments changed. */
  readonly formattingOnly: boolean;
  readonly isPublic: boolean;
  /** Callers of its old name or signature that are still there. */
  readonly staleCallers: number;
}

/** Callers from which on many depend on a function. */
const MANY = 3;

/** Weighs the callers of a function. */
export function blastRadius(callers: readonly Caller[], changed: ChangedFunction): BlastRadius {
  const production = callers.filter(({ file, call }) => !isTestCode(file, call.within));
  const tests = callers.filter(({ file, call }) => isTestCode(file, call.within));
  const productionCallers = distinct(production);
  const testCallers = distinct(tests);
  const reasons: string[] = [];
  let level = productionCallers === 0 ? 0 : productionCallers < MANY ? 1 : 2;
  if (productionCallers > 0) {
    reasons.push(`${count(productionCallers, "function calls", "functions call")} it`);
    if (testCallers === 0) {
      level++;
      reasons.push("no test calls it");
    }
  }
  if (changed.isPublic && productionCallers === 0) {
    level = Math.max(level, 1);
    reasons.push("code outside of the repository may use it");
  }
  if (changed.signatureChanged && productionCallers > 0) {
    level++;
    reasons.push("its signature changed");
  }
  if (changed.staleCallers > 0) {
    level = 3;
    reasons.push(
      `${count(changed.staleCallers, "call uses", "calls use")} what is no longer there`,
    );
  }
  if (changed.formattingOnly) {
    level = 0;
    reasons.push("only its layout or comments changed");
  }
  return {
    production,
    tests,
    productionCallers,
    testCallers,
    risk: RISKS[Math.min(level, 3)],
    reasons,
    isPublic: changed.isPublic,
  };
}

/** Callers by the function around them; calls of one function count once. */
function distinct(callers: readonly Caller[]): number {
  return new Set(callers.map(({ file, call }) => `${file.path}\0${call.within}`)).size;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
