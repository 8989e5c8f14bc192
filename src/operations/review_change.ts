/**
 * What changed, and what may break: both halves of a review in one answer.
 *
 * @module
 */

import * as z from "zod/mini";
import { toContextEntry } from "../answers/context_entry.ts";
import { type Review, reviewGroups, reviewOrder, reviewSchema } from "../answers/review.ts";
import { DEFAULT_BUDGET } from "../answers/shape/budget.ts";
import type { Equal } from "../answers/shape/equal.ts";
import { sentBytes, tokensOf } from "../answers/shape/json_size.ts";
import type { Omission } from "../answers/shape/page.ts";
import { parsePathText } from "../answers/shape/path_text.ts";
import { ask, type AskOptions } from "./ask.ts";
import { changeManifestOperation } from "./change_manifest.ts";
import { changedSubjects, surroundings } from "./context_subjects.ts";
import { functionContextOperation } from "./function_context.ts";
import { defineOperation, type Fit, type OperationContext } from "./operation.ts";
import { parseRange } from "./range_text.ts";
import { addHunks } from "./review_hunks.ts";
import { shareReadings } from "./shared_readings.ts";
import type { RangeReading, Workspace } from "./workspace.ts";

/** Arguments of {@link reviewChangeOperation}. */
export interface ReviewChangeInput {
  /** Revision that the head is compared with, or a range. */
  base_ref: string;
  /** Revision of the other side; absent for index and files on disk. */
  head_ref?: string;
  /** Any folder of the repository. */
  repo_path?: string;
  /** Globs of the files to list; all when empty. */
  include_patterns: string[];
  /** Globs of the files to leave out. */
  exclude_patterns: string[];
  /** Functions whose surroundings are told; all that changed when empty. */
  function_names: string[];
  /** Which changed lines are shown: of functions, none, or all. */
  include_hunks: "functions" | "none" | "full";
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
  /** Cursor of the manifest's page; absent for the first one. */
  manifest_cursor?: string;
  /** Cursor of the context's page; absent for the first one. */
  function_context_cursor?: string;
  /** Most files, and most functions, of a page, 1 to 500. */
  page_size: number;
}

const text = z.string().check(z.minLength(1));
const list = z._default(z.array(z.string()), []);

const input = z.strictObject({
  base_ref: text.check(z.describe("Base revision, or a range A..B or A...B (merge base)")),
  head_ref: z.optional(text).check(z.describe("Head revision; omit for the working tree")),
  repo_path: z.optional(text).check(z.describe("Folder in the repository")),
  include_patterns: list.check(z.describe("Globs to keep")),
  exclude_patterns: list.check(z.describe("Globs to leave out")),
  function_names: list.check(z.describe("Context of these functions only")),
  include_hunks: z._default(z.enum(["functions", "none", "full"]), "functions")
    .check(z.describe("Changed lines to show")),
  max_response_tokens: z._default(z.int().check(z.minimum(0)), DEFAULT_BUDGET)
    .check(z.describe("0 = no limit")),
  manifest_cursor: z.optional(z.string()).check(z.describe("manifest.pagination.next_cursor")),
  function_context_cursor: z.optional(z.string())
    .check(z.describe("function_context.pagination.next_cursor")),
  page_size: z._default(z.int(), 25).check(z.describe("Files and functions per page, 1-500")),
});

true satisfies Equal<z.infer<typeof input>, ReviewChangeInput>;

/** Share of the manifest in the budget; the context has the rest. */
const MANIFEST_SHARE = 0.4;
/** Share of the order and the groups in the whole; they are taken off before the halves are. */
const REVIEW_SHARE = 0.15;
/** Tokens of what stands around the halves: what was left out, and how to get it. */
const FRAME = 250;
/** How often an answer is made that has to fit. */
const MOST_ATTEMPTS = 4;
/** Tokens that a further attempt leaves free. */
const SLACK = 40;
/** Share of the manifest's part that files may take; changed lines take what is left. */
const FILES_SHARE = 0.5;
/** Functions that are ranked; of more, the first ones. */
const MOST_RANKED = 300;
/** Functions in the order of the answer. */
const LONGEST_ORDER = 25;
const MOST_GROUPS = 10;

