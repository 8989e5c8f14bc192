/**
 * Who calls the changed functions, what do they call, and what may break?
 *
 * @module
 */

import * as z from "zod/mini";
import { type ContextEntry, toContextEntry } from "../answers/context_entry.ts";
import {
  CONTEXT_TRIMS,
  contextPages,
  contextSchema,
  shortened,
} from "../answers/function_context.ts";
import { hashOfRows } from "../answers/manifest_page.ts";
import { DEFAULT_BUDGET } from "../answers/shape/budget.ts";
import { hashOf } from "../answers/shape/cursor.ts";
import type { Equal } from "../answers/shape/equal.ts";
import { parsePathText } from "../answers/shape/path_text.ts";
import { type Notice, PrismError } from "../errors.ts";
import type { CodeView } from "./code_view.ts";
import {
  answersTo,
  changedSubjects,
  namedSubjects,
  type Subject,
  surroundings,
} from "./context_subjects.ts";
import { UnseenCode } from "./unseen_code.ts";
import { defineOperation } from "./operation.ts";
import { parseRange, WORKTREE } from "./range_text.ts";
import type { Steps } from "./steps.ts";
import type { OpenedRepository } from "./workspace.ts";

/** Arguments of {@link functionContextOperation}. */
export interface FunctionContextInput {
  /** Revision that the head is compared with, or a range; absent to look functions up by name. */
  base_ref?: string;
  /** Revision of the other side; absent for index and files on disk. */
  head_ref?: string;
  /** Any folder of the repository. */
  repo_path?: string;
  /** Functions to answer for, as answers name them, or by their last names; all that changed when empty. */
  function_names: string[];
  /** How far callers of callers are followed: 1 for none, at most 5. */
  depth: number;
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
  /** Cursor of the page; absent for the first one. */
  cursor?: string;
  /** Most functions of a page, 1 to 500. */
  page_size: number;
}

const text = z.string().check(z.minLength(1));

const input = z.strictObject({
  base_ref: z.optional(text)
    .check(z.describe("Base revision or range; omit to look up function_names")),
  head_ref: z.optional(text).check(z.describe("Head revision; omit for the working tree")),
  repo_path: z.optional(text).check(z.describe("Folder in the repository")),
  function_names: z._default(z.array(text), []).check(z.describe("Only these functions")),
  depth: z._default(z.int().check(z.minimum(1), z.maximum(5)), 1)
    .check(z.describe("2-5: callers of callers")),
  max_response_tokens: z._default(z.int().check(z.minimum(0)), DEFAULT_BUDGET)
    .check(z.describe("0 = no limit")),
  cursor: z.optional(z.string()).check(z.describe("next_cursor of the page before")),
  page_size: z._default(z.int(), 25).check(z.describe("Functions per page, 1-500")),
});

true satisfies Equal<z.infer<typeof input>, FunctionContextInput>;

/** What the answer is about, before it is cut into pages. */
interface Subjects {
  readonly subjects: readonly Subject[];
  readonly view: () => Promise<CodeView>;
  readonly baseRef: string | null;
  readonly headRef: string;
  readonly baseSha: string | null;
  readonly headSha: string;
  readonly mergeBaseSha?: string;
  readonly changeSet: string | null;
  readonly notices: readonly Notice[];
}

