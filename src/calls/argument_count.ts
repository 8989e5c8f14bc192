/**
 * How many arguments a call is written with, and whether a function takes so many.
 *
 * @module
 */

import type { Definition, Parameter } from "../syntax/outline.ts";

/** Longest call that is counted, in code units. */
const LONGEST = 5000;
const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** What stands for any number of arguments. */
const SPREAD = /^(?:\.\.\.|\*{1,2}[\w("'[{]|&\w)|\.\.\.$/;
/** Parameters that are no arguments of their own: `self`, `/`, `*`. */
const MARKER = /^(?:self|cls|this|&(?:mut )?self|mut self|\/|\*)$/;

/**
 * Arguments of a call; `null` when there is no list of them, or it passes on a list.
 *
 * @param start Where the call begins.
 */
export function argumentCount(text: string, start: number, callee: string): number | null {
  const name = text.indexOf(callee, start);
  if (name < 0 || name - start > LONGEST) return null;
  let at = name + callee.length;
  const generic = /^\s*(?:::)?<[^()]*?>(?=\s*\()/.exec(text.slice(at, at + 200));
  at += generic?.[0].length ?? 0;
  while (/\s/.test(text[at] ?? "")) at++;
  if (text[at] !== "(") return null;
  const parts = split(text.slice(at, at + LONGEST));
  if (parts === null || parts.some((part) => SPREAD.test(part) || isPiece(part))) return null;
  return parts.length;
}

/** Whether a part may be half of something with a comma in it: `Map<A`, `|a`, `lambda a`. */
function isPiece(part: string): boolean {
  const count = (sign: RegExp): number => part.match(sign)?.length ?? 0;
  return count(/<(?!=|<)/g) !== count(/(?<![-=>])>(?!=)/g) || count(/\|/g) % 2 === 1 ||
    /^lambda\b[^:]*$/.test(part);
}

/** The parts between the commas of a list in parentheses; `null` when it does not end. */
function split(text: string): string[] | null {
  const open: string[] = [];
  const parts: string[] = [];
  let start = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"' || sign === "'" || sign === "`") {
      at = endOfString(text, at);
      if (at < 0) return null;
    } else if (
      sign === "/" && /[/*]/.test(text[at + 1]) || sign === "#" && /\s/.test(text[at + 1])
    ) {
      // A comment in one language, a division in another: there may be commas in it, or none.
      return null;
    } else if (PAIRS[sign] !== undefined) open.push(PAIRS[sign]);
    else if (sign === open.at(-1)) {
      open.pop();
      if (open.length > 0) continue;
      const last = text.slice(start, at).trim();
      return last === "" ? parts : [...parts, last];
    } else if (sign === "," && open.length === 1) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return null;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[start]) return at;
  }
  return -1;
}

/** Whether a function can be called with so many arguments. */
export function takes({ parameters }: Definition, count: number): boolean {
  if (parameters === null) return true;
  const own = parameters.filter(({ name, marks }) => !MARKER.test(`${marks}${name}`.trim()));
  const most = own.some(isVariadic) ? Infinity : own.length;
  const least = own.filter((each) => !isVariadic(each) && !isOptional(each)).length;
  return count >= least && count <= most;
}

function isVariadic({ name, type, marks }: Parameter): boolean {
  return /\.\.\.|\*|vararg|params/.test(`${marks} ${name.slice(0, 3)}`) ||
    (type?.startsWith("...") ?? false) || (type?.endsWith("...") ?? false);
}

function isOptional(parameter: Parameter): boolean {
  return parameter.default !== null || /[?&]$/.test(parameter.marks) ||
    parameter.name.endsWith("?");
}
