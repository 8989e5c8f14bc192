/**
 * What annotations of Kotlin name, some of whose arguments the parser does not see.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** The type of an annotation; none for context parameters, which are read as one. */
export function annotationName(node: SyntaxNode, source: Source): SyntaxNode | null {
  if (source.text[node.startIndex] !== "@") return null;
  const target = node.lastNamedChild;
  const type = target?.type === "constructor_invocation" ? target.firstNamedChild : target;
  const names = type?.namedChildren.filter((child) => child?.type === "type_identifier") ?? [];
  return names.at(-1) ?? null;
}

/** A leaf in one form: one that holds the arguments of an annotation, without its blanks. */
export function leafText(_type: string, text: string): string {
  return text.includes("(") ? text.replace(/\s+/g, "").replace(/,\)$/, ")") : text;
}
