/**
 * One function and what surrounds it, as answers write it.
 *
 * @module
 */

import * as z from "zod/mini";
import type { Risk } from "../calls/blast_radius.ts";
import type { Callee } from "../calls/callees.ts";
import type { Caller, Confidence } from "../calls/callers.ts";
import type { DistantCaller, Impact } from "../calls/impact.ts";
import type { StaleCaller } from "../calls/stale_callers.ts";
import { definitionOf } from "../calls/symbol.ts";
import { isTestCode } from "../calls/test_code.ts";
import type { FunctionChangeKind } from "../changes/function_change.ts";
import type { Equal } from "./shape/equal.ts";
import { pathText } from "./shape/path_text.ts";
import { untrusted } from "./shape/untrusted.ts";

/** One call of a function. */
export interface CallerEntry {
  /** File of the call. */
  file: string;
  /** Line of the call. */
  line: number;
  /** The innermost function around the call; empty at the top level of a file. */
  caller: string;
  /** Whether the call stands in a test. */
  is_test: boolean;
  /** `resolved`: imports and types lead there; `likely`: an override, or the only function of its name. */
  confidence: Confidence;
  /** The import, type or variable that shows it. */
  via?: string;
  /** Given for callers of callers: how many calls away. */
  depth?: number;
  /** Given for callers of callers: what they call. */
  calls?: string;
}

/** One call that a function makes. */
export interface CalleeEntry {
  /** What is called, as it is written. */
  callee: string;
  /** Line of the call. */
  line: number;
  /** File of the definition, when it is in the repository. */
  file?: string;
  /** Line of the definition. */
  definition_line?: number;
}

/** A call of what is no longer there. */
export interface StaleCallerEntry {
  /** File of the call. */
  file: string;
  /** Line of the call. */
  line: number;
  /** The innermost function around the call. */
  caller: string;
  /** Name of the function before; the same name when it no longer takes these arguments. */
  old_name: string;
}

/** One function and what surrounds it. */
export interface ContextEntry {
  /** Qualified name. */
  name: string;
  /** File; of a deleted function the one that it stood in. */
  file: string;
  /** How it changed; `unchanged` when it was only asked about. */
  change_type: FunctionChangeKind | "unchanged";
  /** First line. */
  start_line: number;
  /** From the first modifier to the body. */
  signature: string;
  /** What may break. */
  blast_radius: {
    /** Functions of production code that call it. */
    production_callers: number;
    /** Functions of tests that call it. */
    test_callers: number;
    /** Whether a test calls it. */
    has_tests: boolean;
    /** How likely a change breaks something. */
    risk: Risk;
    /** What made the risk what it is. */
    reasons: string[];
    /** Whether code outside of the repository may use it. */
    public_api: boolean;
  };
  /** `scoped`: imports and types decided; `fallback`: names alone. */
  scoping_mode: "scoped" | "fallback";
  /** Calls in production code. */
  callers: CallerEntry[];
  /** What it calls. */
  callees: CalleeEntry[];
  /** Calls in tests. */
  test_references: CallerEntry[];
  /** Calls in production code and tests together, before any cut. */
  caller_count: number;
  /** Given when a list was cut. */
  truncated?: true;
  /** Why there are no callers, and how certain that is. */
  zero_reason?: string;
  /** Calls of its old name or signature that are still there. */
  stale_callers?: StaleCallerEntry[];
}

const callerSchema = z.object({
  file: untrusted("path"),
  line: z.int(),
  caller: untrusted("function name"),
  is_test: z.boolean(),
  confidence: z.enum(["resolved", "likely", "name_only"]),
  via: z.optional(untrusted("import or variable")),
  depth: z.optional(z.int()),
  calls: z.optional(untrusted("function name")),
});

/** Schema of {@link ContextEntry}. */
export const contextEntrySchema = z.object({
  name: untrusted("function name"),
  file: untrusted("path"),
  change_type: z.enum([
    "added",
    "modified",
    "deleted",
    "signature_changed",
    "renamed",
    "moved",
    "unchanged",
  ]),
  start_line: z.int(),
  signature: untrusted("function signature"),
  blast_radius: z.object({
    production_callers: z.int(),
    test_callers: z.int(),
    has_tests: z.boolean(),
    risk: z.enum(["none", "low", "medium", "high"]),
    reasons: z.array(z.string()),
    public_api: z.boolean(),
  }),
  scoping_mode: z.enum(["scoped", "fallback"]),
  callers: z.array(callerSchema),
  callees: z.array(z.object({
    callee: untrusted("call"),
    line: z.int(),
    file: z.optional(untrusted("path")),
    definition_line: z.optional(z.int()),
  })),
  test_references: z.array(callerSchema),
  caller_count: z.int(),
  truncated: z.optional(z.literal(true)),
  zero_reason: z.optional(z.string()),
  stale_callers: z.optional(z.array(z.object({
    file: untrusted("path"),
    line: z.int(),
    caller: untrusted("function name"),
    old_name: untrusted("function name"),
  }))),
});

