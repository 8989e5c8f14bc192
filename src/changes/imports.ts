/**
 * Which imports a file got and lost.
 *
 * @module
 */

import type { Outline } from "../syntax/outline.ts";

/** Imports as users write them, each name alone, in order of text. */
export interface ImportChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares the imports of two sides as multisets: their order does not count. */
export function compareImports(before: Outline | null, after: Outline | null): ImportChanges {
  return { added: surplus(after, before), removed: surplus(before, after) };
}

/** What the first has more often than the second. */
function surplus(of: Outline | null, over: Outline | null): string[] {
  const left = new Map<string, number>();
  for (const { text } of over?.imports ?? []) left.set(text, (left.get(text) ?? 0) + 1);
  return (of?.imports ?? []).map(({ text }) => text).filter((text) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  }).sort();
}
