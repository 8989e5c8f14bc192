/**
 * Names of namespaces and of modules that are declared.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** `namespace A.B`, `declare module "m"`. */
export function namespaceName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const text = source.textOf(name).replace(/\s+/g, "").replace(/^(["'])(.*)\1$/, "$2");
  return text === "" ? null : { name: text, at: name.startIndex };
}
