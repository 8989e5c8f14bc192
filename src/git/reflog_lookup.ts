/**
 * What a reference held before, by its reflog (gitrevisions(7), `@{<n>}`, `@{<date>}`, `@{-<n>}`).
 *
 * @module
 */

import { nullId, type ObjectFormat, type ObjectId } from "./object_id.ts";
import { fullNames, readRef } from "./ref_lookup.ts";
import { isRefName } from "./ref_name.ts";
import type { ReflogEntry, RefStore } from "./refs.ts";

/** A reflog and whose it is. */
export interface FoundReflog {
  /** Full name of the reference. */
  readonly name: string;
  /** What the reference holds now. */
  readonly id: ObjectId;
  /** Newest first. */
  readonly entries: readonly ReflogEntry[];
}

/** The reflog of the first reference that a short name may mean and that has one. */
export function findReflog(refs: RefStore, short: string): FoundReflog | null {
  if (!isRefName(short)) return null;
  for (const name of fullNames(short)) {
    const found = readRef(refs, name);
    if (found === null) continue;
    const own = refs.reflog(name);
    if (own !== null) return { name, id: found.id, entries: own };
    const target = found.name === name ? null : refs.reflog(found.name);
    if (target !== null) return { name: found.name, id: found.id, entries: target };
  }
  return null;
}

/** The value n changes ago; `null` when the log is shorter. */
export function valueBefore(
  log: FoundReflog,
  count: number,
  format: ObjectFormat,
): ObjectId | null {
  const { entries, id } = log;
  if (count < entries.length) return entries[count].after;
  if (entries.length === 0) return count === 0 ? id : null;
  const { before } = entries[entries.length - 1];
  return count === entries.length && before !== nullId(format) ? before : null;
}

/** The value at a moment; `early` says that the log begins later than that. */
export function valueAt(
  log: FoundReflog,
  time: number,
  format: ObjectFormat,
): { id: ObjectId; early: boolean } | null {
  const entry = log.entries.find((candidate) => candidate.time <= time);
  if (entry !== undefined) return { id: entry.after, early: false };
  const oldest = log.entries.at(-1);
  if (oldest === undefined) return null;
  return { id: oldest.before === nullId(format) ? oldest.after : oldest.before, early: true };
}

const SWITCH = "checkout: moving from ";

/** The branch or commit that was left n switches ago, as it was named then; `null` when there were fewer. */
export function previousCheckout(refs: RefStore, count: number): string | null {
  if (count < 1) return null;
  let left = count;
  for (const { message } of refs.reflog("HEAD") ?? []) {
    if (!message.startsWith(SWITCH)) continue;
    const end = message.indexOf(" to ", SWITCH.length);
    if (end < 0) continue;
    if (--left === 0) return message.slice(SWITCH.length, end);
  }
  return null;
}
