/**
 * What an expression gives, as far as the text shows it.
 *
 * @module
 */

import type { DefinitionKind } from "../syntax/outline.ts";
import type { CodeFile } from "./code_file.ts";
import type { LiteralItem } from "./expression.ts";
import type { Place } from "./name_resolver.ts";
import { definitionOf, type DefinitionSymbol, type NamedThing } from "./symbol.ts";

/** What an expression gives. */
export type Value =
  | { readonly kind: "instance"; readonly type: DefinitionSymbol }
  | { readonly kind: "type"; readonly type: DefinitionSymbol }
  | { readonly kind: "function"; readonly definition: DefinitionSymbol }
  | { readonly kind: "namespace"; readonly thing: NamedThing }
  | ObjectValue
  /** Something out of the repository, its type as it is written at a place when one is known. */
  | { readonly kind: "external"; readonly type?: string; readonly place?: Place };

/** An object or a list that is written out. */
export interface ObjectValue {
  readonly kind: "object";
  readonly file: CodeFile;
  /** What its functions have as container; `null` when it has no name. */
  readonly name: string | null;
  /** Definition that it stands in; -1 for none. */
  readonly within: number;
  /** What is written in it; `null` when that is not known. */
  readonly items: readonly LiteralItem[] | null;
  /** Where that is written. */
  readonly place: Place | null;
}

/** Values, and what shows them. */
export interface Evaluation {
  readonly values: readonly Value[];
  readonly via: string | null;
}

const TYPE_KINDS: ReadonlySet<DefinitionKind> = new Set<DefinitionKind>([
  "class",
  "interface",
  "enum",
  "struct",
  "trait",
  "type",
]);

/** Whether a definition is a type. */
export function isType(symbol: DefinitionSymbol): boolean {
  return TYPE_KINDS.has(definitionOf(symbol).kind);
}
