/**
 * The commit history: what each commit of a range changes.
 *
 * @module
 */

import * as z from "zod/mini";
import { type HistoryCommit, historyCommitSchema } from "./history_commit.ts";
import { type AnswerNotice, noticeSchema } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema, type Pagination, paginationSchema } from "./shape/page.ts";
import { untrusted } from "./shape/untrusted.ts";

/** What was looked at, and how. */
export interface HistoryMetadata {
  /** Root of the work tree, or the directory of a bare repository. */
  repo_path: string;
  /** The base as it was asked for; its commits are left out. */
  base_ref: string;
  /** The head as it was asked for. */
  head_ref: string;
  /** Full object name of the base. */
  base_sha: string;
  /** Full object name of the head. */
  head_sha: string;
  /** The merge base, when it is what the history begins at. */
  merge_base_sha?: string;
  /** Hash function of the object names: `sha1` or `sha256`. */
  object_format: string;
  /** When the answer was made (ISO 8601, UTC). */
  generated_at: string;
  /** Version of git-prism. */
  version: string;
  /** Estimated tokens of the answer: bytes of its JSON by four. */
  token_estimate: number;
  /** Files whose functions were cut. */
  function_analysis_truncated?: string[];
  /** The limit that the answer was fitted to, when there was one. */
  budget_tokens?: number;
  /** What the answer could not see, or did differently. */
  notices: AnswerNotice[];
}

/** What each commit of a range changes. */
export interface CommitHistory {
  /** The commits of the page, oldest first: none comes before its parents. */
  commits: HistoryCommit[];
  /** Where the page lies in the list of commits. */
  pagination: Pagination;
  /** What was looked at, and how. */
  metadata: HistoryMetadata;
  /** What was left out, and how to get it. */
  omitted: Omission[];
}

/** Schema of {@link CommitHistory}. */
export const historySchema = z.object({
  commits: z.array(historyCommitSchema),
  pagination: paginationSchema,
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
    token_estimate: z.int(),
    function_analysis_truncated: z.optional(z.array(untrusted("path"))),
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof historySchema>, CommitHistory>;
