/** Why a caller is missed. */

import { definitionOf, type DefinitionSymbol } from "../../src/calls/symbol.ts";
import type { CallerSample } from "./caller_sample.ts";

/**
 * The reason in a few words.
 *
 * @param place Where the called name stands.
 */
export function missReason(
  sample: CallerSample,
  target: DefinitionSymbol,
  path: string,
  place: number,
): string {
  const file = sample.code.file(path);
  if (file === null) return "file not read";
  const name = /[\w$#\u0080-\uffff]+/y;
  name.lastIndex = place;
  const written = name.exec(sample.text(path))?.[0] ?? "";
  const call = file.outline.calls.findLast((each) =>
    each.start <= place && each.callee === written && place < each.start + 2000
  );
  if (call === undefined) return "no call in the outline";
  const { targets, certainty } = sample.search.resolver.resolve(file, call);
  if (targets.length > 0) {
    return targets.some((each) => each.index === target.index && each.file === target.file)
      ? "resolved but not looked at"
      : `resolved to another one`;
  }
  const form = call.receiver === null ? "name" : "member";
  return `${form} ${certainty}${call.callee === definitionOf(target).name ? "" : ", other name"}`;
}
