/**
 * Which parameter of the later side is which of the earlier side.
 *
 * @module
 */

import type { Parameter } from "../syntax/outline.ts";
import { nameSimilarity } from "./name_similarity.ts";

/** Index before, index after. */
export type ParameterPair = readonly [number, number];

/** What was paired, in order of the later side, and what was not, in order of its side. */
export interface ParameterPairs {
  readonly pairs: readonly ParameterPair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** How alike the uses of two names in the two bodies are, 0 to 1; `null` when a name is not used. */
export type ParameterUses = (before: string, after: string) => number | null;

/** A pair below is no rename. */
const RENAME = 0.5;

/**
 * Pairs equal names first. Of the rest, what stands between the same neighbours, has the same type,
 * a similar name and similar uses is the same parameter under another name.
 */
export function pairParameters(
  before: readonly Parameter[],
  after: readonly Parameter[],
  uses: ParameterUses = () => null,
): ParameterPairs {
  const partner = new Int32Array(after.length).fill(-1);
  const taken = new Int32Array(before.length).fill(-1);
  const pair = (old: number, now: number): void => {
    partner[now] = old;
    taken[old] = now;
  };
  pairEqual(before, after, pair, partner);
  const options: { old: number; now: number; score: number }[] = [];
  after.forEach((parameter, now) => {
    if (partner[now] >= 0) return;
    before.forEach((candidate, old) => {
      if (taken[old] >= 0) return;
      const score = likeness(candidate, parameter, uses) +
        (sameGap(old, now, partner, taken) ? 0.3 : 0);
      if (score >= RENAME) options.push({ old, now, score });
    });
  });
  options.sort((a, b) => b.score - a.score || a.now - b.now || a.old - b.old);
  for (const { old, now } of options) {
    if (partner[now] < 0 && taken[old] < 0) pair(old, now);
  }
  const pairs: ParameterPair[] = [];
  partner.forEach((old, now) => old >= 0 && pairs.push([old, now]));
  return { pairs, removed: unpaired(taken), added: unpaired(partner) };
}

/** By name and type, then by name, then nameless ones by type. */
function pairEqual(
  before: readonly Parameter[],
  after: readonly Parameter[],
  pair: (old: number, now: number) => void,
  partner: Int32Array,
): void {
  const keys = [
    ({ name, type, marks }: Parameter): string => `${name}\0${type}\0${marks}`,
    ({ name, type }: Parameter): string => name === "" ? `\0${type}` : name,
  ];
  const done = new Set<number>();
  for (const key of keys) {
    const open = new Map<string, number[]>();
    before.forEach((parameter, old) => {
      if (done.has(old)) return;
      const list = open.get(key(parameter));
      if (list === undefined) open.set(key(parameter), [old]);
      else list.push(old);
    });
    after.forEach((parameter, now) => {
      if (partner[now] >= 0) return;
      const old = open.get(key(parameter))?.shift();
      if (old === undefined) return;
      pair(old, now);
      done.add(old);
    });
  }
}

function likeness(old: Parameter, now: Parameter, uses: ParameterUses): number {
  const used = uses(old.name, now.name);
  const names = nameSimilarity(old.name, now.name);
  const types = old.type === null || now.type === null
    ? 0
    : old.type === now.type
    ? 0.25
    : 0.15 * nameSimilarity(old.type, now.type) - 0.1;
  const defaults = old.default !== null && old.default === now.default ? 0.2 : 0;
  return 0.3 * names + types + defaults + (used === null ? 0.05 : 0.6 * used - 0.1);
}

/** Whether both stand behind the same parameter, or before the same one. */
function sameGap(old: number, now: number, partner: Int32Array, taken: Int32Array): boolean {
  const behind = now === 0 ? old === 0 : partner[now - 1] >= 0 && partner[now - 1] === old - 1;
  const ahead = now === partner.length - 1
    ? old === taken.length - 1
    : partner[now + 1] >= 0 && partner[now + 1] === old + 1;
  return behind || ahead;
}

function unpaired(partners: Int32Array): number[] {
  const list: number[] = [];
  partners.forEach((partner, i) => partner < 0 && list.push(i));
  return list;
}
