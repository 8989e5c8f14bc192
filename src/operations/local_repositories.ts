/**
 * Repositories on the machine's disk.
 *
 * @module
 */

import type { GitEnvironment } from "../git/layout.ts";
import { ObjectsPool, openRepository } from "../git/repository.ts";
import { ChangeSetCache } from "./change_set_cache.ts";
import type { CodeViews } from "./code_views.ts";
import { CommitLists } from "./commit_lists.ts";
import { LocalRepository } from "./local_repository.ts";
import type { OpenedRepository, Workspace } from "./workspace.ts";

/** Opens repositories and keeps object stores and comparisons from one question to the next. */
export class LocalRepositories {
  readonly #pool = new ObjectsPool();
  #views: Promise<CodeViews> | undefined;
  readonly #kept = {
    changeSets: new ChangeSetCache(),
    commitLists: new CommitLists(),
    codeViews: () => this.#views ??= openViews(),
  };

  /**
   * Opens the repository that a folder belongs to.
   *
   * @param from Absolute, or relative to the place's folder; `null` for that folder itself, where
   * `GIT_DIR` and its like apply. A folder that was named is looked into, whatever they say.
   * @throws {PrismError} `not_a_repository`, `unsupported_repository`, `config_invalid`, `unreadable`
   */
  open(
    from: string | null,
    place: Pick<Workspace, "cwd" | "environment" | "now">,
  ): OpenedRepository {
    const start = from === null ? place.cwd : absolute(place.cwd, from);
    const environment = from === null ? place.environment : withoutPlaces(place.environment);
    const now = Math.floor(place.now().getTime() / 1000);
    return new LocalRepository(openRepository(start, environment, this.#pool), this.#kept, now);
  }
}

async function openViews(): Promise<CodeViews> {
  const { CodeViews } = await import("./code_views.ts");
  return new CodeViews();
}

function absolute(cwd: string, path: string): string {
  return /^([\\/]|[A-Za-z]:[\\/])/.test(path) ? path : `${cwd}/${path}`;
}

function withoutPlaces(environment: GitEnvironment): GitEnvironment {
  const {
    GIT_DIR: _dir,
    GIT_WORK_TREE: _tree,
    GIT_COMMON_DIR: _common,
    GIT_OBJECT_DIRECTORY: _objects,
    GIT_INDEX_FILE: _index,
    ...rest
  } = environment;
  return rest;
}
