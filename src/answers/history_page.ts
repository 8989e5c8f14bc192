/**
 * A page of a history: its commits, and what may be cut from one that alone is over budget.
 *
 * @module
 */

import type { Notice } from "../errors.ts";
import { CODE_TRIMS } from "./code_trim.ts";
import type { CommitHistory, HistoryMetadata } from "./commit_history.ts";
import { dependencyTrim } from "./dependency_change.ts";
import type { HistoryCommit } from "./history_commit.ts";
import { truncated } from "./manifest_page.ts";
import { toNotice } from "./notice.ts";
import type { Trim } from "./shape/budget.ts";
import type { Omission, Pagination } from "./shape/page.ts";

/** One commit, and what the call for its details needs. */
export interface HistoryUnit {
  readonly commit: HistoryCommit;
  /** What it was compared with: its first parent, or the empty tree. */
  readonly comparedWith: string;
  /** Whether its functions and imports were asked for. */
  readonly analysed: boolean;
  /** Files whose functions or imports were cut. */
  readonly cutCode?: readonly string[];
}

/** Characters of a message that are kept in any case. */
const LONGEST_MESSAGE = 2000;

/** What can be cut from one commit, in this order. */
export const HISTORY_TRIMS: readonly Trim<HistoryUnit>[] = [
  ...CODE_TRIMS.map(({ what, count, apply }): Trim<HistoryUnit> => ({
    what,
    count: ({ commit }) => count(commit.files),
    apply(unit, keep) {
      const { unit: files, cut } = apply(unit.commit.files, keep);
      const changed = files.filter((file, i) => file !== unit.commit.files[i]);
      const cutCode = new Set([...unit.cutCode ?? [], ...changed.map(({ path }) => path)]);
      return {
        unit: { ...unit, commit: { ...unit.commit, files: [...files] }, cutCode: [...cutCode] },
        cut,
      };
    },
  })),
  trimOf("dependency_changes", {
    count: (commit) =>
      commit.dependency_changes.reduce((sum, change) => sum + dependencyTrim.count(change), 0),
    keep: (commit, keep) => {
      let left = keep;
      const dependency_changes = commit.dependency_changes.flatMap((change) => {
        if (left <= 0) return [];
        const { unit } = dependencyTrim.apply(change, left);
        left -= dependencyTrim.count(unit);
        return [unit];
      });
      return { ...commit, dependency_changes };
    },
  }),
  trimOf("files", {
    count: ({ files }) => files.length,
    keep: (commit, keep) => ({ ...commit, files: commit.files.slice(0, keep) }),
  }),
  trimOf("notices", {
    count: ({ notices }) => notices?.length ?? 0,
    keep: (commit, keep) => ({ ...commit, notices: commit.notices?.slice(0, keep) }),
  }),
  trimOf("metadata.message", {
    count: ({ metadata }) => Math.max(0, metadata.message.length - LONGEST_MESSAGE),
    keep: (commit, keep) => {
      const { message, subject } = commit.metadata;
      const short = (text: string, length: number) => text.slice(0, length).toWellFormed();
      return {
        ...commit,
        metadata: {
          ...commit.metadata,
          subject: short(subject, LONGEST_MESSAGE),
          message: short(message, LONGEST_MESSAGE + keep),
        },
      };
    },
  }),
];

function trimOf(
  what: string,
  { count, keep }: {
    count: (commit: HistoryCommit) => number;
    keep: (commit: HistoryCommit, keep: number) => HistoryCommit;
  },
): Trim<HistoryUnit> {
  return {
    what,
    count: ({ commit }) => count(commit),
    apply(unit, most) {
      const all = count(unit.commit);
      if (all <= most) return { unit, cut: 0 };
      const commit = keep(unit.commit, most);
      return { unit: { ...unit, commit }, cut: all - count(commit) };
    },
  };
}

/** The call that gets what was cut from a commit. */
export function historyDetail(
  { commit, comparedWith, analysed }: HistoryUnit,
  what: string,
): { operation?: string; args: Record<string, unknown> } {
  const { sha } = commit.metadata;
  const refs = { base_ref: comparedWith, head_ref: sha };
  return what === "metadata.message"
    ? { args: { ...refs, first_parent: true, max_response_tokens: 0 } }
    : {
      operation: "get_change_manifest",
      args: { ...refs, ...(analysed ? { include_function_analysis: true } : {}) },
    };
}

/** What every page of a history is made from. */
export interface HistoryDraft {
  readonly metadata: Omit<HistoryMetadata, "token_estimate" | "budget_tokens" | "notices">;
  readonly notices: readonly Notice[];
  readonly omitted: readonly Omission[];
}

/** Makes the pages of one history. */
export function historyPages(draft: HistoryDraft): (
  page: {
    readonly units: readonly HistoryUnit[];
    readonly pagination: Pagination;
    readonly omitted: readonly Omission[];
    readonly budget: number;
  },
) => CommitHistory {
  return ({ units, pagination, omitted, budget }) => ({
    commits: units.map(({ commit }) => commit),
    pagination,
    metadata: {
      ...draft.metadata,
      token_estimate: 0,
      ...truncated(units.flatMap(({ commit, cutCode = [] }) => {
        // Files that were cut themselves need no mention.
        const listed = new Set(commit.files.map(({ path }) => path));
        return cutCode.filter((path) => listed.has(path));
      })),
      ...(budget === 0 ? {} : { budget_tokens: budget }),
      notices: draft.notices.map(toNotice),
    },
    omitted: [...draft.omitted, ...omitted],
  });
}
