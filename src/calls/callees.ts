/**
 * What a function calls.
 *
 * @module
 */

import type { CallSite } from "../syntax/outline.ts";
import type { CallResolver } from "./call_resolver.ts";
import { definitionOf, type DefinitionSymbol } from "./symbol.ts";

/** One call in a function. */
export interface Callee {
  /** What is called, as it is written: `user.save`, the receiver shortened to its end. */
  readonly text: string;
  readonly call: CallSite;
  /** Where it is defined; `null` when that is not in the repository or cannot be told. */
  readonly target: DefinitionSymbol | null;
}

/** The calls of a function in order of text, those of functions inside it included. */
export function calleesOf(caller: DefinitionSymbol, resolver: CallResolver): Callee[] {
  const { file, index } = caller;
  const { start, end } = definitionOf(caller);
  const inside = file.outline.calls.filter((call) =>
    call.start >= start && call.start < end && [...file.around(call.within)].includes(index)
  );
  return inside.flatMap((call) => {
    const [target] = resolver.resolve(file, call).targets;
    const text = call.receiver === null
      ? call.callee
      : call.callee === ""
      ? call.receiver
      : `${call.receiver}.${call.callee}`;
    // Names are handed over all the time; they matter when they are those of functions.
    return target === undefined && (call.form === "reference" || call.callee === "")
      ? []
      : [{ text, call, target: target ?? null }];
  });
}
