/**
 * What names of Python are bound to, and what classes build on.
 *
 * @module
 */

import type { BindingRule } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** By type of node: assignments, `with … as name`, `(name := …)`. */
export const pythonBindings: Readonly<Record<string, BindingRule>> = {
  assignment: {
    name: (node, source) => {
      const left = source.field(node, "left");
      return left?.type === "identifier" || left?.type === "attribute" ? left : null;
    },
    type: "type",
    value: "right",
  },
  as_pattern: {
    name: (node, source) => source.field(node, "alias")?.firstNamedChild ?? null,
    value: (node) => node.firstNamedChild,
  },
  named_expression: { name: "name", value: "value" },
};

/** `class A(B, c.D[int], metaclass=M)`: B and c.D. */
export function classBases(node: SyntaxNode, source: Source): string[] {
  const list = source.field(node, "superclasses");
  if (list === null) return [];
  return list.namedChildren.flatMap((child) => {
    switch (child?.type) {
      case "identifier":
      case "attribute":
        return [source.textOf(child)];
      case "subscript":
        return [source.textOf(source.field(child, "value"))];
      default:
        return [];
    }
  });
}
