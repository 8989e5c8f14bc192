/**
 * git-prism answers questions about a git repository with plain data. Everything is read from the files of the
 * repository: no git program runs, and permission to read is enough.
 *
 * ```ts
 * import { changeManifest } from "@git-prism/cli";
 *
 * const manifest = await changeManifest({ base_ref: "main...HEAD", repo_path: "." });
 * for (const file of manifest.files) console.log(file.change_type, file.path);
 * ```
 *
 * Run as a program, the module is the command line: `deno run --allow-read jsr:@git-prism/cli`.
 *
 * @module
 */

import type { ChangeManifest } from "./src/answers/manifest.ts";
import type { CommitHistory } from "./src/answers/commit_history.ts";
import type { FunctionContext } from "./src/answers/function_context.ts";
import type { Review } from "./src/answers/review.ts";
import type { FileSnapshots } from "./src/answers/file_snapshots.ts";
import type { ChangeManifestInput } from "./src/operations/change_manifest.ts";
import type { CommitHistoryInput } from "./src/operations/commit_history.ts";
import type { FileSnapshotsInput } from "./src/operations/file_snapshots.ts";
import type { FunctionContextInput } from "./src/operations/function_context.ts";
import type { ReviewChangeInput } from "./src/operations/review_change.ts";
import type { AnyAnswer, AnyInput, Operation } from "./src/operations/operation.ts";

export type { FileChangeKind } from "./src/changes/change_set.ts";
export type { FunctionChangeKind, SignatureChangeKind } from "./src/changes/function_change.ts";
export type { DependencyChange, DependencyEntry } from "./src/answers/dependency_change.ts";
export type { CommitHistory, HistoryMetadata } from "./src/answers/commit_history.ts";
export type {
  CalleeEntry,
  CallerEntry,
  ContextEntry,
  StaleCallerEntry,
} from "./src/answers/context_entry.ts";
export type { ContextMetadata, FunctionContext } from "./src/answers/function_context.ts";
export type { Review, ReviewGroup, ReviewStep } from "./src/answers/review.ts";
export type { FileContent } from "./src/answers/file_content.ts";
export type { DiffHunk, FileSnapshot } from "./src/answers/file_snapshot.ts";
export type { FileSnapshots, SnapshotsMetadata } from "./src/answers/file_snapshots.ts";
export type {
  FunctionEntry,
  ImportEntry,
  SignatureChangeEntry,
} from "./src/answers/function_entry.ts";
export type { CommitMetadata, HistoryCommit } from "./src/answers/history_commit.ts";
export type { ChangeManifest, ManifestMetadata } from "./src/answers/manifest.ts";
export type { ManifestFile } from "./src/answers/manifest_file.ts";
export type { FunctionCounts, ManifestSummary } from "./src/answers/manifest_summary.ts";
export type { AnswerNotice } from "./src/answers/notice.ts";
export type { RangeMetadata } from "./src/answers/range_metadata.ts";
export type { Risk } from "./src/calls/blast_radius.ts";
export type { Confidence } from "./src/calls/callers.ts";
export type { Omission, Pagination } from "./src/answers/shape/page.ts";
export {
  ERROR_CODES,
  type ErrorCode,
  type ErrorKind,
  EXIT_CODES,
  PrismError,
  type PrismErrorOptions,
} from "./src/errors.ts";
export type { ChangeScope } from "./src/git/file_side.ts";
export type { ChangeManifestInput } from "./src/operations/change_manifest.ts";
export type { CommitHistoryInput } from "./src/operations/commit_history.ts";
export type { FileSnapshotsInput } from "./src/operations/file_snapshots.ts";
export type { CallableKind, DefinitionKind, TypeKind } from "./src/syntax/outline.ts";
export type { FunctionContextInput } from "./src/operations/function_context.ts";
export type { ReviewChangeInput } from "./src/operations/review_change.ts";
export { VERSION } from "./src/version.ts";

/** How a question is asked. */
export interface QuestionOptions {
  /** Calls the work off; the promise is then rejected with the code `cancelled`. */
  signal?: AbortSignal;
}

/**
 * What changed between two states of a repository, file by file.
 *
 * All files are returned, unless `page_size`, `cursor` or `max_response_tokens` asks for a page.
 *
 * @param input What to compare; without a base, `HEAD` with index and files on disk.
 * @throws {PrismError} for wrong arguments, refs that mean nothing, and repositories that cannot be read
 */
