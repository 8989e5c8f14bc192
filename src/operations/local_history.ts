/**
 * The commits of a repository on disk, each compared with its first parent.
 *
 * @module
 */

import type { ChangeSet } from "../changes/change_set.ts";
import { compareFiles, type CompareOptions, FileComparison } from "../changes/compare_files.ts";
import { type Notice, PrismError } from "../errors.ts";
import { parseCommit } from "../git/commit.ts";
import { emptyTreeId, type ObjectId } from "../git/object_id.ts";
import { nearestPath } from "../git/path_suggestion.ts";
import { PathTouch } from "../git/path_touch.ts";
import type { Repository } from "../git/repository.ts";
import { revList } from "../git/rev_list.ts";
import { compareTrees } from "../git/tree_diff.ts";
import { lookupPath } from "../git/tree_lookup.ts";
import { ChangeSetCode } from "./code_changes.ts";
import { CommitList, type CommitLists } from "./commit_lists.ts";
import { dependencyChanges } from "./dependency_changes.ts";
import type { RangeSides } from "./range_sides.ts";
import type { Steps } from "./steps.ts";
import type { ChangedFiles, CommitReading, HistoryReading, HistoryRequest } from "./workspace.ts";

/** What a history is read with. */
export interface HistorySources {
  readonly repository: Repository;
  readonly sides: RangeSides;
  readonly lists: CommitLists;
  /** How files are compared, by attributes of the head. */
  readonly options: CompareOptions;
}

/**
 * Lists the commits of a range.
 * @throws {PrismError} `ref_wrong_type` of a side that is no commit, `invalid_argument` without a head
 */
export async function readCommits(
  sources: HistorySources,
  request: HistoryRequest,
  steps: Steps,
): Promise<Pick<HistoryReading, "total" | "boundary" | "notices" | "commits">> {
  const { repository, sides, lists } = sources;
  const { base, head } = tipsOf(sources, request);
  await steps.step("walking the history");
  const { shallow } = repository.commits;
  const boundary = shallow.size === 0 ? null : [...shallow].sort().join(" ");
  const { gitDir } = repository.layout;
  const { firstParent, paths } = request;
  const key = JSON.stringify([gitDir, base, head, firstParent, paths, boundary]);
  const list = lists.get(key, repository.objects, () => walk(sources, request, { base, head }));
  return {
    total: list.length,
    boundary,
    notices: [
      ...sides.notices,
      ...shallowNotice(list, shallow),
      ...unknownPaths(repository, sides, paths),
    ],
    async *commits(start, count) {
      let comparison = new FileComparison(sources.options);
      for (let at = start; at < start + count; at++) {
        await steps.step("comparing commits", at - start, count);
        // Memory of a kernel never shrinks: after a large file it is given up.
        if (comparison.memorySize > KEPT_MEMORY) comparison = new FileComparison(sources.options);
        yield await readCommit(sources, list.at(at), { ...sources.options, comparison }, steps);
      }
    },
  };
}

/** The commits at both ends; no base stands for the begin of history. */
function tipsOf(
  { repository, sides }: HistorySources,
  { range }: HistoryRequest,
): { base: ObjectId | null; head: ObjectId } {
  const { base, head, mergeBase } = sides;
  if (head === null) {
    throw new PrismError(
      "invalid_argument",
      "A history ends at a commit, not at the working tree.",
      {
        hint: "Write HEAD as its head.",
      },
    );
  }
  if (head.commit === null) throw noCommit(range.head ?? head.id);
  const empty = emptyTreeId(repository.layout.objectFormat);
  if (base.commit === null && base.tree !== empty) throw noCommit(range.base);
  return { base: mergeBase ?? base.commit, head: head.commit };
}

function noCommit(name: string): PrismError {
  return new PrismError("ref_wrong_type", `"${name}" is a tree, not a commit.`, {
    hint: "Name commits; the empty tree as base stands for the begin of history.",
  });
}

function walk(
  { repository }: HistorySources,
  { firstParent, paths }: HistoryRequest,
  { base, head }: { base: ObjectId | null; head: ObjectId },
): CommitList {
  const { commits, objects, layout } = repository;
  const exclude = base === null ? [] : [base];
  const listed = revList(commits, [head], exclude, { order: "topo", reverse: true, firstParent });
  const touch = paths.length === 0 ? null : new PathTouch(objects, paths);
  const ids: ObjectId[] = [];
  for (const { id, parents: [first] } of listed) {
    const before = first === undefined || touch === null ? null : commits.tree(first);
    if (touch === null || touch.touches(before, commits.tree(id))) ids.push(id);
  }
  return new CommitList(ids, layout.objectFormat);
}

/** In a shallow clone a range may hold more or less than in the whole repository. */
function shallowNotice(list: CommitList, shallow: ReadonlySet<ObjectId>): Notice[] {
  if (shallow.size === 0) return [];
  let cut = 0;
  for (let at = 0; at < list.length; at++) if (shallow.has(list.at(at))) cut++;
  const message = cut === 0
    ? "The clone is shallow: commits that lie behind its boundary are not seen."
    : `The clone is shallow: ${cut} of the commits lie at its boundary and are shown as if all ` +
      "their files were new, and what lies behind them is not seen.";
  return [{
    code: "repository_shallow",
    message: `${message} \`git fetch --unshallow\` brings the rest.`,
  }];
}

/** A path that stands at neither end of a range is more likely a slip than a file that came and went. */
function unknownPaths(
  { objects }: Repository,
  { head, from }: RangeSides,
  paths: readonly string[],
): Notice[] {
  return paths.flatMap((path): Notice[] => {
    if ([head!.tree, from].some((tree) => lookupPath(objects, tree, path) !== null)) return [];
    const near = nearestPath(objects, head!.tree, path);
    const hint = near === null ? "" : `; the nearest at the head is "${near}"`;
    const message = `Nothing stands at "${path}", neither at the base nor at the head${hint}.`;
    return [{ code: "path_not_found", path, message }];
  });
}

const KEPT_MEMORY = 64 * 1024 * 1024;
const NOTHING: ChangeSet = { files: [], notices: [] };

/** A commit that cannot be read is told, and the others are read all the same. */
async function readCommit(
  { repository }: HistorySources,
  id: ObjectId,
  options: CompareOptions,
  steps: Steps,
): Promise<CommitReading> {
  const { objects, commits, layout } = repository;
  let read: Pick<CommitReading, "commit" | "parents" | "comparedWith"> = {
    commit: null,
    parents: [],
    comparedWith: emptyTreeId(layout.objectFormat),
  };
  try {
    const commit = parseCommit(objects.readTyped(id, "commit"), id, layout.objectFormat);
    // Grafts and the shallow boundary decide about parents.
    const { parents } = commits.read(id);
    read = { commit, parents, comparedWith: parents[0] ?? read.comparedWith };
    const before = parents.length === 0 ? null : commits.tree(parents[0]);
    const changeSet = await compareFiles(compareTrees(objects, before, commit.tree), options);
    return { id, ...read, ...changedFiles(changeSet, steps), problem: null };
  } catch (error) {
    if (!(error instanceof PrismError) || error.code === "cancelled") throw error;
    const problem = { code: error.code, message: error.message };
    return { id, ...read, ...changedFiles(NOTHING, steps), problem };
  }
}

function changedFiles(changeSet: ChangeSet, steps: Steps): ChangedFiles {
  const code = new ChangeSetCode(changeSet.files);
  return {
    changeSet,
    dependencyChanges,
    codeChanges: (files, options) => code.of(files, options, steps),
  };
}