true satisfies Equal<z.infer<typeof contextEntrySchema>, ContextEntry>;

/** A function that is written down. */
export interface ContextSubject {
  readonly name: string;
  readonly path: string;
  readonly change: FunctionChangeKind | null;
  readonly startLine: number;
  readonly signature: string;
}

/** A function with its impact as an answer writes it. */
export function toContextEntry(subject: ContextSubject, impact: Impact): ContextEntry {
  const { radius, callees, stale, distant, scoped } = impact;
  const far = distant.map(toCaller);
  const count = radius.production.length + radius.tests.length;
  return {
    name: subject.name,
    file: pathText(subject.path),
    change_type: subject.change ?? "unchanged",
    start_line: subject.startLine,
    signature: subject.signature,
    blast_radius: {
      production_callers: radius.productionCallers,
      test_callers: radius.testCallers,
      has_tests: radius.tests.length > 0,
      risk: radius.risk,
      reasons: [...radius.reasons],
      public_api: radius.isPublic,
    },
    scoping_mode: scoped ? "scoped" : "fallback",
    callers: [...radius.production.map(toCaller), ...far.filter((each) => !each.is_test)],
    callees: callees.map(toCallee),
    test_references: [...radius.tests.map(toCaller), ...far.filter((each) => each.is_test)],
    caller_count: count,
    ...(count === 0 ? { zero_reason: zeroReason(subject, impact) } : {}),
    ...(stale.length === 0 ? {} : { stale_callers: stale.map(toStale) }),
  };
}

function toCaller(caller: Caller | DistantCaller): CallerEntry {
  const { file, call, confidence, via } = caller;
  return {
    file: pathText(file.path),
    line: call.line,
    caller: nameAround(caller),
    is_test: isTestCode(file, call.within),
    confidence,
    ...(via === null ? {} : { via }),
    ...("depth" in caller ? { depth: caller.depth } : {}),
    ...("calls" in caller && caller.calls !== null ? { calls: caller.calls } : {}),
  };
}

function nameAround({ file, call }: Pick<Caller, "file" | "call">): string {
  return call.within < 0 ? "" : file.definition(call.within).qualifiedName;
}

function toCallee({ text, call, target }: Callee): CalleeEntry {
  return {
    callee: text,
    line: call.line,
    ...(target === null
      ? {}
      : { file: pathText(target.file.path), definition_line: definitionOf(target).startLine }),
  };
}

function toStale({ file, call, oldName }: StaleCaller): StaleCallerEntry {
  return {
    file: pathText(file.path),
    line: call.line,
    caller: nameAround({ file, call }),
    old_name: oldName,
  };
}

/** Why nothing calls a function, as far as that is known. */
function zeroReason(
  subject: ContextSubject,
  { radius, unknown, filesSearched, scoped }: Impact,
): string {
  if (subject.change === "deleted") {
    return "It was deleted; calls that are left are its stale_callers.";
  }
  if (!/[\p{L}_$]/u.test(subject.name.slice(subject.name.search(/[^.:#\s]+$/)))) {
    return "Uses of operators are not looked for.";
  }
  const files = `${filesSearched} ${filesSearched === 1 ? "file holds" : "files hold"} the name`;
  const parts = [`No call was found; ${files}.`];
  if (unknown > 0) {
    parts.push(
      `${unknown} ${unknown === 1 ? "call" : "calls"} of this name stand on something whose type ` +
        "cannot be told.",
    );
  }
  if (radius.isPublic) parts.push("Code outside of the repository may call it.");
  if (!scoped) parts.push("Imports of this language are not followed.");
  if (unknown === 0 && !radius.isPublic && scoped) {
    parts.push("It may still be called by a framework, or by a name made at run time.");
  }
  return parts.join(" ");
}
