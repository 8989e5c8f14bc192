/**
 * What reading a revision takes.
 *
 * @module
 */

import type { CommitSource } from "./commits.ts";
import type { Config } from "./config.ts";
import type { ObjectId } from "./object_id.ts";
import type { RepositoryObjects } from "./object_store.ts";
import type { CurrentTime } from "./reflog_date.ts";
import type { RefStore } from "./refs.ts";

/** What stands at a path of the index in a stage (0 to 3); `null` when nothing does. */
export type IndexLookup = (path: string, stage: number) => { id: ObjectId; mode: number } | null;

/** The repository that a revision is read in, and the moment. */
export interface RevisionContext {
  readonly objects: RepositoryObjects;
  readonly refs: RefStore;
  readonly config: Config;
  readonly commits: CommitSource;
  readonly time: CurrentTime;
  /** For `:path`; without it such a revision is an error. */
  readonly index?: IndexLookup;
  /** Path of the current directory below the root of the work tree, `""` or ending in `/`, for `ref:./path`. */
  readonly prefix?: string;
}
