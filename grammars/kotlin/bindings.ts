/**
 * What names of Kotlin are bound to, and what classes build on.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 300;
const PROPERTY =
  /^(?:[^=:{]*?\b)?va[lr]\s+(?:<[^>]*>\s*)?(\w+)\s*(?::\s*([^=\n]+?))?\s*(?:(?:=|\bby\s+lazy\s*\{)\s*([^]*?))?(?:\n\s*[gs]et\b[^]*)?$/;

function property(node: SyntaxNode, source: Source): BoundName[] {
  const end = Math.min(node.endIndex, node.startIndex + LONGEST);
  const found = PROPERTY.exec(source.text.slice(node.startIndex, end));
  if (found === null) return [];
  return [{ name: found[1], type: found[2]?.trim() ?? null, value: found[3]?.trim() ?? null }];
}

/** `for (each in list)`. */
function looped(node: SyntaxNode, source: Source): BoundName[] {
  const text = source.text.slice(node.startIndex, node.startIndex + LONGEST);
  const found = /^for\s*\(\s*(\w+)\s*(?::\s*([\w.<>?]+)\s*)?in\s+([\w.]+(?:\(\))?)\s*\)/.exec(text);
  return found === null
    ? []
    : [{ name: found[1], type: found[2] ?? null, value: `(${found[3]})[*]`, inside: true }];
}

/** By type of node. */
export const kotlinBindings: Readonly<Record<string, BindingRule>> = {
  property_declaration: { each: property },
  class_parameter: { each: property },
  for_statement: { each: looped },
};

/** `class A(x: Int) : B(x), I by y`: B and I. */
export function typeBases(node: SyntaxNode, source: Source): string[] {
  return node.namedChildren.flatMap((child) => {
    const list = child?.type === "delegation_specifiers" ? child.namedChildren : [child];
    return list.flatMap((each) => {
      if (each?.type !== "delegation_specifier") return [];
      const name = /^\s*(?:@\w+\s+)*([\w.]+)/.exec(source.textOf(each));
      return name === null ? [] : [name[1]];
    });
  });
}
