/**
 * The files on disk that belong to a repository, and how they are to be read.
 *
 * @module
 */

import { type Notice, PrismError } from "../errors.ts";
import type { Conversion, DiskPlace } from "./disk_file.ts";
import type { IgnoreRules } from "./ignore.ts";
import { type GitIndex, openIndex } from "./index_file.ts";
import type { RepositoryLayout } from "./layout.ts";
import type { Objects } from "./objects.ts";
import { StatRules } from "./stat_match.ts";

/** What a look at the work tree takes. */
export interface WorktreeSources {
  readonly layout: RepositoryLayout;
  readonly objects: Objects;
  /** Path of the index, when `GIT_INDEX_FILE` names another than the repository's own. */
  readonly indexFile?: string;
  /** The rules for a look at this index. */
  ignore(index: GitIndex): IgnoreRules;
  /** The conversions for a look at this index. */
  conversion(index: GitIndex): Conversion;
}

/** One look at a work tree: the index as it was, the rules, and what could not be seen. */
export interface Worktree extends DiskPlace {
  readonly layout: RepositoryLayout;
  readonly objects: Objects;
  readonly index: GitIndex;
  readonly rules: StatRules;
  readonly ignore: IgnoreRules;
  /** Grows while sides are read. */
  readonly notices: readonly Notice[];
}

/**
 * Begins a look at the work tree of a repository by reading the index.
 * @throws {PrismError} `bare_repository`, `index_corrupt`, `unreadable`
 */
export function openWorktree(sources: WorktreeSources): Worktree {
  const { layout, objects } = sources;
  if (layout.workTree === null) {
    throw new PrismError("bare_repository", `The repository "${layout.gitDir}" has no work tree.`, {
      hint: "Name two commits to compare, or run in a work tree.",
    });
  }
  const index = openIndex(layout.gitDir, layout.objectFormat, sources.indexFile);
  const notices: Notice[] = [];
  const known = new Set<string>();
  return {
    root: layout.workTree,
    format: layout.objectFormat,
    layout,
    objects,
    index,
    rules: new StatRules(layout.config, layout.objectFormat),
    ignore: sources.ignore(index),
    conversion: sources.conversion(index),
    notices,
    notice(notice) {
      // A file is read more than once.
      const key = `${notice.code}\0${notice.path ?? ""}`;
      if (known.has(key)) return;
      known.add(key);
      notices.push(notice);
    },
  };
}
