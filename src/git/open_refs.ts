/**
 * Opens the references of a repository, however it stores them.
 *
 * @module
 */

import type { RepositoryLayout } from "./layout.ts";
import type { RefStore } from "./refs.ts";
import { FileRefs } from "./refs_files.ts";
import { ReftableRefs } from "./refs_reftable.ts";

/** The references seen from one worktree; no file is read before the first question. */
export function openRefs(
  layout: Pick<RepositoryLayout, "gitDir" | "commonDir" | "objectFormat" | "refFormat">,
): RefStore {
  return layout.refFormat === "reftable" ? new ReftableRefs(layout) : new FileRefs(layout);
}