/** The operation behind `get_function_context` and `git-prism context`. */
export const functionContextOperation = defineOperation({
  name: "get_function_context",
  command: "context",
  summary: "Show callers, callees, tests and risk of changed functions",
  description:
    "Use instead of `git log -S`, `git grep` and reading files to find callers: for each " +
    "changed function, or any function by name, its callers resolved through imports and types, its " +
    "callees, the tests that reach it, calls left behind, and how risky the change is.",
  positional: {
    forms: [
      ["A..B, or A B", "Functions that differ between the trees of A and B"],
      ["A...B", "The same against the merge base of A and B"],
      ["A", "Functions that differ between A and the files on disk"],
      ["(nothing)", "HEAD against the files on disk; with --function-names, a look-up"],
    ],
    nothing: {},
  },
  effect: "read",
  input,
  output: contextSchema,
  async run(input: FunctionContextInput, { workspace, steps, budget, describe }) {
    await steps.step("opening the repository");
    const repository = await workspace.open(
      input.repo_path === undefined ? null : parsePathText(input.repo_path),
    );
    const found = input.base_ref === undefined && input.function_names.length > 0
      ? await lookedUp(repository, input, steps)
      : await changed(repository, input, steps);
    const { subjects } = found;
    const unseen = new UnseenCode();
    if (subjects.length === 0 && input.base_ref === undefined && input.function_names.length > 0) {
      throw noneNamed(input.function_names);
    }
    const refs = {
      ...(found.baseRef === null ? {} : { base_ref: input.base_ref ?? found.baseRef }),
      ...(input.head_ref === undefined ? {} : { head_ref: input.head_ref }),
    };
    return {
      kind: "pages",
      items: "functions",
      total: subjects.length,
      scope: {
        baseSha: found.mergeBaseSha ?? found.baseSha ?? "",
        headSha: found.headSha,
        changeSet: found.changeSet,
      },
      filters: [input.function_names, input.depth],
      trims: CONTEXT_TRIMS,
      unitJson: (entry: ContextEntry) => JSON.stringify(entry),
      detailCall: ({ name }: ContextEntry) => ({
        args: { ...refs, function_names: [name], max_response_tokens: 0 },
      }),
      async *units(start, count) {
        const view = await found.view();
        for (const [at, subject] of subjects.slice(start, start + count).entries()) {
          await steps.step("looking for callers", at, Math.min(count, subjects.length - start));
          const found = await surroundings(subject, view, { depth: input.depth, steps });
          const entry = toContextEntry(subject, found);
          unseen.add(subject.name, found);
          yield budget === 0 ? entry : shortened(entry);
        }
      },
      build: contextPages({
        metadata: {
          repo_path: repository.root,
          base_ref: found.baseRef,
          head_ref: found.headRef,
          base_sha: found.baseSha,
          head_sha: found.headSha,
          ...(found.mergeBaseSha === undefined ? {} : { merge_base_sha: found.mergeBaseSha }),
          generated_at: workspace.now().toISOString().replace(/\.\d+Z$/, "Z"),
          version: workspace.version,
        },
        notices: () => [
          ...found.notices,
          ...missingNames(input, subjects),
          ...unseen.notices(),
        ],
        unfollowed: () => unseen.unfollowed,
        how: (names) => describe({ ...refs, function_names: names, max_response_tokens: 0 }),
      }),
    };
  },
});

async function changed(
  repository: OpenedRepository,
  input: FunctionContextInput,
  steps: Steps,
): Promise<Subjects> {
  const range = parseRange(input.base_ref ?? "HEAD", input.head_ref ?? null);
  const reading = await repository.readRange(range, steps);
  const { files, notices } = reading.changeSet;
  const code = await reading.codeChanges(files, { includeTypes: false });
  const all = changedSubjects(code.files);
  const names = input.function_names;
  return {
    subjects: names.length === 0
      ? all
      : all.filter((subject) => names.some((name) => answersTo(subject, name))),
    view: () => reading.openCode(),
    baseRef: range.base,
    headRef: range.head ?? WORKTREE,
    baseSha: reading.baseSha,
    headSha: reading.headSha ?? WORKTREE,
    ...(reading.mergeBaseSha === undefined ? {} : { mergeBaseSha: reading.mergeBaseSha }),
    changeSet: reading.headSha === null ? hashOfRows(files) : null,
    notices: [...notices, ...code.notices],
  };
}

async function lookedUp(
  repository: OpenedRepository,
  input: FunctionContextInput,
  steps: Steps,
): Promise<Subjects> {
  const head = input.head_ref === undefined || input.head_ref === WORKTREE ? null : input.head_ref;
  const { headSha, view, notices } = await repository.readCode(head, steps);
  const subjects = await namedSubjects(input.function_names, view, steps);
  return {
    subjects,
    view: () => Promise.resolve(view),
    baseRef: null,
    headRef: head ?? WORKTREE,
    baseSha: null,
    headSha: headSha ?? WORKTREE,
    changeSet: headSha === null
      ? hashOf(subjects.map(({ name, path, startLine }) => [name, path, startLine]))
      : null,
    notices,
  };
}

/** Names that no function of the answer has. */
function missingNames(
  { function_names: names, base_ref }: FunctionContextInput,
  subjects: readonly Subject[],
): Notice[] {
  return names.filter((name) => !subjects.some((each) => answersTo(each, name)))
    .map((name) => ({
      code: "function_not_found",
      message: base_ref === undefined
        ? `No function is named ${JSON.stringify(name)}.`
        : `No changed function is named ${
          JSON.stringify(name)
        }; without base_ref all are looked at.`,
    }));
}

function noneNamed(names: readonly string[]): PrismError {
  const quoted = names.map((name) => JSON.stringify(name)).join(", ");
  return new PrismError("invalid_argument", `No function named ${quoted} was found.`, {
    hint: "Pass a name as answers write it, or its last part.",
  });
}
