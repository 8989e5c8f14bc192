/**
 * The two sides of a range, resolved.
 *
 * @module
 */

import { type Notice, PrismError } from "../errors.ts";
import { mergeBases } from "../git/merge_base.ts";
import type { ObjectId } from "../git/object_id.ts";
import { type PeeledTree, peelToTree } from "../git/peel.ts";
import type { Repository } from "../git/repository.ts";
import { resolveRevision } from "../git/revision.ts";
import type { RevisionContext } from "../git/revision_context.ts";
import type { RangeRequest } from "./workspace.ts";

/** One side of a range. */
export interface Side extends PeeledTree {
  /** The commit, or the tree where the revision names one. */
  readonly id: ObjectId;
}

/** A range whose revisions are known. */
export interface RangeSides {
  readonly base: Side;
  /** `null` for index and files on disk. */
  readonly head: Side | null;
  /** The merge base, of a symmetric range. */
  readonly mergeBase: ObjectId | null;
  /** The tree that the head is compared with: that of the merge base, or of the base. */
  readonly from: ObjectId;
  readonly notices: readonly Notice[];
}

/**
 * Resolves a range.
 *
 * @param now Seconds since the epoch, for revisions like `@{yesterday}`.
 * @throws {PrismError} as `resolveRevision`; `ref_wrong_type`, `no_merge_base`
 */
export function resolveSides(repository: Repository, range: RangeRequest, now: number): RangeSides {
  const notices: Notice[] = repository.layout.config.unread.map(({ path, reason }) => ({
    code: "config_unread",
    path,
    message: `The configuration file "${path}" was not read: ${reason}`,
  }));
  const context = repository.revisions({ now });
  const base = resolveSide(context, range.base, notices);
  if (range.head === null) return { base, head: null, mergeBase: null, from: base.tree, notices };
  const head = resolveSide(context, range.head, notices);
  const mergeBase = range.symmetric ? mergeBaseOf(repository, { base, head, range }) : null;
  const from = mergeBase === null ? base.tree : peelToTree(context.objects, mergeBase).tree;
  return { base, head, mergeBase, from, notices };
}

function resolveSide(context: RevisionContext, text: string, notices: Notice[]): Side {
  const found = resolveRevision(context, text);
  notices.push(...found.notices);
  const peeled = peelToTree(context.objects, found.id, text);
  return { ...peeled, id: peeled.commit ?? peeled.tree };
}

function mergeBaseOf(
  repository: Repository,
  { base, head, range }: { base: Side; head: Side; range: RangeRequest },
): ObjectId {
  const name = `"${range.base}" and "${range.head}"`;
  if (base.commit === null || head.commit === null) {
    throw new PrismError(
      "ref_wrong_type",
      `A merge base needs two commits; of ${name} one is a tree`,
    );
  }
  const found = mergeBases(repository.commits, base.commit, head.commit);
  if (found.length > 0) return found[0];
  throw new PrismError("no_merge_base", `${name} have no common ancestor`, {
    hint: `compare the two trees with "${range.base}..${range.head}"; in a shallow clone ` +
      "`git fetch --unshallow` may bring the common history",
  });
}
