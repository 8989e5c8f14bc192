/**
 * What names of Rust are bound to, and what is handed over by name.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 200;
const NAME = /^(?:(?:ref|mut)\s+)*(\w+)$/;
/** `Some(x)`, `Ok(mut x)`: what is inside is of the type that the value holds. */
const WRAPPED = /^&?(?:Some|Ok)\(\s*(?:(?:ref|mut)\s+)*(\w+)\s*\)$/;

function bound(node: SyntaxNode, source: Source): BoundName[] {
  const pattern = source.textOf(source.field(node, "pattern"));
  const name = NAME.exec(pattern) ?? WRAPPED.exec(pattern);
  if (name === null || name[1] === "_") return [];
  const value = source.field(node, "value");
  const type = node.type === "let_declaration" ? source.field(node, "type") : null;
  const end = value === null ? 0 : Math.min(value.endIndex, value.startIndex + LONGEST);
  const text = value === null ? null : source.text.slice(value.startIndex, end);
  return [{
    name: name[1],
    type: type === null ? null : source.textOf(type),
    value: node.type === "for_expression" ? `(${text?.replace(/^&(?:mut\s+)?/, "")})[*]` : text,
  }];
}

/** By type of node. */
export const rustBindings: Readonly<Record<string, BindingRule>> = {
  let_declaration: { each: bound },
  let_condition: { each: bound },
  for_expression: { each: bound },
};

/** Functions that a list of arguments names. */
export function handedOver(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) =>
    child?.type === "identifier" || child?.type === "scoped_identifier" ? [child] : []
  );
}
