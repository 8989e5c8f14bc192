/**
 * The syntax of revisions and ranges (gitrevisions(7)), without a repository: which parts a text has.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { ObjectType } from "./object_store.ts";

/** Where a revision starts. */
export type RevisionBase =
  /** A reference, an object name, `describe` output. */
  | { readonly kind: "name"; readonly name: string; readonly marks: readonly RefMark[] }
  /** `:/text`: the latest commit that any reference reaches and whose message matches. */
  | { readonly kind: "search"; readonly pattern: string }
  /** `:path`, `:2:path`. */
  | { readonly kind: "index"; readonly stage: number; readonly path: string };

/** What stands in `@{}` behind a reference. */
export type RefMark =
  | { readonly kind: "entry"; readonly count: number }
  | { readonly kind: "date"; readonly text: string }
  /** `@{-n}`: the branch that was left n switches ago. */
  | { readonly kind: "previous"; readonly count: number }
  | { readonly kind: "upstream" }
  | { readonly kind: "push" };

/** A step from one object to another. */
export type RevisionStep =
  /** `^n`; 0 is the commit itself. */
  | { readonly kind: "parent"; readonly number: number }
  /** `~n`. */
  | { readonly kind: "ancestor"; readonly distance: number }
  /** `^{type}`; `any` is `^{object}`, `untagged` is `^{}`. */
  | { readonly kind: "peel"; readonly type: ObjectType | "any" | "untagged" }
  /** `^{/text}`. */
  | { readonly kind: "search"; readonly pattern: string };

/** A revision taken apart. */
export interface ParsedRevision {
  readonly base: RevisionBase;
  /** Nearest to the base first, each with the text that ends with it. */
  readonly steps: readonly { readonly step: RevisionStep; readonly text: string }[];
  /** The path behind the colon of `ref:path`; `null` without one. */
  readonly path: string | null;
}

/** Two sides to compare, as they were written. */
export interface ParsedRange {
  readonly base: string;
  /** `null` when only one revision was given. */
  readonly head: string | null;
  /** `A...B`: what B changed since it and A parted. */
  readonly symmetric: boolean;
}

/** A longer text is no revision that a person wrote. */
const LONGEST = 8192;
const OBJECT_TYPES: ReadonlySet<string> = new Set(["commit", "tree", "blob", "tag"]);
const SUFFIX = /[~^]\d*$/;
const MARKS = /^([^]*?)((?:@\{[^{}]*\})+)$/;
/** Git takes a larger number for a date. */
const LARGEST_ENTRY = 100_000_000;

/**
 * Takes a revision apart. Every text that is no known form is a name.
 * @throws {PrismError} `invalid_revision` when it is too long or a `^{}` step is unknown
 */
export function parseRevision(text: string): ParsedRevision {
  if (text.length > LONGEST) {
    throw new PrismError("invalid_revision", `"${text.slice(0, 60)}…" is too long for a revision`, {
      hint: `give at most ${LONGEST} characters`,
    });
  }
  if (text.startsWith(":")) return { base: parseColon(text), steps: [], path: null };
  const colon = outsideBraces(text, ":");
  const steps: { step: RevisionStep; text: string }[] = [];
  let rest = colon < 0 ? text : text.slice(0, colon);
  while (true) {
    const cut = stepStart(rest);
    if (cut < 0) break;
    steps.push({ step: parseStep(rest.slice(cut), text), text: rest });
    rest = rest.slice(0, cut);
  }
  return {
    base: parseName(rest),
    steps: steps.reverse(),
    path: colon < 0 ? null : text.slice(colon + 1),
  };
}

/** Where the last step begins; -1 when none is left. */
function stepStart(text: string): number {
  if (text.endsWith("}")) return text.lastIndexOf("^{");
  // Anchored at the end: look back over the digits by hand, a search from the left would be slow.
  let at = text.length - 1;
  while (at > 0 && text[at] >= "0" && text[at] <= "9") at--;
  return SUFFIX.test(text.slice(Math.max(at, 0))) ? at : -1;
}

