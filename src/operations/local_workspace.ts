/**
 * The workspace of a process: repositories on the machine's disk.
 *
 * @module
 */

import type { GitEnvironment } from "../git/layout.ts";
import { ObjectsPool, openRepository } from "../git/repository.ts";
import { ChangeSetCache } from "./change_set_cache.ts";
import { LocalRepository } from "./local_repository.ts";
import type { OpenedRepository, Workspace } from "./workspace.ts";

/** What a surface knows of its process. */
export interface LocalPlace {
  /** Absolute path of the folder that relative paths begin at. */
  readonly cwd: string;
  readonly environment: GitEnvironment;
  readonly version: string;
  now(): Date;
}

/** A workspace that keeps object stores and comparisons from one question to the next. */
export function localWorkspace(place: LocalPlace): Workspace {
  const pool = new ObjectsPool();
  const cache = new ChangeSetCache();
  return {
    cwd: place.cwd,
    environment: place.environment,
    version: place.version,
    now: () => place.now(),
    open(from): Promise<OpenedRepository> {
      return Promise.resolve().then(() => {
        const start = from === null ? place.cwd : absolute(place.cwd, from);
        // A folder that was named is looked into, whatever `GIT_DIR` says.
        const environment = from === null ? place.environment : withoutPlaces(place.environment);
        const now = Math.floor(place.now().getTime() / 1000);
        return new LocalRepository(openRepository(start, environment, pool), cache, now);
      });
    },
  };
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
