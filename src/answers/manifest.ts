/**
 * The change manifest: what changed between two states of a repository, file by file.
 *
 * @module
 */

import * as z from "zod/mini";
import { type DependencyChange, dependencyChangeSchema } from "./dependency_change.ts";
import { type ManifestFile, manifestFileSchema } from "./manifest_file.ts";
import { type ManifestSummary, manifestSummarySchema } from "./manifest_summary.ts";
import { type AnswerNotice, noticeSchema } from "./notice.ts";
import { type RangeMetadata, rangeMetadataFields } from "./range_metadata.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema, type Pagination, paginationSchema } from "./shape/page.ts";
import { untrusted } from "./shape/untrusted.ts";

/** What was looked at, and how. */
export interface ManifestMetadata extends RangeMetadata {
  /** Estimated tokens of the answer: bytes of its JSON by four. */
  token_estimate: number;
  /** Files whose functions were cut. */
  function_analysis_truncated?: string[];
  /** The limit that the answer was fitted to, when there was one. */
  budget_tokens?: number;
  /** What the answer could not see, or did differently. */
  notices: AnswerNotice[];
}

/** What changed between two states of a repository. */
export interface ChangeManifest {
  /** What was looked at, and how. */
  metadata: ManifestMetadata;
  /** Counts over every matching file, whatever the page. */
  summary: ManifestSummary;
  /** The changed files of the page, by path and then scope. */
  files: ManifestFile[];
  /** Changed dependencies of the files of the page. */
  dependency_changes: DependencyChange[];
  /** Where the page lies in the list of files. */
  pagination: Pagination;
  /** What was left out, and how to get it. */
  omitted: Omission[];
}

/** Schema of {@link ChangeManifest}. */
export const manifestSchema = z.object({
  metadata: z.object({
    ...rangeMetadataFields,
    token_estimate: z.int(),
    function_analysis_truncated: z.optional(z.array(untrusted("path"))),
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  summary: manifestSummarySchema,
  files: z.array(manifestFileSchema),
  dependency_changes: z.array(dependencyChangeSchema),
  pagination: paginationSchema,
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof manifestSchema>, ChangeManifest>;