/** The operation behind `review_change` and `git-prism review`. */
export const reviewChangeOperation = defineOperation({
  name: "review_change",
  command: "review",
  summary: "Review a change: what changed, the changed lines, what may break",
  description:
    "Use instead of `git diff A..B` to review a change or a pull request: changed files " +
    "and functions with their changed lines, callers, tests and risk of each, and the order in which " +
    "to look at them, in one call.",
  positional: {
    forms: [
      ["A..B, or A B", "Tree of A against tree of B"],
      ["A...B", "Merge base of A and B against B"],
      ["A", "A against index and files on disk"],
      ["(nothing)", "HEAD against index and files on disk"],
    ],
    nothing: { base_ref: "HEAD" },
  },
  effect: "read",
  input,
  output: reviewSchema,
  async run(input: ReviewChangeInput, context: OperationContext) {
    const workspace = shareReadings(context.workspace);
    const { steps } = context;
    const repository = await workspace.open(
      input.repo_path === undefined ? null : parsePathText(input.repo_path),
    );
    const range = parseRange(input.base_ref, input.head_ref ?? null);
    const reading = await repository.readRange(range, steps);
    const ranked = await rank(reading, input, context);
    return {
      kind: "single",
      async answer(fit) {
        const { budget, complete } = fit;
        let room = budget;
        let answer = await compose(room);
        // What stands around the halves is known only when they are made.
        for (let attempt = 0; budget > 0 && attempt < MOST_ATTEMPTS; attempt++) {
          const over = sentTokens(answer) - budget;
          if (over <= 0) break;
          room = Math.max(1, room - over - SLACK);
          answer = await compose(room);
        }
        complete(answer);
        return answer;

        async function compose(room: number): Promise<Review> {
          return await composed({ input, reading, ranked, workspace, fit, room });
        }
      },
    };
  },
});

/** What a review is made of. */
interface Parts {
  readonly input: ReviewChangeInput;
  readonly reading: RangeReading;
  readonly ranked: Awaited<ReturnType<typeof rank>>;
  readonly workspace: Workspace;
  readonly fit: Fit<Review>;
  /** Tokens that the parts may take; they come out near to that. */
  readonly room: number;
}

async function composed(parts: Parts): Promise<Review> {
  const { input, reading, ranked, workspace, fit, room } = parts;
  const { budget, describe, describeCall } = fit;
  const refs = refsOf(input);
  const unlimited = budget === 0;
  const order = reviewOrder(ranked.entries);
  const groups = reviewGroups(ranked.entries);
  const review = unlimited ? { order, groups } : fitReview({ order, groups }, room);
  const left = room - sentTokens(review) - FRAME;
  const share = (part: number): number => unlimited ? 0 : Math.max(1, Math.round(left * part));
  const options: AskOptions = { describeCall, whole: fit.whole };
  const files = input.include_hunks === "none" ? 1 : FILES_SHARE;
  const manifest = await ask(
    functionsFirst,
    {
      ...pick(input),
      include_patterns: input.include_patterns,
      exclude_patterns: input.exclude_patterns,
      include_function_analysis: true,
      max_response_tokens: share(MANIFEST_SHARE * files),
      ...(input.manifest_cursor === undefined ? {} : { cursor: input.manifest_cursor }),
    },
    workspace,
    options,
  );
  const functionContext = await ask(
    functionContextOperation,
    {
      ...pick(input),
      function_names: input.function_names,
      max_response_tokens: share(1 - MANIFEST_SHARE),
      ...(input.function_context_cursor === undefined
        ? {}
        : { cursor: input.function_context_cursor }),
    },
    workspace,
    options,
  );
  const omitted: Omission[] = [...ranked.omitted(describe)];
  for (
    const [what, all, listed] of [
      ["review.order", order, review.order],
      ["review.groups", groups, review.groups],
    ] as const
  ) {
    if (all.length === listed.length) continue;
    omitted.push({
      what,
      count: all.length - listed.length,
      why: "only the first are listed while a budget holds",
      how: describe({ ...refs, max_response_tokens: 0 }),
    });
  }
  omitted.push(
    ...addHunks(manifest, {
      reading,
      code: ranked.code,
      order,
      steps: isNarrowed(input) ? [] : review.order,
      mode: input.include_hunks,
      budget: unlimited ? Infinity : left - sentTokens(manifest) - sentTokens(functionContext),
      how: (args) => describe({ ...refs, ...args, max_response_tokens: 0 }),
    }),
  );
  return {
    metadata: { token_estimate: 0, ...(unlimited ? {} : { budget_tokens: budget }), notices: [] },
    manifest,
    function_context: functionContext,
    review,
    omitted,
  };
}

