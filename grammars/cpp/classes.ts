/**
 * Classes and namespaces of C++.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { structName } from "../c/declarators.ts";
import { qualifiedName } from "./names.ts";

/** A class with a body; the arguments of a specialisation tell it from others. */
export function className(node: SyntaxNode, source: Source): FoundName | null {
  const found = structName(node, source);
  const name = source.field(node, "name");
  return found === null || name === null ? found : qualifiedName(name, source);
}

/** `class` or what is like one. */
export function classKind(node: SyntaxNode): DefinitionKind {
  return node.type === "class_specifier" ? "class" : "struct";
}

/** `namespace a::inline b`; what has no name adds none. */
export function namespaceName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const text = source.textOf(name).replace(/\binline\b|\s+/g, "");
  return text === "" ? null : { name: text, at: name.startIndex };
}

/** `class A : public B<C>, D` builds on B and D. */
export function baseTypes(node: SyntaxNode, source: Source): readonly string[] {
  const clause = node.namedChildren.find((child) => child?.type === "base_class_clause");
  return (clause?.namedChildren ?? []).flatMap((child) => {
    if (child === null || !/identifier$|_type$/.test(child.type)) return [];
    const { container, name } = qualifiedName(child, source);
    return [container === undefined ? name : `${container}::${name}`];
  });
}
