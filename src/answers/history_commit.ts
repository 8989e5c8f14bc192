/**
 * One commit of a history: who made it and why, and what it changes.
 *
 * @module
 */

import * as z from "zod/mini";
import type { FileChange } from "../changes/change_set.ts";
import type { FileCode } from "../changes/function_analysis.ts";
import type { Notice } from "../errors.ts";
import { type Commit, subjectOf } from "../git/commit.ts";
import type { Person } from "../git/person.ts";
import { isoTime } from "./commit_time.ts";
import {
  type DependencyChange,
  dependencyChangeSchema,
  toDependencyChange,
} from "./dependency_change.ts";
import { type ManifestFile, manifestFileSchema, toManifestFile } from "./manifest_file.ts";
import {
  type ManifestSummary,
  manifestSummarySchema,
  toManifestSummary,
} from "./manifest_summary.ts";
import { type AnswerNotice, entryErrorSchema, noticeSchema, toNotice } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { untrusted, untrustedLines } from "./shape/untrusted.ts";

/** Who made a commit, when and why. */
export interface CommitMetadata {
  /** Full object name. */
  sha: string;
  /** First paragraph of the message on one line. */
  subject: string;
  /** The whole message without blank space around it. */
  message: string;
  /** Name of the author. */
  author: string;
  /** Address of the author. */
  author_email: string;
  /** When it was written, ISO 8601 with the author's offset. */
  timestamp: string;
  /** Name of the committer. */
  committer: string;
  /** Address of the committer, when it is not the author's. */
  committer_email?: string;
  /** When it was committed, when that is another moment than `timestamp`. */
  commit_timestamp?: string;
  /** Full object names of the parents, as far as they are in the repository. */
  parents: string[];
  /** Whether it has several parents; it is then compared with the first. */
  is_merge: boolean;
}

/** One commit of a history. */
export interface HistoryCommit {
  /** Who made it, when and why. */
  metadata: CommitMetadata;
  /** Counts over all its files that were asked for. */
  summary: ManifestSummary;
  /** The files that differ from the first parent, or from the empty tree. */
  files: ManifestFile[];
  /** Changed dependencies of these files. */
  dependency_changes: DependencyChange[];
  /** What could not be seen of it, when there is any. */
  notices?: AnswerNotice[];
  /** Why it could not be compared. */
  error?: { code: string; message: string };
}

/** Schema of {@link HistoryCommit}. */
export const historyCommitSchema = z.object({
  metadata: z.object({
    sha: z.string(),
    subject: untrusted("commit subject"),
    message: untrustedLines("commit message"),
    author: untrusted("author's name"),
    author_email: untrusted("author's address"),
    timestamp: z.string(),
    committer: untrusted("committer's name"),
    committer_email: z.optional(untrusted("committer's address")),
    commit_timestamp: z.optional(z.string()),
    parents: z.array(z.string()),
    is_merge: z.boolean(),
  }),
  summary: manifestSummarySchema,
  files: z.array(manifestFileSchema),
  dependency_changes: z.array(dependencyChangeSchema),
  notices: z.optional(z.array(noticeSchema)),
  error: z.optional(entryErrorSchema),
});

true satisfies Equal<z.infer<typeof historyCommitSchema>, HistoryCommit>;

/** A commit that was read. */
export interface ReadCommit {
  readonly id: string;
  readonly commit: Commit | null;
  readonly parents: readonly string[];
  readonly files: readonly FileChange[];
  readonly notices: readonly Notice[];
  readonly dependencies: readonly DependencyChange[];
  /** What changed in the code of the files that were analysed. */
  readonly code: ReadonlyMap<FileChange, FileCode>;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

/** A commit as an answer writes it. */
export function toHistoryCommit(read: ReadCommit): HistoryCommit {
  const { files, notices, code, problem } = read;
  return {
    metadata: toMetadata(read),
    summary: toManifestSummary(files, code),
    files: files.map((file) => toManifestFile(file, code.get(file))),
    dependency_changes: read.dependencies.map(toDependencyChange),
    ...(notices.length === 0 ? {} : { notices: notices.map(toNotice) }),
    ...(problem === null ? {} : { error: { code: problem.code, message: problem.message } }),
  };
}

const NOBODY: Person = { name: "", email: "", time: 0, timezone: "+0000" };

function toMetadata({ id, commit, parents }: ReadCommit): CommitMetadata {
  const { author, committer, message } = commit ??
    { author: NOBODY, committer: NOBODY, message: "" };
  const written = isoTime(author);
  const committed = isoTime(committer);
  return {
    sha: id,
    subject: plain(subjectOf(message)),
    message: plain(message.trim()),
    author: plain(author.name),
    author_email: plain(author.email),
    timestamp: written,
    committer: plain(committer.name),
    ...(committer.email === author.email ? {} : { committer_email: plain(committer.email) }),
    ...(committed === written ? {} : { commit_timestamp: committed }),
    parents: [...parents],
    is_merge: parents.length > 1,
  };
}

/** Bytes that could not be decoded become U+FFFD. */
function plain(text: string): string {
  return text.toWellFormed();
}