/** Whether only a part of the change is asked for, which then is all that is shown. */
function isNarrowed(input: ReviewChangeInput): boolean {
  return input.include_patterns.length + input.exclude_patterns.length > 0 ||
    input.manifest_cursor !== undefined;
}

/** The manifest, of which a reviewer rather sees fewer files than files without their functions. */
const functionsFirst: typeof changeManifestOperation = {
  ...changeManifestOperation,
  async run(input, context) {
    const draft = await changeManifestOperation.run(input, context);
    return draft.kind === "pages" ? { ...draft, pageTrims: [] } : draft;
  },
};

/** As much of the order and the groups as a small part of the budget holds. */
function fitReview(review: Review["review"], budget: number): Review["review"] {
  const most = Math.round(budget * REVIEW_SHARE);
  const isSmall = (part: unknown, tokens: number): boolean =>
    tokensOf(sentBytes(JSON.stringify(part))) <= tokens;
  const order = review.order.slice(0, LONGEST_ORDER);
  while (order.length > 1 && !isSmall(order, most)) order.pop();
  const groups = review.groups.slice(0, MOST_GROUPS);
  while (groups.length > 0 && !isSmall({ order, groups }, most)) groups.pop();
  return { order, groups };
}

type Common = Pick<ReviewChangeInput, "base_ref" | "head_ref" | "repo_path" | "page_size">;

function pick({ base_ref, head_ref, repo_path, page_size }: ReviewChangeInput): Common {
  return {
    base_ref,
    ...(head_ref === undefined ? {} : { head_ref }),
    ...(repo_path === undefined ? {} : { repo_path }),
    page_size,
  };
}

function sentTokens(part: unknown): number {
  return tokensOf(sentBytes(JSON.stringify(part)));
}

function refsOf({ base_ref, head_ref }: ReviewChangeInput): Record<string, unknown> {
  return { base_ref, ...(head_ref === undefined ? {} : { head_ref }) };
}

/** The surroundings of all changed functions, for the order in which to look at them. */
async function rank(
  reading: RangeReading,
  input: ReviewChangeInput,
  { steps }: OperationContext,
) {
  const code = await reading.codeChanges(reading.changeSet.files, { includeTypes: false });
  const subjects = changedSubjects(code.files);
  const view = subjects.length === 0 ? null : await reading.openCode();
  const entries = [];
  for (const [done, subject] of subjects.slice(0, MOST_RANKED).entries()) {
    await steps.step("weighing functions", done, Math.min(subjects.length, MOST_RANKED));
    entries.push(toContextEntry(subject, await surroundings(subject, view!, { depth: 1, steps })));
  }
  const unranked = subjects.length - entries.length;
  return {
    code,
    entries,
    omitted: (describe: (args: Record<string, unknown>) => string): Omission[] =>
      unranked === 0 ? [] : [{
        what: "review.order",
        count: unranked,
        why: `only the first ${MOST_RANKED} changed functions are weighed`,
        how: `Narrow the range, or ask for their context: ${describe(refsOf(input))} with ` +
          "function_context_cursor.",
      }],
  };
}
