/**
 * The commit history: what each commit of a range changes.
 *
 * @module
 */

import * as z from "zod/mini";
import { type HistoryCommit, historyCommitSchema } from "./history_commit.ts";
import { type AnswerNotice, noticeSchema } from "./notice.ts";
import { type RangeMetadata, rangeMetadataFields } from "./range_metadata.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema, type Pagination, paginationSchema } from "./shape/page.ts";
import { untrusted } from "./shape/untrusted.ts";

/** What was looked at, and how. */
export interface HistoryMetadata extends RangeMetadata {
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
    ...rangeMetadataFields,
    token_estimate: z.int(),
    function_analysis_truncated: z.optional(z.array(untrusted("path"))),
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof historySchema>, CommitHistory>;
