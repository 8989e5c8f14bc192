/**
 * A repository, opened: where it lies, its objects, its references, its commits.
 *
 * @module
 */

import { type CommitSource, openCommits } from "./commits.ts";
import { discover } from "./discover.ts";
import { findEntry, openIndex } from "./index_file.ts";
import type { GitEnvironment, RepositoryLayout } from "./layout.ts";
import type { ObjectId } from "./object_id.ts";
import { type Objects, type ObjectsOptions, openObjects, replacementsOf } from "./objects.ts";
import { openRefs } from "./open_refs.ts";
import type { CurrentTime } from "./reflog_date.ts";
import type { RefStore } from "./refs.ts";
import type { RevisionContext } from "./revision_context.ts";

/** Everything that a question about a repository reads from. */
export interface Repository {
  readonly layout: RepositoryLayout;
  readonly objects: Objects;
  readonly refs: RefStore;
  readonly commits: CommitSource;
  readonly environment: GitEnvironment;
  /** For resolving revisions at this moment. */
  revisions(time: CurrentTime): RevisionContext;
}

/** Objects that are opened once and asked again, by everything that decides what they hold. */
export class ObjectsPool {
  readonly #open = new Map<string, Objects>();
  readonly #limit: number;

  /** Keeps this many stores open; each may hold some hundred megabytes. */
  constructor(limit: number = 4) {
    this.#limit = limit;
  }

  /** The store of a repository, opened if it was not. */
  get(layout: RepositoryLayout, options: ObjectsOptions): Objects {
    const key = JSON.stringify([
      layout.objectDir,
      layout.objectFormat,
      layout.partialClone,
      options.alternates ?? [],
      [...options.replacements ?? []],
    ]);
    const known = this.#open.get(key);
    if (known !== undefined) {
      // Asked last, dropped last.
      this.#open.delete(key);
      this.#open.set(key, known);
      return known;
    }
    for (const [old, store] of this.#open) {
      if (this.#open.size < this.#limit) break;
      store.close();
      this.#open.delete(old);
    }
    const opened = openObjects(layout, options);
    this.#open.set(key, opened);
    return opened;
  }

  /** Closes all files. */
  close(): void {
    for (const store of this.#open.values()) store.close();
    this.#open.clear();
  }
}

/**
 * Opens the repository that a directory belongs to.
 * @throws {PrismError} as {@link discover}
 */
export function openRepository(
  start: string,
  environment: GitEnvironment,
  pool: ObjectsPool = new ObjectsPool(1),
): Repository {
  const layout = discover(start, environment);
  const refs = openRefs(layout);
  const options = {
    alternates: alternatesOf(environment),
    replacements: usesReplacements(layout, environment)
      ? replacementsOf(refs, layout.objectFormat)
      : new Map<ObjectId, ObjectId>(),
  };
  const objects = pool.get(layout, options);
  const commits = openCommits(layout, objects, options);
  return {
    layout,
    objects,
    refs,
    commits,
    environment,
    revisions: (time) => ({
      objects,
      refs,
      config: layout.config,
      commits,
      time,
      index: (path, stage) => {
        const file = environment.GIT_INDEX_FILE || undefined;
        return findEntry(openIndex(layout.gitDir, layout.objectFormat, file), path, stage);
      },
    }),
  };
}

function usesReplacements(layout: RepositoryLayout, environment: GitEnvironment): boolean {
  return environment.GIT_NO_REPLACE_OBJECTS === undefined &&
    layout.config.bool("core.useReplaceRefs") !== false;
}

/** `GIT_ALTERNATE_OBJECT_DIRECTORIES`: paths between colons, semicolons on Windows (git(1)). */
function alternatesOf(environment: GitEnvironment): string[] {
  const list = environment.GIT_ALTERNATE_OBJECT_DIRECTORIES ?? "";
  return list.split(Deno.build.os === "windows" ? ";" : ":").filter((path) => path !== "");
}
