/**
 * File snapshots: the content of files on both sides of a range.
 *
 * @module
 */

import * as z from "zod/mini";
import { type FileSnapshot, fileSnapshotSchema } from "./file_snapshot.ts";
import { type AnswerNotice, noticeSchema } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema } from "./shape/page.ts";

/** What was looked at. */
export interface SnapshotsMetadata {
  /** Root of the work tree, or the directory of a bare repository. */
  repo_path: string;
  /** The base as it was asked for. */
  base_ref: string;
  /** The head as it was asked for; `WORKTREE` for files on disk. */
  head_ref: string;
  /** Full object name of the base. */
  base_sha: string;
  /** Full object name of the head; `WORKTREE` for files on disk. */
  head_sha: string;
  /** The merge base, when it is what stands for the base. */
  merge_base_sha?: string;
  /** Hash function of the object names: `sha1` or `sha256`. */
  object_format: string;
  /** When the answer was made (ISO 8601, UTC). */
  generated_at: string;
  /** Version of git-prism. */
  version: string;
  /** The limit that the answer was fitted to, when there was one. */
  budget_tokens?: number;
  /** What the answer could not see, or did differently. */
  notices: AnswerNotice[];
}

/** The content of files on both sides of a range. */
export interface FileSnapshots {
  /** What was looked at. */
  metadata: SnapshotsMetadata;
  /** The files in the order in which they were asked for. */
  files: FileSnapshot[];
  /** Estimated tokens of the answer: bytes of its JSON by four. */
  token_estimate: number;
  /** What was left out, and how to get it. */
  omitted: Omission[];
}

/** Schema of {@link FileSnapshots}. */
export const snapshotsSchema = z.object({
  metadata: z.object({
    repo_path: z.string(),
    base_ref: z.string(),
    head_ref: z.string(),
    base_sha: z.string(),
    head_sha: z.string(),
    merge_base_sha: z.optional(z.string()),
    object_format: z.string(),
    generated_at: z.string(),
    version: z.string(),
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  files: z.array(fileSnapshotSchema),
  token_estimate: z.int(),
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof snapshotsSchema>, FileSnapshots>;
