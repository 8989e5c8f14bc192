/**
 * The patterns of one file, arranged so that the last one that matches a path is found without
 * trying each: most are names and `*.suffix`, which one look-up finds.
 *
 * @module
 */

import { foldAscii } from "./byte_string.ts";
import type { PathPattern } from "./path_pattern.ts";

/** Patterns in the order of their file, numbered from 0. */
export class PatternList {
  readonly #ignoreCase: boolean;
  /** Numbers of the patterns with this text, ascending. */
  readonly #names = new Map<string, number[]>();
  readonly #paths = new Map<string, number[]>();
  readonly #suffixes = new Map<string, number[]>();
  readonly #suffixLengths: number[];
  /** Patterns that have to be tried, ascending by number. */
  readonly #globs: [number, PathPattern & { matches: unknown }][] = [];

  /** Patterns; `null` stands for one that matches nothing. */
  constructor(patterns: Iterable<PathPattern | null>, ignoreCase: boolean) {
    this.#ignoreCase = ignoreCase;
    let number = 0;
    for (const pattern of patterns) {
      if (pattern?.kind === "name") add(this.#names, pattern.text, number);
      else if (pattern?.kind === "path") add(this.#paths, pattern.text, number);
      else if (pattern?.kind === "suffix") add(this.#suffixes, pattern.text, number);
      else if (pattern) this.#globs.push([number, pattern]);
      number++;
    }
    this.#suffixLengths = [...new Set([...this.#suffixes.keys()].map((text) => text.length))];
  }

  /**
   * The number of the last pattern below `limit` that matches; -1 when none does.
   * @param path byte string relative to the directory of the patterns' file
   */
  last(path: string, limit: number = Infinity): number {
    const whole = this.#ignoreCase ? foldAscii(path) : path;
    const name = whole.slice(whole.lastIndexOf("/") + 1);
    let best = lastBelow(this.#names.get(name), limit);
    if (this.#paths.size > 0) best = Math.max(best, lastBelow(this.#paths.get(whole), limit));
    for (const length of this.#suffixLengths) {
      if (length > name.length) continue;
      const suffix = name.slice(name.length - length);
      best = Math.max(best, lastBelow(this.#suffixes.get(suffix), limit));
    }
    for (let i = this.#globs.length - 1; i >= 0; i--) {
      const [number, pattern] = this.#globs[i];
      if (number <= best) break;
      if (number < limit && matches(pattern, whole, name)) return number;
    }
    return best;
  }
}

function add(map: Map<string, number[]>, text: string, number: number): void {
  const numbers = map.get(text);
  if (numbers === undefined) map.set(text, [number]);
  else numbers.push(number);
}

/** The largest of the ascending numbers below a limit; -1 when there is none. */
function lastBelow(numbers: number[] | undefined, limit: number): number {
  if (numbers === undefined) return -1;
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? -1 : numbers[low - 1];
}

function matches(pattern: PathPattern, path: string, name: string): boolean {
  if (pattern.kind === "name_glob") return pattern.matches(name);
  return pattern.kind === "path_glob" && path.startsWith(pattern.prefix) &&
    pattern.matches(path.slice(pattern.prefix.length));
}
