/**
 * What a call of Swift calls.
 *
 * @module
 */

import type { Span } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** The function; `null` of a subscript, which the parser takes for a call as well. */
export function calledName(node: SyntaxNode, { text }: Source): SyntaxNode | null {
  const callee = node.firstNamedChild;
  if (callee === null) return null;
  let at = callee.endIndex;
  while (/[\s?!]/.test(text[at] ?? "x")) at++;
  return text[at] === "[" ? null : callee;
}

/** The method of `#selector(Type.method(_:))`. */
export function selectedName(node: SyntaxNode, source: Source): Span | null {
  const text = source.textOf(node);
  const found = /^#selector\(\s*(?:[gs]etter:\s*)?([\w.`]+)/.exec(text);
  if (found === null) return null;
  const end = node.startIndex + found[0].length;
  return { start: end - found[1].length, end };
}
