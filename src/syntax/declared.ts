/**
 * Functions that a file declares and also defines are listed once: as what defines them.
 *
 * @module
 */

import type { DefinitionDraft } from "./definition_draft.ts";
import type { Definition, Outline } from "./outline.ts";

/** An outline with the drafts of its definitions. */
interface Drafted {
  readonly outline: Outline;
  readonly drafts: readonly DefinitionDraft[];
}

/** Leaves out what only declares a name that something else of the file defines. */
export function withoutDeclared(extraction: Drafted): Drafted {
  const { outline, drafts } = extraction;
  const { definitions } = outline;
  const declared = new Set<string>();
  drafts.forEach(({ declares }, i) => declares && declared.add(definitions[i].qualifiedName));
  if (declared.size === 0) return extraction;
  const defined = new Set<string>();
  definitions.forEach((definition, i) => {
    if (drafts[i].declares || !declared.has(definition.qualifiedName)) return;
    defined.add(overloadOf(definition));
  });
  /** New index of each; of one that is left out, that of what is around it. */
  const indexes: number[] = [];
  const kept: number[] = [];
  definitions.forEach((definition, i) => {
    if (drafts[i].declares && defined.has(overloadOf(definition))) {
      const { parent } = definition;
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

/** What overloads of one name differ in: the types of their parameters. */
function overloadOf({ qualifiedName, parameters }: Definition): string {
  const types = (parameters ?? []).map(({ type }) => (type ?? "").replace(/\s+/g, ""));
  return `${qualifiedName}(${types.join()})`;
}
