/**
 * Where the parts of one repository lie (gitrepository-layout(5)) and how its data is to be read.
 *
 * @module
 */

import type { Config } from "./config.ts";
import type { ObjectFormat } from "./object_id.ts";

/** How the references are stored (`extensions.refStorage`). */
export type RefFormat = "files" | "reftable";

/** What discovery finds out before any object is read. All paths are absolute. */
export interface RepositoryLayout {
  /** `$GIT_DIR`: of a linked worktree its own directory, `<common>/worktrees/<name>`. */
  readonly gitDir: string;
  /** `$GIT_COMMON_DIR`: where objects, config and shared refs lie. Equal to `gitDir` but in a linked worktree. */
  readonly commonDir: string;
  /** `$GIT_OBJECT_DIRECTORY`, `<common>/objects` by default. */
  readonly objectDir: string;
  /** Root of the work tree; `null` in a bare repository. */
  readonly workTree: string | null;
  readonly objectFormat: ObjectFormat;
  readonly refFormat: RefFormat;
  /** Whether objects may be missing because a promisor remote has them (`extensions.partialClone`, `*.promisor` packs). */
  readonly partialClone: boolean;
  readonly config: Config;
}

/**
 * The process's environment as far as git looks at it, handed down by a surface; absent variables
 * and a withheld environment look the same.
 */
export type GitEnvironment = Readonly<Record<string, string | undefined>>;
