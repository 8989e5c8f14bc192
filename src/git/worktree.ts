/**
 * The files on disk that belong to a repository, and how they are to be read.
 *
 * @module
 */

import { type Notice, PrismError } from "../errors.ts";
import type { Conversion } from "./conversion.ts";
import type { DiskPlace } from "./disk_file.ts";
import { isRegular } from "./file_side.ts";
import type { IgnoreRules } from "./ignore.ts";
import { findEntry, type GitIndex, openIndex } from "./index_file.ts";
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
  /** Says what cannot be seen, at most once for each path and code. */
  notice(notice: Notice): void;
  /** All that was said so far; more can follow while sides are read. */
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
  const notices = new Map<string, Notice>();
  const notice = (notice: Notice) => {
    // A file is looked at more than once.
    const key = `${notice.code}\0${notice.path ?? ""}`;
    if (!notices.has(key)) notices.set(key, notice);
  };
  const ignore = sources.ignore(index);
  const conversion = sources.conversion(index);
  return {
    root: layout.workTree,
    format: layout.objectFormat,
    layout,
    objects,
    index,
    rules: new StatRules(layout.config, layout.objectFormat),
    ignore,
    conversion,
    notice,
    get notices() {
      for (const more of [...ignore.notices, ...conversion.notices]) notice(more);
      return [...notices.values()];
    },
    indexContent: (path) => indexContent(objects, index, path),
  };
}

/**
 * Content that an index has at a path, possibly a view; `null` when it has no file there. While a
 * merge goes on, ours stands for the path.
 * @throws {PrismError} `object_corrupt`
 */
export function indexContent(
  objects: Objects,
  index: GitIndex,
  path: string,
): Uint8Array | null {
  const entry = findEntry(index, path, 0) ?? findEntry(index, path, 2);
  if (entry === null || !isRegular(entry.mode)) return null;
  return objects.find(entry.id)?.bytes ?? null;
}
