/**
 * What names of JavaScript and TypeScript are bound to, and what classes build on.
 *
 * @module
 */

import type { BindingRule } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const ASSIGNED = /(?:this|exports|module\.exports)\.[\w$]+$/;

/** By type of node: variables, and what is assigned to members of `this`. */
export const javascriptBindings: Readonly<Record<string, BindingRule>> = {
  variable_declarator: { name: "name", value: "value" },
  assignment_expression: {
    name: (node, source) => {
      const left = source.field(node, "left");
      return left !== null && ASSIGNED.test(source.textOf(left)) ? left : null;
    },
    value: "right",
  },
  field_definition: { name: "property", value: "value" },
};

/** The same with types. */
export const typescriptBindings: Readonly<Record<string, BindingRule>> = {
  variable_declarator: { name: "name", type: "type", value: "value" },
  assignment_expression: javascriptBindings.assignment_expression,
  public_field_definition: { name: "name", type: "type", value: "value" },
  property_signature: { name: "name", type: "type" },
};

/** `class A extends B implements C<D>`, `interface A extends B`. */
export function typeBases(node: SyntaxNode, source: Source): string[] {
  const body = source.field(node, "body");
  const header = source.text.slice(node.startIndex, body?.startIndex ?? node.endIndex);
  const clauses = /\b(?:extends|implements)\b([^]*)$/.exec(stripTypeArguments(header));
  if (clauses === null) return [];
  return clauses[1].split(/,|\bimplements\b/).map((each) => each.trim())
    .filter((each) => /^[\w$.]+$/.test(each));
}

/** Text without what stands in angle brackets. */
function stripTypeArguments(text: string): string {
  let plain = text;
  for (let before = ""; before !== plain;) {
    before = plain;
    plain = plain.replace(/<[^<>]*>/g, "");
  }
  return plain;
}
