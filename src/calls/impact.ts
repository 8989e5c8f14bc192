/**
 * All that is known of one function's place among others: who calls it, what it calls, what may break.
 *
 * @module
 */

import type { FunctionChange } from "../changes/function_change.ts";
import { CALLABLE_KINDS } from "../syntax/outline.ts";
import { type BlastRadius, blastRadius } from "./blast_radius.ts";
import { type Callee, calleesOf } from "./callees.ts";
import type { Caller, CallersFound } from "./callers.ts";
import type { CodeFile } from "./code_file.ts";
import {
  callersOfOldName,
  callersOfOldSignature,
  type CodeSide,
  type StaleCaller,
} from "./stale_callers.ts";
import { definitionOf, type DefinitionSymbol } from "./symbol.ts";
import { isTestCode } from "./test_code.ts";

/** A caller, and how far away it is. */
export interface DistantCaller extends Caller {
  /** 1 for a call of the function itself, 2 for a call of its caller, and so on. */
  readonly depth: number;
  /** The function that it calls, when that is another one. */
  readonly calls: string | null;
}

/** What surrounds a function. */
export interface Impact {
  readonly radius: BlastRadius;
  /** Callers of callers, up to the depth asked for. */
  readonly distant: readonly DistantCaller[];
  /** Callers whose own callers were not looked for, because there are too many. */
  readonly unfollowed: number;
  readonly callees: readonly Callee[];
  readonly stale: readonly StaleCaller[];
  /** Calls of the name on things of which nothing is known. */
  readonly unknown: number;
  /** Files that hold the name. */
  readonly filesSearched: number;
  /** Whether imports and types decided, or names alone. */
  readonly scoped: boolean;
}

/** A function as it was. */
export interface OldFunction {
  /** The function among the later files with its own file as it was before. */
  readonly symbol: DefinitionSymbol;
  readonly before: CodeSide;
  /** Where its file may stand now. */
  readonly paths: ReadonlySet<string>;
}

/** What is asked about one function. */
export interface ImpactRequest {
  /** The function among the later files; `null` when it is gone. */
  readonly now: DefinitionSymbol | null;
  readonly after: CodeSide;
  /** How it changed; `null` when it is only asked about. */
  readonly change: FunctionChange | null;
  /** The function as it was, where its old name or place is gone. */
  readonly old?: OldFunction;
  /** How far callers of callers are followed; 1 for none. */
  readonly depth: number;
}

const NONE: CallersFound = { callers: [], unknown: 0, filesSearched: 0 };

/** Finds what surrounds a function. */
export function impactOf(request: ImpactRequest): Impact {
  const { now, after, change, old, depth } = request;
  const found = now === null ? NONE : after.search.callersOf(now);
  const scoped = isScoped((now ?? old?.symbol)?.file);
  const callers = scoped ? found.callers : found.callers.map(atBestLikely);
  const stale: StaleCaller[] = [];
  if (old !== undefined) {
    const newName = change?.after?.definition.name ?? null;
    stale.push(...callersOfOldName({ ...old, newName }, old.before, after));
  }
  if (change?.kind === "signature_changed" && now !== null) {
    stale.push(
      ...callersOfOldSignature(
        callers,
        change.before!.definition,
        definitionOf(now),
        (path) => after.code.text(path),
      ),
    );
  }
  const symbol = now ?? old?.symbol;
  const isPublic = symbol !== undefined && isPublicCode(symbol);
  const radius = blastRadius(callers, {
    change: change?.kind ?? null,
    signatureChanged: (change?.signatureChanges.length ?? 0) > 0,
    formattingOnly: change?.formattingOnly ?? false,
    isPublic,
    staleCallers: stale.length,
  });
  const { distant, unfollowed } = now === null
    ? { distant: [], unfollowed: 0 }
    : distantCallers(now, callers, after, depth);
  return {
    radius,
    distant,
    unfollowed,
    callees: now === null ? [] : calleesOf(now, after.search.resolver),
    stale,
    unknown: found.unknown,
    filesSearched: found.filesSearched,
    scoped,
  };
}

/** Whether code outside of the repository may use it: no test, and nothing inside of a function. */
function isPublicCode(symbol: DefinitionSymbol): boolean {
  const { file, index } = symbol;
  const definition = definitionOf(symbol);
  if (isTestCode(file, index)) return false;
  for (const around of file.around(definition.parent)) {
    if (CALLABLE_KINDS.has(file.definition(around).kind)) return false;
  }
  return file.rules.isPublic?.(definition, file.outline, file.path) ?? false;
}

/** Whether the language says how its files see each other. */
function isScoped(file: CodeFile | undefined): boolean {
  return file === undefined || file.rules.isFallback !== true;
}

function atBestLikely(caller: Caller): Caller {
  return caller.confidence === "resolved" ? { ...caller, confidence: "likely" } : caller;
}

/** Most functions whose callers are looked for on behalf of one. */
const MOST_FOLLOWED = 200;

function distantCallers(
  start: DefinitionSymbol,
  direct: readonly Caller[],
  { search }: CodeSide,
  depth: number,
): { distant: DistantCaller[]; unfollowed: number } {
  const distant: DistantCaller[] = [];
  const key = ({ file, index }: DefinitionSymbol): string => `${file.path}\0${index}`;
  const seen = new Set([key(start)]);
  let unfollowed = 0;
  let level = direct;
  for (let at = 2; at <= depth; at++) {
    const next: Caller[] = [];
    for (const { file, call } of level) {
      const symbol = { file, index: call.within };
      if (call.within < 0 || seen.has(key(symbol))) continue;
      seen.add(key(symbol));
      if (seen.size > MOST_FOLLOWED) {
        unfollowed++;
        continue;
      }
      const calls = definitionOf(symbol).qualifiedName;
      const found = search.callersOf(symbol).callers;
      distant.push(...found.map((each) => ({ ...each, depth: at, calls })));
      next.push(...found);
    }
    level = next;
  }
  return { distant, unfollowed };
}
