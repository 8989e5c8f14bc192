/**
 * How sure it is that two functions of different names or places are one.
 *
 * @module
 */

import type { Definition, DefinitionKind } from "../syntax/outline.ts";
import { bodyContainment, bodySimilarity, type Fingerprint } from "./fingerprint.ts";
import { nameSimilarity } from "./name_similarity.ts";

/** What is compared. */
export interface Likened {
  readonly definition: Definition;
  readonly fingerprint: Fingerprint;
}

/** Bodies of fewer tokens say little: getters, delegations, empty ones. */
export const SMALL_BODY = 12;

/** Bodies of as many tokens do nothing. */
const EMPTY_BODY = 3;
/** Functions that share neither name nor body, or next to nothing, need other files to say that they are one. */
const STRANGERS = 3;

/** What the calls say at least when the callers of a function were changed with it. */
const ALL_CALLS = 0.6;

/** What two functions have in common, each 0 to 1 unless said otherwise. */
export interface Likeness extends PlaceLikeness {
  readonly body: number;
  /** Share of the smaller body that is in the larger one. */
  readonly contained: number;
  /** Whether the bodies differ by consistent renaming at most. */
  readonly shape: number;
  readonly name: number;
  /** Share of equal parameters, by type and name. */
  readonly parameters: number;
  readonly returns: number;
  /** Tokens of the smaller body. */
  readonly size: number;
}

/** What place and calls of two functions say, see `Surroundings` and `GroupEvidence`. */
export interface PlaceLikeness {
  /** From -1 to 1. */
  readonly calls: number;
  readonly near: number;
  readonly alone: number;
  readonly order: number;
}

const NOWHERE: PlaceLikeness = { calls: 0, near: 0, alone: 0, order: 0 };

/** Compares two functions. */
export function likeness(
  before: Likened,
  after: Likened,
  place: PlaceLikeness = NOWHERE,
): Likeness {
  const [old, now] = [before.definition, after.definition];
  const [one, other] = [before.fingerprint, after.fingerprint];
  return {
    body: bodySimilarity(one, other),
    contained: bodyContainment(one, other),
    shape: one.shape === other.shape ? 1 : 0,
    name: nameSimilarity(old.name, now.name),
    parameters: parameterSimilarity(old, now),
    returns: equalText(old.returnType, now.returnType) ? 1 : 0,
    size: old.body === null || now.body === null ? 0 : Math.min(one.size, other.size),
    ...place,
  };
}

/** The least score of a pair. */
export const SURE = 0;

/** What each likeness adds to the score of a rename. */
type Weights = Readonly<Record<keyof Omit<Likeness, "size" | "calls">, number>> & {
  readonly base: number;
  readonly callsLeft: number;
  readonly callsStay: number;
  readonly bodyNear: number;
  readonly orderSignature: number;
};

// Log-odds, fitted to the labels that `deno task oracle:refactorings` reads, and rounded.
const LARGE: Weights = {
  base: -5.5,
  body: 2.5,
  contained: 2.1,
  shape: 1.9,
  name: 1.6,
  parameters: 0,
  returns: 0,
  near: 0.1,
  alone: 2.2,
  order: 1.4,
  orderSignature: 2,
  callsLeft: 1.4,
  callsStay: -0.4,
  bodyNear: 1.7,
};
const SMALL: Weights = {
  base: -4.3,
  body: 1.2,
  contained: 0,
  shape: 1.4,
  name: 2.1,
  parameters: 0.3,
  returns: 0.7,
  near: 0.1,
  alone: 2.5,
  order: 1.1,
  orderSignature: 1.4,
  callsLeft: 1.4,
  callsStay: -0.4,
  bodyNear: 1.9,
};

/** Score of a rename inside one container; a pair needs {@link SURE}. */
export function renameScore(likeness: Likeness): number {
  const { name, parameters, returns, near, alone, calls, size } = likeness;
  const weights = size < SMALL_BODY ? SMALL : LARGE;
  // Empty bodies are all alike.
  const empty = size > 0 && size <= EMPTY_BODY;
  const [body, contained, shape] = empty
    ? [0, 0, 0]
    : [likeness.body, likeness.contained, likeness.shape];
  const strangers = areStrangers({ ...likeness, body, contained, shape });
  const order = strangers ? 0 : likeness.order;
  return weights.base + weights.body * body + weights.contained * contained +
    weights.shape * shape + weights.name * name + weights.parameters * parameters +
    weights.returns * returns + weights.near * near + weights.alone * alone +
    weights.order * order + weights.orderSignature * order * parameters * returns +
    weights.callsLeft * Math.max(0, calls) + weights.callsStay * Math.max(0, -calls) +
    weights.bodyNear * body * near - (size === 0 ? 0.5 : 0) - (strangers ? STRANGERS : 0);
}

function areStrangers(
  { size, body, contained, shape, name, returns, calls }: Likeness,
): boolean {
  if (calls > ALL_CALLS) return false;
  return size < SMALL_BODY
    ? (name < 0.2 && body < (shape === 1 ? 0.65 : 1)) || (body < 0.5 && shape + returns === 0)
    : body < 0.3 && contained < 0.6;
}

/**
 * Score of a move to another container or file; a pair needs {@link SURE}. A new name needs almost the
 * same body; a small body alone never does.
 */
export function moveScore(
  { body, name, parameters, size }: Likeness,
  sameName: boolean,
): number {
  if (size < SMALL_BODY) return -1;
  if (sameName) return 0.7 * body - 0.35 + 0.1 * parameters;
  return body < 0.7 ? -1 : 0.6 * body + 0.1 * name + 0.05 * parameters - 0.5;
}

/** Whether two functions can be one by what they are. */
export function sameSort(a: DefinitionKind, b: DefinitionKind): boolean {
  return a === b || (LOOSE.has(a) && LOOSE.has(b));
}

// What a function is may change with its place or name: a method becomes a function, a test.
const LOOSE: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  "function",
  "method",
  "constructor",
  "destructor",
  "getter",
  "setter",
  "lambda",
  "operator",
  "test",
]);

/** Parameter list as a text, to tell overloads apart. */
export function parameterKey({ parameters }: Definition): string {
  return (parameters ?? []).map(({ type, name }) => type ?? name).join("\0").replace(/\s+/g, "");
}

function parameterSimilarity(a: Definition, b: Definition): number {
  const one = (a.parameters ?? []).flatMap(({ name, type }) => [name, type ?? ""]);
  const other = (b.parameters ?? []).flatMap(({ name, type }) => [name, type ?? ""]);
  const total = one.length + other.length;
  if (total === 0) return 1;
  let common = 0;
  for (const part of one) {
    const at = other.indexOf(part);
    if (at < 0) continue;
    common++;
    other.splice(at, 1);
  }
  return 2 * common / total;
}

function equalText(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && a.replace(/\s+/g, "") === b.replace(/\s+/g, ""));
}
