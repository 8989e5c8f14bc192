/**
 * How sure it is that two functions of different names or places are one.
 *
 * @module
 */

import type { Definition, DefinitionKind } from "../syntax/outline.ts";
import { bodySimilarity, type Fingerprint } from "./fingerprint.ts";
import { nameSimilarity } from "./name_similarity.ts";

/** What is compared. */
export interface Likened {
  readonly definition: Definition;
  readonly fingerprint: Fingerprint;
}

/** Bodies of fewer tokens say little: getters, delegations, empty ones. */
export const SMALL_BODY = 12;

/** What two functions have in common, each 0 to 1. */
export interface Likeness {
  readonly body: number;
  readonly name: number;
  /** Share of equal parameters, by type and name. */
  readonly parameters: number;
  readonly returns: number;
  /** Whether one of the bodies is small or missing. */
  readonly small: boolean;
}

/** Compares two functions. */
export function likeness(before: Likened, after: Likened): Likeness {
  const [old, now] = [before.definition, after.definition];
  return {
    body: bodySimilarity(before.fingerprint, after.fingerprint),
    name: nameSimilarity(old.name, now.name),
    parameters: parameterSimilarity(old, now),
    returns: equalText(old.returnType, now.returnType) ? 1 : 0,
    small: Math.min(before.fingerprint.size, after.fingerprint.size) < SMALL_BODY ||
      (old.body === null) || (now.body === null),
  };
}

/** The least score of a pair. */
export const SURE = 0.5;

/**
 * Score of a rename inside one container; a pair needs {@link SURE}. A larger body speaks for itself;
 * a small one needs a name or a signature that says the same.
 */
export function renameScore({ body, name, parameters, returns, small }: Likeness): number {
  const head = 0.4 * name + 0.15 * parameters + 0.05 * returns;
  return small ? 0.5 * body + head - 0.2 : 0.8 * body + head - 0.1;
}

/**
 * Score of a move to another container or file; a pair needs {@link SURE}. A new name needs almost the
 * same body; a small body alone never does.
 */
export function moveScore(
  { body, name, parameters, small }: Likeness,
  sameName: boolean,
): number {
  if (small) return 0;
  if (sameName) return 0.7 * body + 0.15 + 0.1 * parameters;
  return body < 0.7 ? 0 : 0.6 * body + 0.1 * name + 0.05 * parameters;
}

/** Whether two functions can be one by what they are. */
export function sameSort(a: DefinitionKind, b: DefinitionKind): boolean {
  return a === b || (LOOSE.has(a) && LOOSE.has(b));
}

// What a function is called may change with its place: a method becomes a function, a test.
const LOOSE: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  "function",
  "method",
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
