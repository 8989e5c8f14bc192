/**
 * One glob pattern, compiled and matched without a regular expression: the time to match is at most
 * the length of the pattern times the length of the path, whatever the pattern.
 *
 * `*` and `?` stay inside a path segment, `**` crosses them, `[a-z]` and `[!a-z]` are sets, `{a,b}` are
 * alternatives, a backslash takes the next character as it is. As in gitignore(5): a pattern without
 * a slash, or with one at its end only, matches at any depth; any other is anchored at the root; a
 * slash at the end asks for a directory; what matches a directory matches all files in it.
 *
 * @module
 */

/** Longest pattern in UTF-16 units. */
export const LONGEST_PATTERN = 1024;
/** Most alternatives that the braces of one pattern may make. */
export const MOST_ALTERNATIVES = 256;

/** Why a pattern cannot be used; the text completes "The pattern ... ". */
export class GlobProblem extends Error {}

type Token =
  | { kind: "text"; character: string }
  | { kind: "any" }
  | { kind: "star" }
  | { kind: "set"; negated: boolean; ranges: readonly (readonly [number, number])[] };

type Segment = "globstar" | readonly Token[];

interface Alternative {
  readonly segments: readonly Segment[];
  readonly directoryOnly: boolean;
}

/** A compiled pattern. */
export interface Glob {
  /** Whether a file of this path matches. */
  matches(path: string): boolean;
}

/**
 * Compiles a pattern.
 * @throws {GlobProblem}
 */
export function compileGlob(pattern: string): Glob {
  if (pattern === "") throw new GlobProblem("is empty");
  if (pattern.length > LONGEST_PATTERN) {
    throw new GlobProblem(
      `is ${pattern.length} characters long, more than the limit of ${LONGEST_PATTERN}`,
    );
  }
  if (pattern.includes("\0")) throw new GlobProblem("holds a NUL, which no path does");
  if (pattern.startsWith("!")) {
    throw new GlobProblem("begins with !, which only lists of ignored files understand");
  }
  const alternatives = expandBraces(pattern).map(compileAlternative);
  return {
    matches: (path) => {
      const parts = path.split("/");
      return alternatives.some((alternative) => matchesPath(alternative, parts));
    },
  };
}

/** A pattern that matches exactly this path and, if it is a directory, what is in it. */
export function literalPattern(path: string): string {
  return `/${path.replace(/[\\*?[\]{},!]/g, "\\$&")}`;
}

/** All ways to choose one alternative of each brace group; groups may hold groups. */
function expandBraces(pattern: string): string[] {
  let finished: string[] = [];
  let pending = [pattern];
  while (pending.length > 0) {
    const next: string[] = [];
    for (const text of pending) {
      const group = findBraces(text);
      if (group === null) finished.push(text);
      else {
        for (const choice of group.choices) {
          next.push(text.slice(0, group.start) + choice + text.slice(group.end));
        }
      }
      if (next.length + finished.length > MOST_ALTERNATIVES) {
        throw new GlobProblem(`has more than ${MOST_ALTERNATIVES} alternatives in braces`);
      }
    }
    pending = next;
  }
  finished = [...new Set(finished)];
  return finished;
}

/** The first brace group with a comma in it; braces without one are plain characters, as in a shell. */
function findBraces(
  text: string,
): { start: number; end: number; choices: string[] } | null {
  const open: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; choices: string[] } | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "[") at = setEnd(text, at);
    else if (character === "{") open.push({ start: at, commas: [] });
    else if (character === "," && open.length > 0) open[open.length - 1].commas.push(at);
    else if (character === "}") {
      const group = open.pop();
      if (group === undefined) throw new GlobProblem("has a } without its {");
      if (group.commas.length > 0 && (found === null || group.start < found.start)) {
        const edges = [group.start, ...group.commas, at];
        found = {
          start: group.start,
          end: at + 1,
          choices: edges.slice(1).map((edge, index) => text.slice(edges[index] + 1, edge)),
        };
      }
    }
  }
  if (open.length > 0) throw new GlobProblem("has a { without its }");
  return found;
}

/** Index of the `]` that closes the set beginning at `start`. */
function setEnd(text: string, start: number): number {
  let at = start + 1;
  if (text[at] === "!" || text[at] === "^") at++;
  // A bracket right at the begin is a member.
  if (text[at] === "]") at++;
  for (; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "]") return at;
  }
  throw new GlobProblem("has a [ without its ]");
}

