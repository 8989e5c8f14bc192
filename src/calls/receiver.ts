/**
 * Receivers as steps: `a.b().c` is `a`, then `b` called, then `c`.
 *
 * @module
 */

/** One step of a receiver. */
export interface Step {
  readonly name: string;
  /** Whether it is called. */
  readonly called: boolean;
  /** Whether it makes an instance: `new A()`. */
  readonly made: boolean;
  /** Key of what is taken out of a collection, which then is the whole step: `0` of `[0]`, `*` for any. */
  readonly element?: string;
}

const NAME = /#?[\p{L}_$@][\p{L}\p{N}_$]*[!?]?|~[\p{L}_]\w*/uy;
const JOINT = /\s*(?:\?\.|&\.|!!\.|!\.|\?->|->|::|\.|\\)\s*/y;
const LEAD = /\s*(?:\\|::|await\s+|\*+|&+(?:mut\s+)?)*/y;
const MAKE = /new\s+/y;
/** Longest receiver that is looked into. */
const LONGEST = 200;
const CLOSING: Record<string, string> = { "(": ")", "[": "]", "<": ">" };

/** The steps of a receiver; `null` when it is more than names, calls and type arguments. */
export function receiverSteps(text: string): Step[] | null {
  if (text.length >= LONGEST) return null;
  const steps: Step[] = [];
  let at = skip(LEAD, text, 0);
  // `(await a).b` is as good as `await a`.
  if (text[at] === "(") {
    const end = closing(text, at);
    if (end < 0) return null;
    const inner = receiverSteps(text.slice(at + 1, end));
    if (inner === null) return null;
    steps.push(...inner);
    at = elements(text, end + 1, steps);
    if (at < 0) return null;
    if (at >= text.trimEnd().length) return steps;
    const next = skip(JOINT, text, at);
    if (next === at) return null;
    at = next;
  }
  for (;;) {
    const afterNew = skip(MAKE, text, at);
    const made = afterNew > at;
    at = afterNew;
    NAME.lastIndex = at;
    const name = NAME.exec(text);
    if (name === null) return null;
    at += name[0].length;
    at = typeArguments(text, at);
    let called = false;
    const open = skip(/\s*/y, text, at);
    if (text[open] === "(") {
      const end = closing(text, open);
      if (end < 0) return null;
      called = true;
      at = end + 1;
    }
    steps.push({ name: name[0], called, made });
    at = elements(text, at, steps);
    if (at < 0) return null;
    if (at >= text.trimEnd().length) return steps;
    const next = skip(JOINT, text, at);
    if (next === at) return null;
    at = next;
  }
}

/** Past `!`, `[0]`, `["a"]`, which become steps; -1 when a bracket does not close. */
function elements(text: string, from: number, steps: Step[]): number {
  let at = skip(/[!?]?/y, text, from);
  while (text[at] === "[" || text.startsWith("?.[", at)) {
    const open = text.indexOf("[", at);
    const end = closing(text, open);
    if (end < 0) return -1;
    const key = text.slice(open + 1, end).trim();
    const name = /^(["'])([\w$]+)\1$/.exec(key);
    steps.push({ name: name?.[2] ?? "", called: false, made: false, element: name?.[2] ?? key });
    at = skip(/[!?]?/y, text, end + 1);
  }
  return at;
}

/** Past `<T>` or `::<T>`. */
function typeArguments(text: string, at: number): number {
  const open = text.startsWith("::<", at) ? at + 2 : at;
  if (text[open] !== "<") return at;
  const end = closing(text, open);
  return end < 0 ? at : end + 1;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Where the bracket closes that opens at a place; -1 when it does not. */
function closing(text: string, open: number): number {
  const stack: string[] = [];
  for (let at = open; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"' || sign === "'" || sign === "`") {
      const end = text.indexOf(sign, at + 1);
      if (end < 0) return -1;
      at = end;
    } else if (
      sign === "(" || sign === "[" || (sign === "<" && stack.every((each) => each === ">"))
    ) {
      stack.push(CLOSING[sign]);
    } else if (sign === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return at;
    }
  }
  return -1;
}
