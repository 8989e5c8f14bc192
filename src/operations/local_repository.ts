/**
 * A repository on disk, asked what changed.
 *
 * @module
 */

import type { FileChange } from "../changes/change_set.ts";
import { compareFiles, type CompareOptions } from "../changes/compare_files.ts";
import type { RenameOptions } from "../changes/renames.ts";
import type { Notice } from "../errors.ts";
import type { ChangeScope, RawChange } from "../git/file_side.ts";
import type { ObjectFormat, ObjectId } from "../git/object_id.ts";
import { comparePaths } from "../git/path_bytes.ts";
import type { Repository } from "../git/repository.ts";
import { compareTrees } from "../git/tree_diff.ts";
import type { ChangeSetCache, KeptComparison } from "./change_set_cache.ts";
import { ChangeSetCode } from "./code_changes.ts";
import type { CodeView } from "./code_view.ts";
import type { CodeViews } from "./code_views.ts";
import type { CommitLists } from "./commit_lists.ts";
import { dependencyChanges } from "./dependency_changes.ts";
import { attributeSource, type RangeAttributes, rangeAttributes } from "./range_attributes.ts";
import { type RangeSides, resolveSides, type Side } from "./range_sides.ts";
import type { Steps } from "./steps.ts";
import type {
  CodeReading,
  FilesReading,
  HistoryReading,
  HistoryRequest,
  OpenedRepository,
  RangeNames,
  RangeReading,
  RangeRequest,
} from "./workspace.ts";

/** What is kept from one question to the next. */
export interface KeptWork {
  readonly changeSets: ChangeSetCache;
  readonly commitLists: CommitLists;
  /** Loaded when it is asked for. */
  codeViews(): Promise<CodeViews>;
}

/** Answers from the files of a repository. */
export class LocalRepository implements OpenedRepository {
  readonly root: string;
  readonly objectFormat: ObjectFormat;
  readonly #repository: Repository;
  readonly #cache: ChangeSetCache;
  readonly #lists: CommitLists;
  readonly #codeViews: () => Promise<CodeViews>;
  readonly #now: number;

  /** The repository at a moment, in seconds since the epoch, with what was made before. */
  constructor(repository: Repository, kept: KeptWork, now: number) {
    this.#repository = repository;
    this.#cache = kept.changeSets;
    this.#lists = kept.commitLists;
    this.#codeViews = () => kept.codeViews();
    this.#now = now;
    this.root = repository.layout.workTree ?? repository.layout.gitDir;
    this.objectFormat = repository.layout.objectFormat;
  }