function parseStep(step: string, text: string): RevisionStep {
  const digits = step.slice(1);
  if (step[0] === "~") {
    return { kind: "ancestor", distance: digits === "" ? 1 : Number(digits) };
  }
  if (!digits.startsWith("{")) {
    return { kind: "parent", number: digits === "" ? 1 : Number(digits) };
  }
  const inner = digits.slice(1, -1);
  if (inner.startsWith("/")) return { kind: "search", pattern: inner.slice(1) };
  if (inner === "") return { kind: "peel", type: "untagged" };
  if (inner === "object") return { kind: "peel", type: "any" };
  if (OBJECT_TYPES.has(inner)) return { kind: "peel", type: inner as ObjectType };
  throw new PrismError("invalid_revision", `"${text}" asks for "^{${inner}}", which is no type`, {
    hint: "use ^{commit}, ^{tree}, ^{blob}, ^{tag}, ^{object}, ^{} or ^{/text}",
  });
}

function parseColon(text: string): RevisionBase {
  if (text.startsWith(":/")) return { kind: "search", pattern: text.slice(2) };
  const staged = /^:([0-3]):/.exec(text);
  return {
    kind: "index",
    stage: staged === null ? 0 : Number(staged[1]),
    path: text.slice(staged === null ? 1 : 3),
  };
}

function parseName(text: string): RevisionBase {
  const found = text.endsWith("}") ? MARKS.exec(text) : null;
  if (found === null) return { kind: "name", name: text, marks: [] };
  const marks = found[2].slice(2, -1).split("}@{").map(parseMark);
  return { kind: "name", name: found[1], marks };
}

function parseMark(inner: string): RefMark {
  if (/^-\d+$/.test(inner)) return { kind: "previous", count: Number(inner.slice(1)) };
  if (/^\d+$/.test(inner) && Number(inner) <= LARGEST_ENTRY) {
    return { kind: "entry", count: Number(inner) };
  }
  const word = inner.toLowerCase();
  if (word === "u" || word === "upstream") return { kind: "upstream" };
  if (word === "push") return { kind: "push" };
  return { kind: "date", text: inner };
}

/** Position of the first `part` outside braces; -1 when there is none. */
function outsideBraces(text: string, part: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{") depth++;
    else if (character === "}") depth = Math.max(depth - 1, 0);
    else if (depth === 0 && text.startsWith(part, at)) return at;
  }
  return -1;
}

const PARENTS = /^([^]+)\^-(\d*)$/;

/**
 * Takes a range apart: `A..B`, `A...B`, `A`, `A^!` and `A^-n`. An empty side is `HEAD`. Dots inside
 * braces do not count; a reference's name cannot hold two.
 * @throws {PrismError} `invalid_revision`
 */
export function parseRange(text: string): ParsedRange {
  if (text === "" || text === "..") {
    throw new PrismError("invalid_revision", `"${text}" names no revision`, {
      hint: "write A..B, A...B or one revision, such as HEAD~1..HEAD",
    });
  }
  if (text.endsWith("^!") && text.length > 2) {
    const head = text.slice(0, -2);
    return { base: `${head}^`, head, symmetric: false };
  }
  if (text.endsWith("^@")) {
    throw new PrismError("invalid_revision", `"${text}" names several commits`, {
      hint: "write A^! for the change that one commit makes",
    });
  }
  const minus = PARENTS.exec(text);
  if (minus !== null && !text.includes("..")) {
    return {
      base: `${minus[1]}^${minus[2] === "" ? "1" : minus[2]}`,
      head: minus[1],
      symmetric: false,
    };
  }
  const dots = outsideBraces(text, "..");
  if (dots < 0) return { base: text, head: null, symmetric: false };
  const symmetric = text[dots + 2] === ".";
  return {
    base: text.slice(0, dots) || "HEAD",
    head: text.slice(dots + (symmetric ? 3 : 2)) || "HEAD",
    symmetric,
  };
}
