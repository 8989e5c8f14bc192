/**
 * What classes and interfaces build on.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const NAME = /^[\w$.\u0080-\uffff]+/;

/** `class A extends b.B<T> implements C, D`: b.B, C and D. */
export function bases(node: SyntaxNode, source: Source): string[] {
  const heritage = node.namedChildren.filter((child) =>
    child !== null && /^(?:class_heritage|extends_type_clause)$/.test(child.type)
  );
  return heritage.flatMap((clause) => namesIn(clause!, source));
}

function namesIn(clause: SyntaxNode, source: Source): string[] {
  return clause.namedChildren.flatMap((child) => {
    if (child === null || /arguments$|^comment$/.test(child.type)) return [];
    if (child.type.endsWith("_clause")) return namesIn(child, source);
    const name = NAME.exec(source.textOf(child))?.[0];
    return name === undefined ? [] : [name];
  });
}