  async readRange(range: RangeRequest, steps: Steps): Promise<RangeReading> {
    const sides = resolveSides(this.#repository, range, this.#now);
    const { base, head, from, notices } = sides;
    if (head === null) return await this.#worktree(base, notices, steps);
    const { key, kept } = await this.#committed(from, head.tree, steps);
    const { changeSet, code } = kept;
    return {
      ...namesOf(sides),
      changeSet: { files: changeSet.files, notices: [...notices, ...changeSet.notices] },
      dependencyChanges,
      openCode: () => this.#openCode(head.tree),
      codeChanges: async (files, options) => {
        const changes = await code.of(files, options, steps);
        this.#cache.set(key, kept);
        return changes;
      },
    };
  }

  async readFiles(
    range: RangeRequest,
    paths: readonly string[],
    steps: Steps,
  ): Promise<FilesReading> {
    const { findFiles } = await import("./local_files.ts");
    const sides = resolveSides(this.#repository, range, this.#now);
    const found = await findFiles(
      this.#repository,
      { sides, paths, renames: this.#renames() },
      steps,
    );
    return { ...namesOf(sides), ...found };
  }

  async readHistory(request: HistoryRequest, steps: Steps): Promise<HistoryReading> {
    const { readCommits } = await import("./local_history.ts");
    const repository = this.#repository;
    const sides = resolveSides(repository, request.range, this.#now);
    const source = attributeSource(repository, (sides.head ?? sides.base).tree);
    const options = this.#options(rangeAttributes(repository, source), steps);
    const sources = { repository, sides, lists: this.#lists, options };
    return { ...namesOf(sides), ...await readCommits(sources, request, steps) };
  }

  async readCode(head: string | null, steps: Steps): Promise<CodeReading> {
    await steps.step("opening the code");
    if (head === null) {
      return { headSha: null, view: await this.#openCode(null), notices: [] };
    }
    const { base, notices } = resolveSides(
      this.#repository,
      { base: head, head: null, symmetric: false },
      this.#now,
    );
    return { headSha: base.id, view: await this.#openCode(base.tree), notices };
  }

  async #openCode(tree: ObjectId | null): Promise<CodeView> {
    const { layout, objects, environment } = this.#repository;
    const views = await this.#codeViews();
    if (tree !== null) {
      const { TreeSnapshot } = await import("../git/tree_snapshot.ts");
      const key = `${layout.gitDir}\0${tree}`;
      return views.open(key, objects, () => new TreeSnapshot(objects, tree));
    }
    const [{ openWorktree }, { worktreeSources }, { WorktreeSnapshot }] = await Promise.all([
      import("../git/worktree.ts"),
      import("../git/worktree_sources.ts"),
      import("../git/worktree_snapshot.ts"),
    ]);
    const worktree = openWorktree(worktreeSources(layout, objects, environment));
    return views.open(null, objects, () => new WorktreeSnapshot(worktree));
  }

  async #committed(
    before: ObjectId,
    after: ObjectId,
    steps: Steps,
  ): Promise<{ key: string; kept: KeptComparison }> {
    const { objects } = this.#repository;
    const key = this.#cacheKey(before, after);
    const source = attributeSource(this.#repository, after);
    const known = this.#cache.get(key, objects, (attributes) => attributes.isCurrent(source));
    if (known !== null) return { key, kept: known };
    await steps.step("comparing trees");
    const attributes = rangeAttributes(this.#repository, source);
    const options = this.#options(attributes, steps);
    // In no variable: a function that waits keeps all of them, and this list may be long.
    const compared = await compareFiles(compareTrees(objects, before, after), options);
    const changeSet = { ...compared, notices: [...compared.notices, ...source.notices] };
    const kept = { changeSet, code: new ChangeSetCode(changeSet.files), objects, attributes };
    this.#cache.set(key, kept);
    return { key, kept };
  }

  /** The trees, the repository that is looked at, and the settings that {@link compareFiles} obeys. */
  #cacheKey(before: ObjectId, after: ObjectId): string {
    const { gitDir, workTree, config } = this.#repository.layout;
    const drivers = config.subsections("diff").map((name) => [
      name,
      config.get(`diff.${name}.binary`),
    ]);
    const settings = [this.#renames(), config.int("core.bigFileThreshold"), drivers];
    return JSON.stringify([gitDir, workTree, before, after, settings]);
  }

  async #worktree(
    base: Side,
    notices: readonly Notice[],
    steps: Steps,
  ): Promise<RangeReading> {
    await steps.step("looking at the work tree");
    const { layout, objects, environment } = this.#repository;
    // A third of the code below, which a comparison of commits never needs.
    const [{ openWorktree }, { compareWorktree }, { worktreeSources }] = await Promise.all([
      import("../git/worktree.ts"),
      import("../git/worktree_changes.ts"),
      import("../git/worktree_sources.ts"),
    ]);
    const worktree = openWorktree(worktreeSources(layout, objects, environment));
    const seen = compareWorktree(worktree, base.tree);
    const inIndex = (path: string) => worktree.indexContent(path)?.slice() ?? null;
    const source = attributeSource(this.#repository, base.tree, inIndex);
    const options = this.#options(rangeAttributes(this.#repository, source), steps);
    const files: FileChange[] = [];
    const found: Notice[] = [];
    for (const scope of ["staged", "unstaged", "untracked", "conflicted"] as const) {
      const changes = seen.changes.filter((change) => change.scope === scope);
      const compared = await compareFiles(
        changes,
        pairs(scope, changes) ? options : {
          ...options,
          renames: false,
        },
      );
      files.push(...compared.files);
      found.push(...compared.notices);
    }
    files.sort((a, b) =>
      comparePaths(a.path, b.path) || SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope)
    );
    return {
      baseSha: base.id,
      headSha: null,
      // The notices of the work tree are complete only now that all sides were read.
      changeSet: { files, notices: [...notices, ...worktree.notices, ...found] },
      dependencyChanges,
      openCode: () => this.#openCode(null),
      codeChanges: (wanted, options) => new ChangeSetCode(files).of(wanted, options, steps),
    };
  }

  #options(attributes: RangeAttributes, steps: Steps): CompareOptions {
    const limit = this.#repository.layout.config.int("core.bigFileThreshold");
    return {
      attributes,
      renames: this.#renames(),
      ...(limit === undefined ? {} : { bigFileThreshold: limit }),
      checkpoint: (done, total) => steps.step("comparing files", done, total),
    };
  }

  /** Like `git diff -M`: `diff.renames` does not count, `diff.renameLimit` bounds the work. */
  #renames(): RenameOptions {
    const limit = this.#repository.layout.config.int("diff.renameLimit");
    return limit === undefined ? {} : { limit: Math.max(limit, 0) };
  }
}

const SCOPES: readonly ChangeScope[] = [
  "committed",
  "staged",
  "unstaged",
  "untracked",
  "conflicted",
];

/** Whether renames are looked for: an untracked or unmerged file is paired with none. */
function pairs(scope: ChangeScope, changes: readonly RawChange[]): boolean {
  return changes.length > 0 && scope !== "untracked" && scope !== "conflicted";
}

function namesOf({ base, head, mergeBase }: RangeSides): RangeNames {
  return {
    baseSha: base.id,
    headSha: head?.id ?? null,
    ...(mergeBase === null ? {} : { mergeBaseSha: mergeBase }),
  };
}
