/**
 * File snapshots: the content of files on both sides of a range.
 *
 * @module
 */

import * as z from "zod/mini";
import { type FileSnapshot, fileSnapshotSchema } from "./file_snapshot.ts";
import { type AnswerNotice, noticeSchema } from "./notice.ts";
import { type RangeMetadata, rangeMetadataFields } from "./range_metadata.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema } from "./shape/page.ts";

/** What was looked at. */
export interface SnapshotsMetadata extends RangeMetadata {
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
    ...rangeMetadataFields,
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  files: z.array(fileSnapshotSchema),
  token_estimate: z.int(),
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof snapshotsSchema>, FileSnapshots>;
