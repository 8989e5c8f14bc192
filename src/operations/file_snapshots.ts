/**
 * What do files hold on both sides of a range?
 *
 * @module
 */

import * as z from "zod/mini";
import { draftSnapshot, type SnapshotDraft } from "../answers/file_snapshot.ts";
import { type FileSnapshots, snapshotsSchema } from "../answers/file_snapshots.ts";
import { toNotice } from "../answers/notice.ts";
import { DEFAULT_BUDGET } from "../answers/shape/budget.ts";
import type { Equal } from "../answers/shape/equal.ts";
import { parsePathText } from "../answers/shape/path_text.ts";
import { fitSnapshots, type FittedSnapshots } from "../answers/snapshot_fit.ts";
import { PrismError } from "../errors.ts";
import { defineOperation, type Fit } from "./operation.ts";
import { rangeMetadata } from "./range_metadata.ts";
import { parseRange, WORKTREE } from "./range_text.ts";

/** Arguments of {@link fileSnapshotsOperation}. */
export interface FileSnapshotsInput {
  /** Revision of the first side, or a range: `main..HEAD`, `main...HEAD`. */
  base_ref: string;
  /** Revision of the second side; `WORKTREE` for files on disk, `HEAD` when left out. */
  head_ref?: string;
  /** Paths of the files from the root of the repository, 1 to 20. */
  paths: string[];
  /** Any folder of the repository. */
  repo_path?: string;
  /** Whether the content of the first side is asked for. */
  include_before: boolean;
  /** Whether the content of the second side is asked for. */
  include_after: boolean;
  /** Most bytes of one content, in UTF-8. */
  max_file_size_bytes: number;
  /** First and last line, from 1. */
  line_range?: number[];
  /** Whether the hunks between both sides are asked for. */
  include_diff_hunks: boolean;
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
}

/** Most files of one call. */
const MOST_PATHS = 20;

const text = z.string().check(z.minLength(1));
const line = z.int().check(z.minimum(1));

const input = z.strictObject({
  base_ref: text.check(z.describe("Base revision, or a range A..B or A...B")),
  head_ref: z.optional(text).check(z.describe("Head (HEAD if omitted); WORKTREE = disk")),
  paths: z.array(text).check(
    z.minLength(1),
    z.maxLength(MOST_PATHS),
    z.describe("Files, from the repository's root"),
  ),
  repo_path: z.optional(text).check(z.describe("Folder in the repository")),
  include_before: z._default(z.boolean(), true).check(z.describe("Content at base")),
  include_after: z._default(z.boolean(), true).check(z.describe("Content at head")),
  max_file_size_bytes: z._default(z.int().check(z.minimum(1)), 100_000)
    .check(z.describe("Most bytes per content")),
  line_range: z.optional(z.array(line).check(z.minLength(2), z.maxLength(2)))
    .check(z.describe("[first, last] line, from 1")),
  include_diff_hunks: z._default(z.boolean(), false).check(z.describe("Hunks as of git diff -U0")),
  max_response_tokens: z._default(z.int().check(z.minimum(0)), DEFAULT_BUDGET)
    .check(z.describe("0 = no limit")),
});

true satisfies Equal<z.infer<typeof input>, FileSnapshotsInput>;

/** The operation behind `get_file_snapshots` and `git-prism snapshot`. */
export const fileSnapshotsOperation = defineOperation({
  name: "get_file_snapshots",
  command: "snapshot",
  summary: "Show files as they are on both sides of a range",
  description:
    "Use instead of `git show REF:path` and `git diff -- path`: files as they are at base " +
    "and head, a renamed file's old path found. What does not fit stands in omitted, with the " +
    "call that gets it.",
  positional: {
    forms: [
      ["A..B, or A B", "Files of A and of B"],
      ["A...B", "Files of the merge base of A and B, and of B"],
      ["A", "Files of A and of HEAD"],
      ["A WORKTREE", "Files of A and on disk"],
      ["(nothing)", "Files of HEAD and on disk"],
    ],
    nothing: { base_ref: "HEAD", head_ref: WORKTREE },
  },
  effect: "read",
  input,
  output: snapshotsSchema,
  async run(input: FileSnapshotsInput, { workspace, steps }) {
    const lines = linesOf(input.line_range);
    const range = parseRange(input.base_ref, input.head_ref ?? null, "HEAD");
    await steps.step("opening the repository");
    const repository = await workspace.open(
      input.repo_path === undefined ? null : parsePathText(input.repo_path),
    );
    const paths = input.paths.map(parsePathText);
    const reading = await repository.readFiles(range, paths, steps);
    const drafts: SnapshotDraft[] = [];
    for (const [done, file] of reading.files.entries()) {
      await steps.step("reading files", done, reading.files.length);
      drafts.push(draftSnapshot(file, {
        before: input.include_before,
        after: input.include_after,
        hunks: input.include_diff_hunks,
        selection: { lines, bytes: input.max_file_size_bytes },
      }));
    }
    const notices = [...reading.notices, ...drafts.flatMap((draft) => draft.notices)];
    const refs = {
      base_ref: input.base_ref,
      ...(input.head_ref === undefined ? {} : { head_ref: input.head_ref }),
    };
    const build = ({ files, omitted, over }: FittedSnapshots, budget: number): FileSnapshots => ({
      metadata: {
        ...rangeMetadata(range, reading, { repository, workspace }),
        ...(budget === 0 ? {} : { budget_tokens: budget }),
        notices: [
          ...notices,
          ...(over ? [{ code: "page_over_budget" as const, message: overBudget(budget) }] : []),
        ].map(toNotice),
      },
      files,
      token_estimate: 0,
      omitted,
    });
    return {
      kind: "single",
      answer({ budget, describe, complete }: Fit<FileSnapshots>): FileSnapshots {
        const { max_response_tokens, max_file_size_bytes } = input;
        const kept = {
          ...(max_response_tokens === DEFAULT_BUDGET ? {} : { max_response_tokens }),
          ...(max_file_size_bytes === 100_000 ? {} : { max_file_size_bytes }),
        };
        const fitted = fitSnapshots({
          drafts,
          budget,
          largest: max_file_size_bytes,
          describe: (args) => describe({ ...refs, ...kept, ...args }),
          tokens: (fitted) => complete(build(fitted, budget)),
        });
        const answer = build(fitted, budget);
        complete(answer);
        return answer;
      },
    };
  },
});

function overBudget(budget: number): string {
  return `The least that goes out is over the budget of ${budget} tokens.`;
}

function linesOf(range: readonly number[] | undefined): readonly [number, number] | null {
  if (range === undefined) return null;
  const [from, to] = range;
  if (from <= to) return [from, to];
  throw new PrismError(
    "invalid_argument",
    `The line_range ends at line ${to}, before line ${from} where it begins.`,
    { hint: `Write the first line before the last: [${to}, ${from}].` },
  );
}
