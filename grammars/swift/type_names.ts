/**
 * Types of Swift, and the extensions of types.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const KINDS: Readonly<Record<string, DefinitionKind | "scope">> = {
  class: "class",
  actor: "class",
  struct: "struct",
  enum: "enum",
  extension: "scope",
};

/** What a declaration of a type is; an extension only gives its name to what it holds. */
export function typeKind(node: SyntaxNode, source: Source): DefinitionKind | "scope" {
  return KINDS[source.textOf(source.field(node, "declaration_kind"))] ?? "class";
}

/** Name of a type without its arguments; the condition of an extension tells twins apart. */
export function typeName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const parts = source.textOf(name).replace(/<.*>/s, "").replace(/\s+/g, "").split(".");
  const last = parts.pop()!;
  const condition = node.type === "class_declaration"
    ? node.namedChildren.find((child) => child?.type === "type_constraints") ?? null
    : null;
  const isExtension = condition !== null && typeKind(node, source) === "scope";
  return {
    name: last,
    at: name.startIndex,
    ...(parts.length === 0 ? {} : { container: parts.join(".") }),
    ...(isExtension ? { discriminator: source.textOf(condition).replace(/\s+/g, " ") } : {}),
  };
}

/** What a type inherits from and conforms to. */
export function baseTypes(node: SyntaxNode, source: Source): readonly string[] {
  return node.namedChildren.flatMap((child) =>
    child?.type === "inheritance_specifier"
      ? [source.textOf(child).replace(/<.*>/s, "").replace(/@\w+\s*|\s+/g, "")]
      : []
  );
}

/** The cases of `case a, b(Int)`. */
export function caseNames(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  return source.fields(node, "name").filter(({ type }) => type === "simple_identifier");
}
