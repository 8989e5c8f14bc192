/**
 * What an operation may use of the world: repositories to open, the clock, the place it was asked from.
 * Surfaces make one; tests make one in memory.
 *
 * @module
 */

import type { DependencyChange } from "../answers/dependency_change.ts";
import type { ChangeSet, FileChange } from "../changes/change_set.ts";
import type { CodeChanges } from "../changes/function_analysis.ts";
import type { Notice } from "../errors.ts";
import type { Commit } from "../git/commit.ts";
import type { FileSide } from "../git/file_side.ts";
import type { GitEnvironment } from "../git/layout.ts";
import type { ObjectFormat } from "../git/object_id.ts";
import type { CodeView } from "./code_view.ts";
import type { Steps } from "./steps.ts";

/** The place and time of a question. */
export interface Workspace {
  /** Absolute path of the folder that relative paths begin at. */
  readonly cwd: string;
  /** The variables that git looks at; empty when the environment is withheld. */
  readonly environment: GitEnvironment;
  /** Version of git-prism. */
  readonly version: string;
  /** The time. */
  now(): Date;
  /**
   * Opens the repository that the folder belongs to.
   *
   * @param from Absolute or relative to `cwd`; `null` for `cwd` itself, where `GIT_DIR` and
   * `GIT_WORK_TREE` of the environment apply.
   * @throws {PrismError} `not_a_repository`, `unsupported_repository`, `unsafe_repository`
   */
  open(from: string | null): Promise<OpenedRepository>;
}

/** A repository that can be asked what changed. */
export interface OpenedRepository {
  /** Root of the work tree, or the directory of a bare repository. */
  readonly root: string;
  /** Hash function of its object names. */
  readonly objectFormat: ObjectFormat;
  /**
   * Compares the two sides of a range.
   * @throws {PrismError} for refs that mean nothing, missing objects, `bare_repository`, `cancelled`
   */
  readRange(range: RangeRequest, steps: Steps): Promise<RangeReading>;
  /**
   * Finds files on both sides of a range.
   *
   * @param paths As they were asked for; each has its reading, in this order.
   * @throws {PrismError} as {@link OpenedRepository.readRange}
   */
  readFiles(range: RangeRequest, paths: readonly string[], steps: Steps): Promise<FilesReading>;
  /**
   * Lists the commits of a range, to be compared with their first parents when they are asked for.
   * @throws {PrismError} as {@link OpenedRepository.readRange}; `ref_wrong_type` of trees
   */
  readHistory(request: HistoryRequest, steps: Steps): Promise<HistoryReading>;
  /**
   * Opens the code of one state.
   *
   * @param head Revision; `null` for the files on disk.
   * @throws {PrismError} as {@link OpenedRepository.readRange}
   */
  readCode(head: string | null, steps: Steps): Promise<CodeReading>;
}

/** The code of one state of a repository. */
export interface CodeReading {
  /** Full object name that the revision means; `null` for the files on disk. */
  readonly headSha: string | null;
  readonly view: CodeView;
  /** What could not be seen. */
  readonly notices: readonly Notice[];
}

/** A range as it was asked for. */
export interface RangeRequest {
  /** Revision of the base. */
  readonly base: string;
  /** Revision of the head; `null` for index and files on disk. */
  readonly head: string | null;
  /** Whether the head is compared with the merge base of the two (`A...B`). */
  readonly symmetric: boolean;
}

/** What the revisions of a range mean. */
export interface RangeNames {
  /** Full object name that the base revision means. */
  readonly baseSha: string;
  /** Full object name that the head revision means; `null` for index and files on disk. */
  readonly headSha: string | null;
  /** The merge base, of a symmetric range. */
  readonly mergeBaseSha?: string;
}

/** Changed files, and what can be asked about them. */
export interface ChangedFiles {
  /** All changed files in order of path, then scope. */
  readonly changeSet: ChangeSet;
  /**
   * Dependencies that changed in these files. Files that list none have no entry, nor have those whose
   * dependencies are equal on both sides.
   */
  dependencyChanges(files: readonly FileChange[]): Promise<readonly DependencyChange[]>;
  /**
   * Functions and imports that changed in these files of the change set.
   * @throws {PrismError} `cancelled`
   */
  codeChanges(files: readonly FileChange[], options: CodeOptions): Promise<CodeChanges>;
}

/** What of the code is asked for. */
export interface CodeOptions {
  /** Whether types, constants and fields count too. */
  readonly includeTypes: boolean;
}

/** A range, compared. */
export interface RangeReading extends RangeNames, ChangedFiles {
  /** Opens the code of the later side. */
  openCode(): Promise<CodeView>;
}

/** Commits as they were asked for. */
export interface HistoryRequest {
  readonly range: RangeRequest;
  /** Whether only first parents are followed. */
  readonly firstParent: boolean;
  /** Files and directories that a commit must touch, from the root; all when empty. */
  readonly paths: readonly string[];
}

/** The commits of a range, oldest first: no commit comes before its parents. */
export interface HistoryReading extends RangeNames {
  readonly total: number;
  /** Where the history of a shallow clone ends: the list may change with it. */
  readonly boundary: string | null;
  /** What could not be seen. */
  readonly notices: readonly Notice[];
  /**
   * Commits by number, each compared when it is taken.
   * @throws {PrismError} `cancelled`
   */
  commits(start: number, count: number): AsyncIterable<CommitReading>;
}

/** One commit and what it changes. */
export interface CommitReading extends ChangedFiles {
  readonly id: string;
  /** `null` when it cannot be read. */
  readonly commit: Commit | null;
  /** Parents as far as they are here. */
  readonly parents: readonly string[];
  /** The first parent, or the empty tree. */
  readonly comparedWith: string;
  /** Why it could not be compared. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

/** Files of a range. */
export interface FilesReading extends RangeNames {
  readonly files: readonly FileReading[];
  /** What could not be seen of the range. */
  readonly notices: readonly Notice[];
}

/** One file on both sides of a range. Its content is read when it is asked for. */
export interface FileReading {
  /** Path in the repository. */
  readonly path: string;
  /** Where a renamed file stood at the base; `null` of all others. */
  readonly oldPath: string | null;
  /** `null` when no file stands there at the base. */
  readonly before: FileSide | null;
  /** `null` when no file stands there at the head. */
  readonly after: FileSide | null;
  /** Why neither side has it. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly notices: readonly Notice[];
  /** Whether attributes make the side binary or text; `undefined` lets the content decide. */
  isBinary(side: "before" | "after"): boolean | undefined;
  /** The language that attributes name; `null` when they name none. */
  readonly language: string | null;
}