export async function changeManifest(
  input: Partial<ChangeManifestInput> = {},
  options: QuestionOptions = {},
): Promise<ChangeManifest> {
  const { changeManifestOperation } = await import("./src/operations/change_manifest.ts");
  return await answer(changeManifestOperation, { base_ref: "HEAD", ...input }, options);
}

/**
 * The content of files on both sides of a range.
 *
 * All of it is returned, up to `max_file_size_bytes` each, unless `max_response_tokens` sets a limit.
 *
 * @param input Which files, and of which revisions; without a base, `HEAD` and what stands on disk.
 * @throws {PrismError} for wrong arguments, refs that mean nothing, and repositories that cannot be read
 */
export async function fileSnapshots(
  input: Partial<FileSnapshotsInput> & Pick<FileSnapshotsInput, "paths">,
  options: QuestionOptions = {},
): Promise<FileSnapshots> {
  const { fileSnapshotsOperation } = await import("./src/operations/file_snapshots.ts");
  const range = input.base_ref === undefined ? fileSnapshotsOperation.positional.nothing : {};
  return await answer(fileSnapshotsOperation, { ...range, ...input }, options);
}

/**
 * The commits of a range, oldest first, with what each changes.
 *
 * All commits are returned, unless `page_size`, `cursor` or `max_response_tokens` asks for a page; of a
 * long history pages take less memory.
 *
 * @param input Which commits: those of the head, or of `HEAD`, that are not in the base.
 * @throws {PrismError} for wrong arguments, refs that mean nothing, and repositories that cannot be read
 */
export async function commitHistory(
  input: Partial<CommitHistoryInput> & Pick<CommitHistoryInput, "base_ref">,
  options: QuestionOptions = {},
): Promise<CommitHistory> {
  const { commitHistoryOperation } = await import("./src/operations/commit_history.ts");
  return await answer(commitHistoryOperation, input, options);
}

/**
 * Who calls the changed functions, what they call, which tests reach them, and what may break.
 *
 * All functions are returned, unless `page_size`, `cursor` or `max_response_tokens` asks for a page.
 *
 * @param input What to compare; without a base, `HEAD` with index and files on disk, or with
 * `function_names` these functions, whether they changed or not.
 * @throws {PrismError} for wrong arguments, refs that mean nothing, and repositories that cannot be read
 */
export async function functionContext(
  input: Partial<FunctionContextInput> = {},
  options: QuestionOptions = {},
): Promise<FunctionContext> {
  const { functionContextOperation } = await import("./src/operations/function_context.ts");
  return await answer(functionContextOperation, input, options);
}

/**
 * What changed and what may break, in one answer, with the order in which to look at it.
 *
 * All of it is returned, unless `page_size`, a cursor or `max_response_tokens` asks for a page.
 *
 * @param input What to compare; without a base, `HEAD` with index and files on disk.
 * @throws {PrismError} for wrong arguments, refs that mean nothing, and repositories that cannot be read
 */
export async function reviewChange(
  input: Partial<ReviewChangeInput> = {},
  options: QuestionOptions = {},
): Promise<Review> {
  const { reviewChangeOperation } = await import("./src/operations/review_change.ts");
  return await answer(reviewChangeOperation, { base_ref: "HEAD", ...input }, options);
}

async function answer<Input extends AnyInput, Unit, Answer extends AnyAnswer>(
  operation: Operation<Input, Unit, Answer>,
  args: Partial<AnyInput>,
  { signal }: QuestionOptions,
): Promise<Answer> {
  const { ask } = await import("./src/operations/ask.ts");
  const { processWorkspace } = await import("./src/surfaces/process_workspace.ts");
  const paged = [args.page_size, args.cursor, args.max_response_tokens];
  return await ask(operation, args, processWorkspace(), {
    whole: paged.every((value) => value === undefined),
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * Serves the Model Context Protocol over stdin and stdout, until the input ends and everything received is answered.
 */
export async function serve(): Promise<void> {
  const { serve } = await import("./src/surfaces/mcp/serve.ts");
  await serve();
}

if (import.meta.main) {
  const { main } = await import("./src/surfaces/cli/main.ts");
  Deno.exit(await main(Deno.args));
}
