/**
 * What names of Ruby are bound to, and what classes build on.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 200;
const MIXED_IN = /^(?:include|extend|prepend)[\s(]+([\w:, ]+?)\)?$/;

function assigned(node: SyntaxNode, source: Source): BoundName[] {
  const left = source.textOf(source.field(node, "left"));
  const right = source.field(node, "right");
  if (right === null || !/^@{0,2}[a-z_]\w*$/.test(left)) return [];
  const end = Math.min(right.endIndex, right.startIndex + LONGEST);
  return [{ name: left, value: source.text.slice(right.startIndex, end) }];
}

/** By type of node. */
export const rubyBindings: Readonly<Record<string, BindingRule>> = {
  assignment: { each: assigned },
  operator_assignment: { each: assigned },
};

/** `class A < B`, and the modules that it includes. */
export function classBases(node: SyntaxNode, source: Source): string[] {
  const above = node.type === "class" ? source.field(node, "superclass") : null;
  const mixed = (source.field(node, "body")?.namedChildren ?? []).flatMap((child) => {
    if (child?.type !== "call" || child.endIndex - child.startIndex > LONGEST) return [];
    const names = MIXED_IN.exec(source.textOf(child));
    return names === null ? [] : names[1].split(",").map((each) => each.trim());
  });
  const base = above === null ? "" : source.textOf(above).replace(/^<\s*/, "");
  return [...mixed, base].filter((each) => /^(?:::)?[A-Z][\w:]*$/.test(each));
}
