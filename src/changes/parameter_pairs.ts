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

/** The least score of a rename. */
const SURE = 0.6;
/** With more pairs than this to look at, parameters were added and removed. */
const PAIRS = 4096;

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
  const left = unpaired(taken);
  const come = unpaired(partner);
  for (const now of come.length * left.length > PAIRS ? [] : come) {
    for (const old of left) {
      const [one, other] = [before[old], after[now]];
      const used = uses(one.name, other.name);
      const typed = one.type !== null && other.type !== null;
      const gap = sameGap(old, now, partner, taken);
      const value = score({
        typed: Number(typed),
        sameType: Number(typed && one.type === other.type),
        type: typed ? nameSimilarity(one.type!, other.type!) : 0,
        name: nameSimilarity(one.name, other.name),
        uses: used ?? 0,
        unused: Number(used === null),
        gap: Number(gap),
        alone: Number(gap && left.length === 1 && come.length === 1),
        count: Number(before.length === after.length),
        position: Number(old === now),
      });
      if (value >= SURE) options.push({ old, now, score: value });
    }
  }
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

/** What two parameters of different names have in common, 0 to 1 each. */
interface Likeness {
  /** Whether both have a type. */
  readonly typed: number;
  readonly sameType: number;
  /** Words that the types share. */
  readonly type: number;
  /** Words that the names share. */
  readonly name: number;
  /** How alike their uses are; 0 when one of them is not used. */
  readonly uses: number;
  readonly unused: number;
  /** Whether they stand next to the same parameter. */
  readonly gap: number;
  /** Whether no other parameter came or went. */
  readonly alone: number;
  /** Whether there are as many parameters as before. */
  readonly count: number;
  readonly position: number;
}

// Log-odds, fitted to the labels that `deno task oracle:refactorings` reads, and rounded.
const BASE = -5.3;
const WEIGHTS: Readonly<Record<keyof Likeness, number>> = {
  typed: -0.7,
  sameType: 1,
  type: 1.4,
  name: 0.9,
  uses: 2.1,
  unused: 0.4,
  gap: 1.2,
  alone: 2.3,
  count: 1.9,
  position: 1.1,
};

function score(likeness: Likeness): number {
  let sum = BASE;
  for (const [part, weight] of Object.entries(WEIGHTS)) {
    sum += weight * likeness[part as keyof Likeness];
  }
  return sum;
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
