/**
 * Children of nodes of the Kotlin parser, which has no fields for them.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** Finds the first child of a type. */
export function childOf(...types: string[]): (node: SyntaxNode) => SyntaxNode | null {
  return (node) => node.namedChildren.find((child) => types.includes(child!.type)) ?? null;
}

const NAME = childOf("simple_identifier", "type_identifier");

/** The name of a declaration. */
export function nameOf(node: SyntaxNode): SyntaxNode | null {
  return NAME(node);
}

/** A name without the backticks that may be around it. */
export function plainName(name: SyntaxNode | null, source: Source): string {
  return source.textOf(name).replace(/^`|`$/g, "");
}

/** Whether a node is a type, in a place where a type may stand. */
export function isType(node: SyntaxNode): boolean {
  return node.type.endsWith("_type");
}

/** The type after the parameters of a function. */
export function returnType(node: SyntaxNode): SyntaxNode | null {
  const children = node.namedChildren;
  const at = children.findIndex((child) => child!.type === "function_value_parameters");
  if (at < 0) return null;
  const next = children.slice(at + 1).find((child) => !child!.type.endsWith("comment")) ?? null;
  return next !== null && isType(next) ? next : null;
}
