/**
 * What does each commit of a range change?
 *
 * @module
 */

import * as z from "zod/mini";
import { historySchema } from "../answers/commit_history.ts";
import { toHistoryCommit } from "../answers/history_commit.ts";
import {
  HISTORY_TRIMS,
  historyDetail,
  historyPages,
  type HistoryUnit,
} from "../answers/history_page.ts";
import { DEFAULT_BUDGET } from "../answers/shape/budget.ts";
import { hashOf } from "../answers/shape/cursor.ts";
import type { Equal } from "../answers/shape/equal.ts";
import { parsePathText } from "../answers/shape/path_text.ts";
import { PrismError } from "../errors.ts";
import { defineOperation } from "./operation.ts";
import { rangeMetadata } from "./range_metadata.ts";
import { parseRange } from "./range_text.ts";
import type { CodeChanges } from "../changes/function_analysis.ts";
import type { CommitReading } from "./workspace.ts";

/** Arguments of {@link commitHistoryOperation}. */
export interface CommitHistoryInput {
  /** Revision whose commits are left out, or a range: `main..HEAD`, `main...HEAD`. */
  base_ref: string;
  /** Revision whose commits are listed; `HEAD` when left out. */
  head_ref?: string;
  /** Any folder of the repository. */
  repo_path?: string;
  /** Files and directories from the root of the repository; commits that touch none are left out. */
  paths: string[];
  /** Whether only first parents are followed. */
  first_parent: boolean;
  /** Whether changed functions and imports are asked for. */
  include_function_analysis: boolean;
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
  /** Cursor of the page; absent for the first one. */
  cursor?: string;
  /** Most commits of a page, 1 to 500. */
  page_size: number;
}

const text = z.string().check(z.minLength(1));

const input = z.strictObject({
  base_ref: text.check(z.describe("Commits not in this revision, or a range A..B")),
  head_ref: z.optional(text).check(z.describe("Head (HEAD if omitted)")),
  repo_path: z.optional(text).check(z.describe("Folder in the repository")),
  paths: z._default(z.array(text), []).check(z.describe("Files or folders that commits touch")),
  first_parent: z._default(z.boolean(), false).check(z.describe("Follow first parents only")),
  include_function_analysis: z._default(z.boolean(), true).check(z.describe("Changed functions")),
  max_response_tokens: z._default(z.int().check(z.minimum(0)), DEFAULT_BUDGET)
    .check(z.describe("0 = no limit")),
  cursor: z.optional(z.string()).check(z.describe("next_cursor of the page before")),
  page_size: z._default(z.int(), 100).check(z.describe("Commits per page, 1-500")),
});

true satisfies Equal<z.infer<typeof input>, CommitHistoryInput>;

/** The operation behind `get_commit_history` and `git-prism history`. */
export const commitHistoryOperation = defineOperation({
  name: "get_commit_history",
  command: "history",
  summary: "List the commits of a range with what each changes",
  description: "Use instead of `git log --stat base..head` and `git log -- path`: each commit, " +
    "oldest first, with author, message, files, line counts and changed functions against its first parent.",
  positional: {
    forms: [
      ["A..B, or A B", "Commits of B that are not in A"],
      ["A...B", "Commits of B behind the merge base of A and B"],
      ["A", "Commits of HEAD that are not in A"],
    ],
    nothing: null,
  },
  effect: "read",
  input,
  output: historySchema,
  async run(input: CommitHistoryInput, { workspace, steps }) {
    const range = parseRange(input.base_ref, input.head_ref ?? null, "HEAD");
    await steps.step("opening the repository");
    const repository = await workspace.open(
      input.repo_path === undefined ? null : parsePathText(input.repo_path),
    );
    const paths = input.paths.map(pathOf);
    const request = { range, firstParent: input.first_parent, paths };
    const reading = await repository.readHistory(request, steps);
    const { baseSha, headSha, mergeBaseSha } = reading;
    const keep = pathFilter(paths);
    const analyse = input.include_function_analysis;

    return {
      kind: "pages",
      items: "commits",
      total: reading.total,
      scope: {
        baseSha: mergeBaseSha ?? baseSha,
        headSha: headSha!,
        changeSet: reading.boundary === null ? null : hashOf(reading.boundary),
      },
      filters: [paths, input.first_parent, input.include_function_analysis],
      trims: HISTORY_TRIMS,
      unitJson: ({ commit }: HistoryUnit) => JSON.stringify(commit),
      detailCall: historyDetail,
      async *units(start, count) {
        for await (const commit of reading.commits(start, count)) {
          yield await toUnit(commit, keep, analyse);
        }
      },
      stream: ({ commit }) => commit,
      build: historyPages({
        metadata: rangeMetadata(range, reading, { repository, workspace }),
        notices: reading.notices,
        omitted: [],
      }),
    };
  },
});

const NOTHING: CodeChanges = { files: new Map(), notices: [] };

type PathFilter = (path: string, oldPath: string | null) => boolean;

async function toUnit(
  reading: CommitReading,
  keep: PathFilter,
  analyse: boolean,
): Promise<HistoryUnit> {
  const { id, commit, parents, changeSet, problem } = reading;
  const files = changeSet.files.filter(({ path, oldPath }) => keep(path, oldPath));
  const seen = changeSet.notices.filter(({ path }) => path === undefined || keep(path, null));
  const code = analyse ? await reading.codeChanges(files, { includeTypes: false }) : NOTHING;
  const notices = [...seen, ...code.notices];
  const dependencies = await reading.dependencyChanges(files);
  return {
    commit: toHistoryCommit({
      id,
      commit,
      parents,
      files,
      notices,
      dependencies,
      code: code.files,
      problem,
    }),
    comparedWith: reading.comparedWith,
    analysed: analyse,
  };
}

/** Keeps what stands at one of the paths or below it. */
function pathFilter(paths: readonly string[]): PathFilter {
  if (paths.length === 0) return () => true;
  const inside = (path: string): boolean =>
    paths.some((each) => each === "" || path === each || path.startsWith(`${each}/`));
  return (path, oldPath) => inside(path) || (oldPath !== null && inside(oldPath));
}

function pathOf(text: string): string {
  const path = parsePathText(text).replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
  if (!path.startsWith("/") && !/(?:^|\/)\.\.(?:\/|$)/.test(path)) return path === "." ? "" : path;
  throw new PrismError(
    "invalid_argument",
    `The path ${JSON.stringify(text)} is not a path from the root of the repository.`,
    { hint: "Write it like src/main.rs, or a folder like src." },
  );
}
