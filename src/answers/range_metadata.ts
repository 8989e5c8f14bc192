/**
 * What an answer about a range says of the range.
 *
 * @module
 */

import * as z from "zod/mini";

/** Which states of which repository were looked at, and when. */
export interface RangeMetadata {
  /** Root of the work tree, or the directory of a bare repository. */
  repo_path: string;
  /** The base as it was asked for. */
  base_ref: string;
  /** The head as it was asked for; `WORKTREE` for index and files on disk. */
  head_ref: string;
  /** Full object name of the base. */
  base_sha: string;
  /** Full object name of the head; `WORKTREE` for index and files on disk. */
  head_sha: string;
  /** The merge base, when it stands for the base. */
  merge_base_sha?: string;
  /** Hash function of the object names: `sha1` or `sha256`. */
  object_format: string;
  /** When the answer was made (ISO 8601, UTC). */
  generated_at: string;
  /** Version of git-prism. */
  version: string;
}

/** Schemas of the fields of {@link RangeMetadata}, in their order. */
export const rangeMetadataFields = {
  repo_path: z.string(),
  base_ref: z.string(),
  head_ref: z.string(),
  base_sha: z.string(),
  head_sha: z.string(),
  merge_base_sha: z.optional(z.string()),
  object_format: z.string(),
  generated_at: z.string(),
  version: z.string(),
} as const;
