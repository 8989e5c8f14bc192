/**
 * What names of Java are bound to, and what types build on.
 *
 * @module
 */

import type { BindingRule } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** The first variable of a declaration; most declare one. */
function declarator(node: SyntaxNode, source: Source): SyntaxNode | null {
  return source.field(node, "declarator");
}

const DECLARED: BindingRule = {
  name: (node, source) => {
    const first = declarator(node, source);
    return first === null ? null : source.field(first, "name");
  },
  type: "type",
  value: (node, source) => {
    const first = declarator(node, source);
    return first === null ? null : source.field(first, "value");
  },
};

/** By type of node: variables, fields, loop variables, resources. */
export const javaBindings: Readonly<Record<string, BindingRule>> = {
  local_variable_declaration: DECLARED,
  field_declaration: DECLARED,
  enhanced_for_statement: { name: "name", type: "type" },
  resource: { name: "name", type: "type", value: "value" },
  instanceof_expression: { name: "name", type: "right" },
};

/** `extends A<B> implements C, D`: A, C and D. */
export function typeBases(node: SyntaxNode, source: Source): string[] {
  const body = source.field(node, "body");
  let header = source.text.slice(node.startIndex, body?.startIndex ?? node.endIndex);
  for (let before = ""; before !== header;) {
    before = header;
    header = header.replace(/<[^<>]*>|\([^()]*\)/g, "");
  }
  return [
    ...header.matchAll(
      /\b(?:extends|implements)\b([^]*?)(?=\b(?:extends|implements|permits)\b|$)/g,
    ),
  ]
    .flatMap(([, list]) => list.split(","))
    .map((each) => each.replace(/@[\w.]+/g, "").trim())
    .filter((each) => /^[\w.$]+$/.test(each));
}
