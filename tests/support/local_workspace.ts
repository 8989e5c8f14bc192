/**
 * A workspace in a directory on disk, without environment and with a clock that stands.
 *
 * @module
 */

import { LocalRepositories } from "../../src/operations/local_repositories.ts";
import type { Workspace } from "../../src/operations/workspace.ts";

/** The workspace of a directory. */
export function localWorkspace(
  directory: string,
  repositories: LocalRepositories = new LocalRepositories(),
): Workspace {
  const place = { cwd: directory, environment: {}, now: () => new Date(1_700_000_000_000) };
  return {
    ...place,
    version: "0.0.0",
    open: (from) => Promise.resolve(repositories.open(from, place)),
  };
}
