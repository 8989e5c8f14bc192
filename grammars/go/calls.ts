/**
 * What a call of Go calls.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** The function without arguments of types: `f` of `f[int](x)`. */
export function callee(node: SyntaxNode, source: Source): SyntaxNode | null {
  let found = source.field(node, "function");
  while (found !== null && source.text[found.endIndex - 1] === "]") {
    const inner: SyntaxNode | null = found.firstNamedChild;
    if (inner?.startIndex !== found.startIndex) return null;
    found = inner;
  }
  return found;
}

/** What looks like a conversion to a generic type, and mostly is a call of a generic function. */
export function genericCallee(node: SyntaxNode, source: Source): SyntaxNode | null {
  const type = source.field(node, "type");
  return type?.type === "generic_type" ? source.field(type, "type") : null;
}
