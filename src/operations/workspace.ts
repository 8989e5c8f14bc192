/**
 * What an operation may use of the world: repositories to open, the clock, the place it was asked from.
 * Surfaces make one; tests make one in memory.
 *
 * @module
 */

import type { DependencyChange } from "../answers/dependency_change.ts";
import type { ChangeSet, FileChange } from "../changes/change_set.ts";
import type { GitEnvironment } from "../git/layout.ts";
import type { ObjectFormat } from "../git/object_id.ts";
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

/** A range, compared. */
export interface RangeReading {
  /** Full object name that the base revision means. */
  readonly baseSha: string;
  /** Full object name that the head revision means; `null` for index and files on disk. */
  readonly headSha: string | null;
  /** The merge base, of a symmetric range. */
  readonly mergeBaseSha?: string;
  /** All changed files in order of path, then scope. */
  readonly changeSet: ChangeSet;
  /**
   * Dependencies that changed in these files. Files that list none have no entry, nor have those whose
   * dependencies are equal on both sides.
   */
  dependencyChanges(files: readonly FileChange[]): Promise<readonly DependencyChange[]>;
}
