/**
 * The function context: who calls the changed functions, what they call, what may break.
 *
 * @module
 */

import * as z from "zod/mini";
import type { Notice } from "../errors.ts";
import { type ContextEntry, contextEntrySchema } from "./context_entry.ts";
import { type AnswerNotice, noticeSchema, toNotice } from "./notice.ts";
import type { Trim } from "./shape/budget.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema, type Pagination, paginationSchema } from "./shape/page.ts";
import { untrusted } from "./shape/untrusted.ts";

/** What was looked at, and how. */
export interface ContextMetadata {
  /** Root of the work tree, or the directory of a bare repository. */
  repo_path: string;
  /** The base as it was asked for; `null` when functions were looked up by name alone. */
  base_ref: string | null;
  /** The head as it was asked for; `WORKTREE` for the files on disk. */
  head_ref: string;
  /** Full object name of the base. */
  base_sha: string | null;
  /** Full object name of the head, or `WORKTREE`. */
  head_sha: string;
  /** The merge base, when the head is compared with it. */
  merge_base_sha?: string;
  /** When the answer was made (ISO 8601, UTC). */
  generated_at: string;
  /** Version of git-prism. */
  version: string;
  /** Estimated tokens of the answer: bytes of its JSON by four. */
  token_estimate: number;
  /** Functions whose lists were cut. */
  function_analysis_truncated?: string[];
  /** Cursor of the next page, as in `pagination`. */
  next_cursor?: string;
  /** The limit that the answer was fitted to, when there was one. */
  budget_tokens?: number;
  /** What the answer could not see, or did differently. */
  notices: AnswerNotice[];
}

/** What surrounds functions. */
export interface FunctionContext {
  /** What was looked at, and how. */
  metadata: ContextMetadata;
  /** The functions of the page, in order of file and line. */
  functions: ContextEntry[];
  /** Where the page lies in the list of functions. */
  pagination: Pagination;
  /** What was left out, and how to get it. */
  omitted: Omission[];
}

/** Schema of {@link FunctionContext}. */
export const contextSchema = z.object({
  metadata: z.object({
    repo_path: z.string(),
    base_ref: z.nullable(z.string()),
    head_ref: z.string(),
    base_sha: z.nullable(z.string()),
    head_sha: z.string(),
    merge_base_sha: z.optional(z.string()),
    generated_at: z.string(),
    version: z.string(),
    token_estimate: z.int(),
    function_analysis_truncated: z.optional(z.array(untrusted("function name"))),
    next_cursor: z.optional(z.string()),
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  functions: z.array(contextEntrySchema),
  pagination: paginationSchema,
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof contextSchema>, FunctionContext>;

/** What can be cut from one function, in this order: what it calls, who tests it, who calls it. */
export const CONTEXT_TRIMS: readonly Trim<ContextEntry>[] = (
  ["callees", "test_references", "callers", "stale_callers"] as const
).map((what) => ({
  what,
  count: (entry) => entry[what]?.length ?? 0,
  apply(entry, keep) {
    const list = entry[what] ?? [];
    if (list.length <= keep) return { unit: entry, cut: 0 };
    return {
      unit: { ...entry, [what]: list.slice(0, keep), truncated: true },
      cut: list.length - keep,
    };
  },
}));

/** Most entries of each list while a budget holds, so that one function does not crowd out the others. */
const MOST_LISTED = { callers: 12, callees: 12, test_references: 6, stale_callers: 12 } as const;

/** Functions that one call names. */
const MOST_NAMED = 5;

/** A function with lists that leave room for others. */
export function shortened(entry: ContextEntry): ContextEntry {
  let short = entry;
  for (const trim of CONTEXT_TRIMS) {
    const most = MOST_LISTED[trim.what as keyof typeof MOST_LISTED];
    short = trim.apply(short, most).unit;
  }
  return short;
}

/** What every page of a context is made from. */
export interface ContextDraft {
  readonly metadata: Omit<
    ContextMetadata,
    "token_estimate" | "budget_tokens" | "notices" | "next_cursor"
  >;
  /** What could not be seen, as far as the functions of the page were looked at. */
  readonly notices: () => readonly Notice[];
  /** Callers whose own callers were not looked for. */
  readonly unfollowed: () => number;
  /** The call that gets all that surrounds these functions. */
  readonly how: (names: readonly string[]) => string;
}

/** Makes the pages of one context. */
export function contextPages({ metadata, notices, unfollowed, how }: ContextDraft): (
  page: {
    readonly units: readonly ContextEntry[];
    readonly pagination: Pagination;
    readonly omitted: readonly Omission[];
    readonly budget: number;
  },
) => FunctionContext {
  return ({ units, pagination, omitted, budget }) => {
    const cut = units.filter((entry) => entry.truncated).map((entry) => entry.name);
    return {
      metadata: {
        ...metadata,
        token_estimate: 0,
        ...(cut.length === 0 ? {} : { function_analysis_truncated: cut }),
        ...(pagination.next_cursor === null ? {} : { next_cursor: pagination.next_cursor }),
        ...(budget === 0 ? {} : { budget_tokens: budget }),
        notices: notices().map(toNotice),
      },
      functions: [...units],
      pagination,
      omitted: [
        ...(cut.length === 0 ? [] : [{
          what: "callers, callees, test_references of truncated functions",
          count: cut.length,
          why: "long lists are cut while a budget holds; caller_count and blast_radius count all",
          how: how(cut.slice(0, MOST_NAMED)),
        }]),
        ...(unfollowed() === 0 ? [] : [{
          what: "callers of callers",
          count: unfollowed(),
          why: "of one function at most 200 callers are followed",
          how: "Ask for these callers by name, or with a smaller depth.",
        }]),
        ...omitted,
      ],
    };
  };
}
