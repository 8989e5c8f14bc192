/**
 * How two functions use their parameters, to tell a renamed parameter from a new one.
 *
 * @module
 */

import type { FunctionItem } from "./function_side.ts";
import type { ParameterUses } from "./parameter_pairs.ts";

/** Compares uses by the tokens around them. The tokens are read when the first pair is asked about. */
export function parameterUses(before: FunctionItem, after: FunctionItem): ParameterUses {
  let olds: Uses | undefined;
  let news: Uses | undefined;
  return (old, now) => {
    olds ??= new Uses(before.tokens);
    news ??= new Uses(after.tokens);
    return similarity(olds.of(old), news.of(now));
  };
}

class Uses {
  readonly #tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** The tokens before and behind each place where a name stands, and how often. */
  of(name: string): Map<string, number> {
    const uses = new Map<string, number>();
    const tokens = this.#tokens;
    for (let at = tokens.indexOf(name); at >= 0; at = tokens.indexOf(name, at + 1)) {
      for (const key of [`${tokens[at - 1]}\0`, `\0${tokens[at + 1]}`]) {
        uses.set(key, (uses.get(key) ?? 0) + 1);
      }
    }
    return uses;
  }
}

function similarity(a: Map<string, number>, b: Map<string, number>): number | null {
  let total = 0;
  let common = 0;
  for (const [key, count] of a) {
    total += count;
    common += Math.min(count, b.get(key) ?? 0);
  }
  for (const count of b.values()) total += count;
  // One use on either side is the declaration itself.
  return a.size === 0 || b.size === 0 || total <= 4 ? null : 2 * common / total;
}
