/**
 * Bracket expressions of patterns: `[a-z]`, `[!x]`, `[[:digit:]]` (glob(7)).
 *
 * @module
 */

const BYTES = 256;

/** The character classes of POSIX, in ASCII. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  // deno-lint-ignore no-control-regex
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** A bracket expression. */
export interface Bracket {
  /** 1 for each byte that the expression stands for. */
  accepts: Uint8Array;
  /** Where the pattern goes on. */
  end: number;
}

/**
 * Reads the expression whose opening bracket stands before `start`; `null` when it is not closed or
 * names a class that does not exist. With `fold` the text will come in lower case: ranges and
 * `[:upper:]` then accept a letter for its upper case, a single upper-case letter accepts nothing
 * (as git has it).
 */
export function compileBracket(pattern: string, start: number, fold: boolean): Bracket | null {
  const accepts = new Uint8Array(BYTES);
  let at = start;
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at++;
  // The byte that a following `-` makes a range of.
  let low = -1;
  for (let first = true; first || pattern[at] !== "]"; first = false) {
    if (at >= pattern.length) return null;
    if (pattern[at] === "-" && low >= 0 && at + 1 < pattern.length && pattern[at + 1] !== "]") {
      at++;
      if (pattern[at] === "\\" && ++at === pattern.length) return null;
      addRange(accepts, [low, pattern.charCodeAt(at++)], fold);
      low = -1;
    } else if (pattern[at] === "[" && pattern[at + 1] === ":") {
      const end = pattern.indexOf("]", at + 2);
      if (end < 0) return null;
      if (pattern[end - 1] === ":" && end - 1 >= at + 2) {
        const known = CLASSES[pattern.slice(at + 2, end - 1)];
        if (known === undefined) return null;
        addClass(accepts, known, fold);
        low = -1;
        at = end + 1;
      } else {
        low = "[".charCodeAt(0);
        accepts[low] = 1;
        at++;
      }
    } else {
      if (pattern[at] === "\\" && ++at === pattern.length) return null;
      low = pattern.charCodeAt(at++);
      accepts[low] = 1;
    }
  }
  if (negated) { for (let byte = 0; byte < BYTES; byte++) accepts[byte] ^= 1; }
  return { accepts, end: at + 1 };
}

const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const CASE = 0x20;

function addRange(accepts: Uint8Array, [low, high]: [number, number], fold: boolean): void {
  for (let byte = low; byte <= high; byte++) {
    accepts[byte] = 1;
    if (fold && byte >= UPPER_A && byte <= UPPER_Z) accepts[byte | CASE] = 1;
  }
}

function addClass(accepts: Uint8Array, known: RegExp, fold: boolean): void {
  for (let byte = 0; byte < BYTES; byte++) {
    if (!known.test(String.fromCharCode(byte))) continue;
    accepts[byte] = 1;
    if (fold && byte >= UPPER_A && byte <= UPPER_Z) accepts[byte | CASE] = 1;
  }
}