function compileAlternative(text: string): Alternative {
  const segments = splitSegments(text);
  let directoryOnly = false;
  if (segments.length > 1 && segments[segments.length - 1] === "") {
    directoryOnly = true;
    segments.pop();
  }
  const anchored = segments.length > 1;
  if (segments[0] === "") segments.shift();
  if (segments.length === 0) throw new GlobProblem("names no file");
  const compiled: Segment[] = segments.map((segment) =>
    segment === "**" ? "globstar" : tokens(segment)
  );
  // Two in a row mean the same as one.
  const plain = compiled.filter((segment, index) =>
    segment !== "globstar" || compiled[index - 1] !== "globstar"
  );
  return { segments: anchored ? plain : ["globstar", ...plain], directoryOnly };
}

function splitSegments(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") at = setEnd(text, at);
    else if (text[at] === "/") {
      segments.push(text.slice(start, at));
      start = at + 1;
    }
  }
  segments.push(text.slice(start));
  return segments;
}

function tokens(segment: string): Token[] {
  const list: Token[] = [];
  for (let at = 0; at < segment.length;) {
    const character = String.fromCodePoint(segment.codePointAt(at)!);
    if (character === "*") {
      if (list.at(-1)?.kind !== "star") list.push({ kind: "star" });
      at++;
    } else if (character === "?") {
      list.push({ kind: "any" });
      at++;
    } else if (character === "[") {
      const end = setEnd(segment, at);
      list.push(compileSet(segment.slice(at + 1, end)));
      at = end + 1;
    } else if (character === "\\") {
      if (at + 1 === segment.length) throw new GlobProblem("ends with a lone backslash");
      const taken = String.fromCodePoint(segment.codePointAt(at + 1)!);
      list.push({ kind: "text", character: taken });
      at += 1 + taken.length;
    } else {
      list.push({ kind: "text", character });
      at += character.length;
    }
  }
  return list;
}

function compileSet(body: string): Token {
  const negated = body.startsWith("!") || body.startsWith("^");
  const members = [...(negated ? body.slice(1) : body)];
  const codes: { code: number; escaped: boolean }[] = [];
  for (let at = 0; at < members.length; at++) {
    const escaped = members[at] === "\\" && at + 1 < members.length;
    if (escaped) at++;
    codes.push({ code: members[at].codePointAt(0)!, escaped });
  }
  const ranges: [number, number][] = [];
  for (let at = 0; at < codes.length; at++) {
    const dash = codes[at + 1];
    const last = codes[at + 2];
    if (dash?.code === 0x2d && !dash.escaped && last !== undefined) {
      if (codes[at].code > last.code) throw new GlobProblem("has a range that runs backwards");
      ranges.push([codes[at].code, last.code]);
      at += 2;
    } else ranges.push([codes[at].code, codes[at].code]);
  }
  return { kind: "set", negated, ranges };
}

/** Follows all states of the pattern at once, one path segment at a time. */
function matchesPath({ segments, directoryOnly }: Alternative, parts: readonly string[]): boolean {
  let states = withSkips(segments, new Set([0]));
  for (let index = 0; index < parts.length && states.size > 0; index++) {
    const isDirectory = index < parts.length - 1;
    const next = new Set<number>();
    for (const state of states) {
      const segment = segments[state];
      if (segment === "globstar") {
        next.add(state);
        // A globstar at the end asks for something inside, so it is done with any segment.
        if (state === segments.length - 1) next.add(state + 1);
      } else if (segment !== undefined && matchesSegment(segment, parts[index])) {
        next.add(state + 1);
      }
    }
    if (next.has(segments.length) && (isDirectory || !directoryOnly)) return true;
    states = withSkips(segments, next);
  }
  return false;
}

/** A globstar may stand for no segment at all, but not at the end. */
function withSkips(segments: readonly Segment[], states: Set<number>): Set<number> {
  for (const state of states) {
    if (segments[state] === "globstar" && state < segments.length - 1) states.add(state + 1);
  }
  return states;
}

/** Greedy with one place to come back to: the last star. */
function matchesSegment(list: readonly Token[], text: string): boolean {
  const characters = [...text];
  let token = 0;
  let at = 0;
  let star = -1;
  let retry = 0;
  while (at < characters.length) {
    const wanted = list[token];
    if (wanted?.kind === "star") {
      star = token++;
      retry = at;
    } else if (wanted !== undefined && matchesCharacter(wanted, characters[at])) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++retry;
    } else return false;
  }
  while (list[token]?.kind === "star") token++;
  return token === list.length;
}

function matchesCharacter(token: Token, character: string): boolean {
  if (token.kind === "any") return true;
  if (token.kind === "text") return token.character === character;
  if (token.kind === "star") return false;
  const code = character.codePointAt(0)!;
  return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated;
}
