/**
 * The review of a change: its manifest, what surrounds the changed functions, and where to begin.
 *
 * @module
 */

import * as z from "zod/mini";
import { RISKS } from "../calls/blast_radius.ts";
import type { ContextEntry } from "./context_entry.ts";
import { contextSchema, type FunctionContext } from "./function_context.ts";
import { type ChangeManifest, manifestSchema } from "./manifest.ts";
import { type AnswerNotice, noticeSchema } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { type Omission, omissionSchema } from "./shape/page.ts";
import { untrusted, untrustedLines } from "./shape/untrusted.ts";

/** A function to look at, the riskiest first. */
export interface ReviewStep {
  /** Qualified name. */
  name: string;
  /** File. */
  file: string;
  /** First line. */
  line: number;
  /** How likely the change breaks something. */
  risk: ContextEntry["blast_radius"]["risk"];
  /** What makes it so. */
  why: string;
  /** Its changed lines as git writes them, when its file is on another page of the manifest. */
  hunks?: string;
}

/** Changed functions that call each other. */
export interface ReviewGroup {
  /** Their names, with the file where one name stands in several. */
  functions: string[];
  /** What ties them. */
  why: string;
}

/** A review. */
export interface Review {
  /** What was looked at, and how. */
  metadata: { token_estimate: number; budget_tokens?: number; notices: AnswerNotice[] };
  /** What changed, file by file. */
  manifest: ChangeManifest;
  /** Who calls the changed functions, and what may break. */
  function_context: FunctionContext;
  /** Where to begin, and what belongs together. */
  review: { order: ReviewStep[]; groups: ReviewGroup[] };
  /** What was left out, and how to get it. */
  omitted: Omission[];
}

/** Schema of {@link Review}. */
export const reviewSchema = z.object({
  metadata: z.object({
    token_estimate: z.int(),
    budget_tokens: z.optional(z.int()),
    notices: z.array(noticeSchema),
  }),
  manifest: manifestSchema,
  function_context: contextSchema,
  review: z.object({
    order: z.array(z.object({
      name: untrusted("function name"),
      file: untrusted("path"),
      line: z.int(),
      risk: z.enum(["none", "low", "medium", "high"]),
      why: z.string(),
      hunks: z.optional(untrustedLines("changed lines")),
    })),
    groups: z.array(z.object({
      functions: z.array(untrusted("function name")),
      why: z.string(),
    })),
  }),
  omitted: z.array(omissionSchema),
});

true satisfies Equal<z.infer<typeof reviewSchema>, Review>;

/** Functions in the order in which they should be looked at. */
export function reviewOrder(entries: readonly ContextEntry[]): ReviewStep[] {
  const weight = ({ blast_radius: radius, stale_callers: stale }: ContextEntry): number[] => [
    RISKS.indexOf(radius.risk),
    stale?.length ?? 0,
    radius.production_callers,
    radius.has_tests ? 0 : 1,
  ];
  return entries.map((entry, at) => ({ entry, at, weight: weight(entry) }))
    .sort((a, b) => {
      for (const [i, each] of a.weight.entries()) {
        if (each !== b.weight[i]) return b.weight[i] - each;
      }
      return a.at - b.at;
    })
    .map(({ entry }) => ({
      name: entry.name,
      file: entry.file,
      line: entry.start_line,
      risk: entry.blast_radius.risk,
      why: entry.blast_radius.reasons.join(", ") || "nothing in the repository calls it",
    }));
}

/** Functions that call each other, directly or over others that changed. */
export function reviewGroups(entries: readonly ContextEntry[]): ReviewGroup[] {
  const group = entries.map((_, at) => at);
  const root = (at: number): number => {
    while (group[at] !== at) at = group[at] = group[group[at]];
    return at;
  };
  const byName = new Map(entries.map(({ name, file }, at) => [`${file}\0${name}`, at]));
  entries.forEach((entry, at) => {
    for (const { file, caller } of [...entry.callers, ...entry.test_references]) {
      const other = byName.get(`${file}\0${caller}`);
      if (other !== undefined) group[root(other)] = root(at);
    }
  });
  const members = Map.groupBy(entries.keys(), root);
  return [...members.values()].filter((each) => each.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((each) => ({
      functions: each.map((at) => entries[at].name),
      why: "They call each other.",
    }));
}
