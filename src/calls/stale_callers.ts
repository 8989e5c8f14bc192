/**
 * Calls of what is no longer there: the old name of a function, or its old signature.
 *
 * @module
 */

import type { Definition } from "../syntax/outline.ts";
import { argumentCount, takes } from "./argument_count.ts";
import type { Caller, CallerSearch } from "./callers.ts";
import type { CodeBase } from "./code_base.ts";
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

/**
 * Calls in the later files of a function that only the earlier file has.
 *
 * @param old The function among the later files with its own file as it was before.
 * @param path Where its file stands now; `null` when it is gone.
 */
export function callersOfOldName(
  old: DefinitionSymbol,
  before: CodeSide,
  after: CodeSide,
  path: string | null,
): StaleCaller[] {
  const { name, qualifiedName: oldName } = definitionOf(old);
  const stale: StaleCaller[] = [];
  const isGone = (caller: Pick<Caller, "file" | "call">): boolean =>
    after.search.resolver.resolve(caller.file, caller.call).targets.length === 0;
  for (const { file, call, confidence } of before.search.callersOf(old).callers) {
    if (file.path === old.file.path || confidence === "name_only") continue;
    const now = after.code.file(file.path);
    if (now !== null && isGone({ file: now, call })) stale.push({ file: now, call, oldName });
  }
  // Its own file was replaced, so the calls in there are looked at as they are now.
  const own = path === null ? null : after.code.file(path);
  for (const call of own?.outline.calls ?? []) {
    if (call.callee !== name || own === null) continue;
    const near = call.receiver === null || own.rules.selfNames.includes(call.receiver);
    if (near && isGone({ file: own, call })) stale.push({ file: own, call, oldName });
  }
  return stale;
}

/** Calls of a function that are written for its old parameters and do not fit the new ones. */
export function callersOfOldSignature(
  callers: readonly Caller[],
  old: Definition,
  now: Definition,
  textOf: (path: string) => string | null,
): StaleCaller[] {
  return callers.filter(({ file, call, confidence }) => {
    if (confidence === "name_only") return false;
    const text = textOf(file.path);
    const count = text === null ? null : argumentCount(text, call.start, call.callee);
    return count !== null && takes(old, count) && !takes(now, count);
  }).map(({ file, call }) => ({ file, call, oldName: old.qualifiedName }));
}
