/**
 * What names of Swift are bound to.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 300;
const PROPERTY =
  /^(?:[^={]*?\b)?(?:let|var)\s+(\w+)\s*(?::\s*([^={\n]+?))?\s*(?:=\s*(?:try[?!]?\s+)?(?:await\s+)?([^]*?))?(?:\s*\{[^]*)?$/;
const CONDITION =
  /(?:\b(?:if|guard|while)\b|,)\s*(?:let|var)\s+(\w+)\s*(?::\s*([\w.?]+)\s*)?(?:=\s*(?:try\??\s+)?([\w.?!()\[\]:"]+))?/g;

function head(node: SyntaxNode, source: Source): string {
  return source.text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + LONGEST));
}

function property(node: SyntaxNode, source: Source): BoundName[] {
  const found = PROPERTY.exec(head(node, source));
  if (found === null) return [];
  return [{ name: found[1], type: found[2]?.trim() ?? null, value: found[3]?.trim() ?? null }];
}

/** `if let a = b`, `guard let a`; without a value it keeps what it was. */
function conditions(node: SyntaxNode, source: Source): BoundName[] {
  const text = head(node, source).split("{")[0];
  return [...text.matchAll(CONDITION)].flatMap(([, name, type, value]) =>
    type === undefined && value === undefined ? [] : [{ name, type, value }]
  );
}

function looped(node: SyntaxNode, source: Source): BoundName[] {
  const found = /^for\s+(?:case\s+)?(?:let\s+)?(\w+)\s+in\s+([\w.]+)/.exec(head(node, source));
  return found === null ? [] : [{ name: found[1], value: `${found[2]}[*]`, inside: true }];
}

/** By type of node. */
export const swiftBindings: Readonly<Record<string, BindingRule>> = {
  property_declaration: { each: property },
  protocol_property_declaration: { each: property },
  if_statement: { each: conditions },
  guard_statement: { each: conditions },
  for_statement: { each: looped },
};
