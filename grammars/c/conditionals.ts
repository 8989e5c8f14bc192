/**
 * Conditional compilation that cuts through what belongs together. The branches of an `#if` may each open
 * a block that is closed after the `#endif`, or stand in the middle of a list or an expression; a parser
 * that reads all of them loses what follows. It is given one.
 *
 * @module
 */

/** What counts braces, what hides them, and what divides branches. */
const SIGN =
  /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))|[{}]|^[ \t]*#[ \t]*(\w*)(?:\\\r?\n|\/\*[^]*?(?:\*\/|(?![^]))|[^\n])*/gm;

const BODY = /\s*\{/y;

/** Longest branch that is decided on, in UTF-16 code units. */
const LARGEST = 8000;

/** The same of one that has no other to be read in its place. */
const LARGEST_ALONE = 1500;

/** Code that goes on behind a directive: a list, an operator, the initializers of a constructor. */
const GOES_ON = /(?:[,(=&|+?]|\)\s*:)$/;
/** How far before a directive code is looked at. */
const CODE_REACH = 300;
const REMARK = /\/\/[^\n]*|\/\*[^]*?\*\//g;

/** A part of a conditional between two directives. */
interface Branch {
  readonly start: number;
  end: number;
  /** Braces opened and not closed. */
  depth: number;
  /** Whether it closes more than it opened at some place. */
  low: number;
}

interface Conditional {
  readonly branches: Branch[];
  /** Where its directives stand: start, end, start, … */
  readonly directives: number[];
  hasElse: boolean;
  /** Whether it stands in the middle of something. */
  isInside: boolean;
}

/**
 * The text with blanks for branches that would leave braces open, close those of others, or stand in the
 * middle of something.
 *
 * @param goesOn Ends of code that goes on behind a directive.
 */
export function balanceBranches(text: string, goesOn: RegExp = GOES_ON): string {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return text;
  const open: Conditional[] = [];
  const blanks: [number, number][] = [];
  const branch = (): Branch | undefined => open.at(-1)?.branches.at(-1);
  const divide = (start: number, end: number): void => {
    const group = open.at(-1)!;
    group.directives.push(start, end);
    const last = group.branches.at(-1);
    if (last === undefined) return;
    last.end = start;
    const from = Math.max(last.start, start - CODE_REACH);
    group.isInside ||= goesOn.test(codeBefore(text, from, start));
  };
  for (const match of text.matchAll(SIGN)) {
    const start = match.index;
    const [sign, directive] = match;
    if (directive === undefined) {
      if (sign !== "{" && sign !== "}") continue;
      const at = branch();
      if (at === undefined) continue;
      at.depth += sign === "{" ? 1 : -1;
      at.low = Math.min(at.low, at.depth);
      continue;
    }
    const end = start + sign.length;
    if (directive.startsWith("if")) {
      const isInside = goesOn.test(codeBefore(text, Math.max(0, start - CODE_REACH), start));
      open.push({ branches: [], directives: [], hasElse: false, isInside });
    } else if (open.length === 0 || !/^(?:el|endif)/.test(directive)) continue;
    divide(start, end);
    const group = open.at(-1)!;
    if (directive === "else") group.hasElse = true;
    if (directive !== "endif") {
      group.branches.push({ start: end, end, depth: 0, low: 0 });
      continue;
    }
    open.pop();
    const kept = settle(group, isHeads(group, text, end), blanks);
    const around = branch();
    if (around === undefined || kept === null) continue;
    around.low = Math.min(around.low, around.depth + kept.low);
    around.depth += kept.depth;
  }
  return blanked(text, blanks);
}

/** The end of the code in a stretch of text, without comments and directives. */
function codeBefore(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(REMARK, " ").replace(/^[ \t]*#[^\n]*$/gm, "").trimEnd();
}

/** Whether the branches are heads of one function, whose body comes after the `#endif`. */
function isHeads({ branches, hasElse }: Conditional, text: string, end: number): boolean {
  BODY.lastIndex = end;
  return hasElse && BODY.test(text) && branches.every((branch) => {
    let last = branch.end - 1;
    while (last > branch.start && text.charCodeAt(last) <= 0x20) last--;
    return text[last] === ")";
  });
}

/** Decides what a conditional is read as; the branch that changes the depth around it. */
function settle(
  group: Conditional,
  heads: boolean,
  blanks: [number, number][],
): Branch | null {
  const { branches, directives, hasElse, isInside } = group;
  const isWhole = ({ depth, low }: Branch): boolean => depth === 0 && low === 0;
  if (!heads && !isInside && branches.every(isWhole)) return null;
  // Reading one of several large parts would lose more than it saves.
  const largest = hasElse ? LARGEST : LARGEST_ALONE;
  if (branches.some(({ start, end }) => end - start > largest)) return null;
  const keepsFirst = heads || (isInside && (hasElse || branches.every(isWhole))) ||
    (hasElse && !branches.some(isWhole));
  branches.forEach((branch, i) => {
    if (keepsFirst ? i > 0 : !isWhole(branch)) blanks.push([branch.start, branch.end]);
  });
  if (!keepsFirst) return null;
  for (let i = 0; i < directives.length; i += 2) blanks.push([directives[i], directives[i + 1]]);
  return branches[0];
}

function blanked(text: string, blanks: [number, number][]): string {
  if (blanks.length === 0) return text;
  blanks.sort(([a], [b]) => a - b);
  let result = "";
  let at = 0;
  for (const [start, end] of blanks) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    result += text.slice(at, from) + text.slice(from, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return result + text.slice(at);
}
