/**
 * Calls of what is no longer there: the old name of a function, or its old signature.
 *
 * @module
 */

import { CALLABLE_KINDS, type CallSite, type Definition } from "../syntax/outline.ts";
import { argumentCount, takes } from "./argument_count.ts";
import type { Caller, CallerSearch } from "./callers.ts";
import type { CodeBase } from "./code_base.ts";
import type { CodeFile } from "./code_file.ts";
import { definitionOf, type DefinitionSymbol } from "./symbol.ts";

/** A call that the change leaves behind. */
export interface StaleCaller extends Pick<Caller, "file" | "call"> {
  readonly oldName: string;
}

/** Where calls are looked for. */
export interface CodeSide {
  readonly code: CodeBase;
  readonly search: CallerSearch;
}

/** A function that only the earlier file has. */
export interface OldFunction {
  /** The function among the later files with its own file as it was before. */
  readonly symbol: DefinitionSymbol;
  /** Where the calls of its own file stand now: at its old path, at the new one of a renamed file. */
  readonly paths: ReadonlySet<string>;
  /** Its name alone as it is now; `null` when it is gone. */
  readonly newName: string | null;
}

/** Calls in the later files of a function that only the earlier file has. */
export function callersOfOldName(
  { symbol: old, paths: own, newName }: OldFunction,
  before: CodeSide,
  after: CodeSide,
): StaleCaller[] {
  const { name, qualifiedName: oldName } = definitionOf(old);
  const stale: StaleCaller[] = [];
  const isGone = (caller: Pick<Caller, "file" | "call">): boolean =>
    after.search.resolver.resolve(caller.file, caller.call).targets.length === 0;
  for (const { file, call, confidence } of before.search.callersOf(old).callers) {
    if (own.has(file.path) || file.path === old.file.path || confidence !== "resolved") continue;
    // A member that went to another container and kept its name may still be reached the same way.
    if (call.receiver !== null && newName === name) continue;
    const now = after.code.file(file.path);
    if (now !== null && isGone({ file: now, call })) stale.push({ file: now, call, oldName });
  }
  // Its own file was replaced, so the calls in there are looked at as they are now.
  for (const path of own) {
    const file = after.code.file(path);
    for (const call of file?.outline.calls ?? []) {
      if (call.callee !== name || file === null) continue;
      if (couldMean(old, file, call) && isGone({ file, call })) stale.push({ file, call, oldName });
    }
  }
  return stale.sort(inOrder);
}

/** Whether a call in the file of a function could mean it, were it still there. */
function couldMean(old: DefinitionSymbol, file: CodeFile, call: CallSite): boolean {
  const { container, parent, kind } = definitionOf(old);
  const { selfNames, implicitSelf } = file.rules;
  const isInside = [...file.around(call.within)].some((index) =>
    file.definition(index).qualifiedName === container
  );
  const outer = parent < 0 ? null : old.file.definition(parent).kind;
  // A function inside a function is known there alone.
  if (outer !== null && CALLABLE_KINDS.has(outer)) return call.receiver === null && isInside;
  const isMember = outer !== null || kind === "method";
  if (!isMember) return call.receiver === null;
  return isInside && (call.receiver === null ? implicitSelf : selfNames.includes(call.receiver));
}

/** Calls of a function that are written for its old parameters and do not fit the new ones. */
export function callersOfOldSignature(
  callers: readonly Caller[],
  old: Definition,
  now: Definition,
  textOf: (path: string) => string | null,
): StaleCaller[] {
  let path = "";
  let text: string | null = null;
  return callers.filter(({ file, call, confidence }) => {
    if (confidence === "name_only") return false;
    // Callers are in order of their files.
    if (file.path !== path) text = textOf(path = file.path);
    const count = text === null ? null : argumentCount(text, call.start, call.callee);
    return count !== null && takes(old, count) && !takes(now, count);
  }).map(({ file, call }) => ({ file, call, oldName: old.qualifiedName }));
}

function inOrder(a: StaleCaller, b: StaleCaller): number {
  if (a.file.path !== b.file.path) return a.file.path < b.file.path ? -1 : 1;
  return a.call.start - b.call.start;
}
