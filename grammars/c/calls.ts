/**
 * What a call of C calls.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** The function, without parentheses around it; `null` of a pointer, which has no name. */
export function calledName(node: SyntaxNode, source: Source): SyntaxNode | null {
  let callee = source.field(node, "function");
  while (callee?.type === "parenthesized_expression") callee = callee.firstNamedChild;
  return callee?.type === "pointer_expression" ? null : callee;
}
