/**
 * Patterns over paths (gitignore(5), "PATTERN FORMAT"; glob(7) for brackets): `*`, `?` and brackets
 * stop at a slash, `**` as a whole path component does not.
 *
 * Git matches bytes, so `?` stands for one byte, and "é" needs two of them. Time grows with the
 * product of the lengths of pattern and text, whatever the pattern: a `*` and, one level up, a `**`
 * never has to be tried again once a later one was reached. Nothing is normalised: core.precomposeUnicode
 * has an effect on macOS alone, and there on the names that come from disk, not on patterns.
 *
 * @module
 */

import { compileBracket } from "./bracket.ts";
import { bytesAsString, byteString, foldAscii } from "./byte_string.ts";

/** How to compare. */
export interface WildmatchOptions {
  /** Whether ASCII letters match in either case (core.ignoreCase). */
  ignoreCase?: boolean;
}

/** Whether a compiled pattern matches all of a text; pattern and text are byte strings. */
export type ByteMatcher = (text: string) => boolean;

/** Whether the pattern matches all of the text. A malformed pattern matches nothing. */
export function wildmatch(pattern: string, text: string, options: WildmatchOptions = {}): boolean {
  return compileWildmatch(byteString(pattern), options)(byteString(text));
}

/**
 * Makes a matcher for a pattern. An unclosed bracket, an unknown character class and a backslash at
 * the end make a pattern that matches nothing.
 */
export function compileWildmatch(pattern: string, options: WildmatchOptions = {}): ByteMatcher {
  const fold = options.ignoreCase === true;
  const components = parse(pattern, fold);
  if (components === null) return () => false;
  const [first] = components;
  if (components.length === 1 && typeof first === "function") {
    return (text) => !text.includes("/") && first(fold ? foldAscii(text) : text);
  }
  return (text) => matchComponents(components, (fold ? foldAscii(text) : text).split("/"));
}

/** Stands for any number of path components. */
const ANY_COMPONENTS = Symbol("**");
type Component = ByteMatcher | typeof ANY_COMPONENTS;

function matchComponents(pattern: readonly Component[], text: readonly string[]): boolean {
  let at = 0;
  let next = 0;
  // Where the last `**` stands, and how many components of the text it leaves to what follows it.
  let restart = -1;
  let resume = 0;
  while (at < text.length) {
    const component = pattern[next];
    if (component === ANY_COMPONENTS) {
      restart = ++next;
      resume = at;
    } else if (component !== undefined && component(text[at])) {
      next++;
      at++;
    } else if (restart < 0) {
      return false;
    } else {
      next = restart;
      at = ++resume;
    }
  }
  while (pattern[next] === ANY_COMPONENTS) next++;
  return next === pattern.length;
}

/** A step within a component: a byte, or one of the following. */
type Step = number | Uint8Array;
const STAR = -1;
const ANY_BYTE = -2;

function parse(pattern: string, fold: boolean): Component[] | null {
  const components: Component[] = [];
  let steps: Step[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at];
    if (character === "*") {
      const start = at;
      while (pattern[at] === "*") at++;
      const alone = steps.length === 0 && (at === pattern.length || pattern[at] === "/" ||
        (pattern[at] === "\\" && pattern[at + 1] === "/"));
      if (!alone || at - start === 1) steps.push(STAR);
      else if (pattern[at] === "/") {
        components.push(ANY_COMPONENTS);
        at++;
      } else {
        // Not followed by a plain slash it wants one component at least.
        components.push(ANY_COMPONENTS);
        steps.push(STAR);
      }
    } else if (character === "?") {
      steps.push(ANY_BYTE);
      at++;
    } else if (character === "[") {
      const bracket = compileBracket(pattern, at + 1, fold);
      if (bracket === null) return null;
      steps.push(bracket.accepts);
      at = bracket.end;
    } else {
      const escaped = character === "\\";
      if (escaped && ++at === pattern.length) return null;
      if (pattern[at] === "/") {
        components.push(matcherOf(steps));
        steps = [];
      } else {
        // Git folds plain letters of a pattern but not escaped ones.
        const letter = escaped || !fold ? pattern[at] : foldAscii(pattern[at]);
        steps.push(letter.charCodeAt(0));
      }
      at++;
    }
  }
  components.push(matcherOf(steps));
  return components;
}

function matcherOf(steps: Step[]): ByteMatcher {
  const stars = steps.filter((step) => step === STAR).length;
  const literal = steps.every((step) => typeof step === "number" && step !== ANY_BYTE);
  if (literal && stars === 0) {
    const wanted = textOf(steps);
    return (text) => text === wanted;
  }
  if (literal && stars === 1) {
    const star = steps.indexOf(STAR);
    const prefix = textOf(steps.slice(0, star));
    const suffix = textOf(steps.slice(star + 1));
    return (text) =>
      text.length >= prefix.length + suffix.length && text.startsWith(prefix) &&
      text.endsWith(suffix);
  }
  return (text) => matchSteps(steps, text);
}

function textOf(steps: Step[]): string {
  return bytesAsString(Uint8Array.from(steps as number[]));
}

function matchSteps(steps: readonly Step[], text: string): boolean {
  let at = 0;
  let next = 0;
  let restart = -1;
  let resume = 0;
  while (at < text.length) {
    const step = steps[next];
    if (step === STAR) {
      restart = ++next;
      resume = at;
      if (next === steps.length) return true;
    } else if (step !== undefined && accepts(step, text.charCodeAt(at))) {
      next++;
      at++;
    } else if (restart < 0) {
      return false;
    } else {
      next = restart;
      at = ++resume;
    }
  }
  while (steps[next] === STAR) next++;
  return next === steps.length;
}

function accepts(step: Step, byte: number): boolean {
  return typeof step === "number" ? step === byte || step === ANY_BYTE : step[byte] === 1;
}
