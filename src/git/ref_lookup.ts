/**
 * From what a person calls a reference to the reference (gitrevisions(7), `<refname>`).
 *
 * @module
 */

import type { ObjectId } from "./object_id.ts";
import { isRefName } from "./ref_name.ts";
import type { RefStore } from "./refs.ts";

/** A reference that leads to an object. */
export interface FoundRef {
  /** Full name after symbolic references are followed: `refs/heads/main` for `HEAD`. */
  readonly name: string;
  /** The full name that was asked for. */
  readonly asked: string;
  readonly id: ObjectId;
}

/** Symbolic references that are followed, as in git. */
const MAX_SYMBOLIC = 5;

/** Follows a full name to an object; `null` when there is none, or it is unborn. */
export function readRef(refs: RefStore, asked: string): FoundRef | null {
  let name = asked;
  for (let depth = 0; depth <= MAX_SYMBOLIC; depth++) {
    if (!isRefName(name)) return null;
    const value = refs.read(name);
    if (value === null) return null;
    if (value.kind === "direct") return { name, asked, id: value.id };
    name = value.target;
  }
  return null;
}

/** The full names that a short one may stand for, in git's order. */
export function fullNames(short: string): string[] {
  return [
    short,
    `refs/${short}`,
    `refs/tags/${short}`,
    `refs/heads/${short}`,
    `refs/remotes/${short}`,
    `refs/remotes/${short}/HEAD`,
  ];
}

/** The references that a short name may mean; git takes the first. */
export function findRefs(refs: RefStore, short: string): FoundRef[] {
  if (!isRefName(short)) return [];
  return fullNames(short).map((name) => readRef(refs, name)).filter((found) => found !== null);
}

/** The branch that HEAD is on, full name; `null` when HEAD is detached. It may be unborn. */
export function currentBranch(refs: RefStore): string | null {
  const head = refs.read("HEAD");
  return head?.kind === "symbolic" ? head.target : null;
}

/** The name as `git rev-parse --abbrev-ref` would begin to shorten it. */
export function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|tags|remotes)\//, "");
}
