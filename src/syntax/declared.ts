/**
 * Functions that a file declares and also defines are listed once: as what defines them.
 *
 * @module
 */

import type { DefinitionDraft } from "./definition_draft.ts";
import type { Outline } from "./outline.ts";

/** An outline with the drafts of its definitions. */
interface Drafted {
  readonly outline: Outline;
  readonly drafts: readonly DefinitionDraft[];
}

/** Leaves out what only declares a name that something else of the file defines. */
export function withoutDeclared(extraction: Drafted): Drafted {
  const { outline, drafts } = extraction;
  if (!drafts.some(({ declares }) => declares)) return extraction;
  const { definitions } = outline;
  const defined = new Set<string>();
  definitions.forEach(({ qualifiedName }, i) => {
    if (!drafts[i].declares) defined.add(qualifiedName);
  });
  /** New index of each; of one that is left out, that of what is around it. */
  const indexes: number[] = [];
  const kept: number[] = [];
  definitions.forEach(({ qualifiedName, parent }, i) => {
    if (drafts[i].declares && defined.has(qualifiedName)) {
      indexes.push(parent < 0 ? -1 : indexes[parent]);
    } else {
      indexes.push(kept.length);
      kept.push(i);
    }
  });
  if (kept.length === definitions.length) return extraction;
  const moved = (index: number): number => index < 0 ? -1 : indexes[index];
  const settle = <T extends { readonly within: number }>(each: T): T => ({
    ...each,
    within: moved(each.within),
  });
  return {
    drafts: kept.map((i) => drafts[i]),
    outline: {
      ...outline,
      definitions: kept.map((i) => ({ ...definitions[i], parent: moved(definitions[i].parent) })),
      calls: outline.calls.map(settle),
      ...outline.bindings === undefined ? {} : { bindings: outline.bindings.map(settle) },
    },
  };
}
