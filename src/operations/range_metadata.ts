/**
 * Fills in what an answer says of its range.
 *
 * @module
 */

import type { RangeMetadata } from "../answers/range_metadata.ts";
import { WORKTREE } from "./range_text.ts";
import type { OpenedRepository, RangeNames, RangeRequest, Workspace } from "./workspace.ts";

/** The metadata of an answer about a range. */
export function rangeMetadata(
  range: RangeRequest,
  names: RangeNames,
  { repository, workspace }: {
    readonly repository: OpenedRepository;
    readonly workspace: Workspace;
  },
): RangeMetadata {
  return {
    repo_path: repository.root,
    base_ref: range.base,
    head_ref: range.head ?? WORKTREE,
    base_sha: names.baseSha,
    head_sha: names.headSha ?? WORKTREE,
    ...(names.mergeBaseSha === undefined ? {} : { merge_base_sha: names.mergeBaseSha }),
    object_format: repository.objectFormat,
    generated_at: timeText(workspace.now()),
    version: workspace.version,
  };
}

/** A time in UTC (ISO 8601), whole seconds. */
export function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
