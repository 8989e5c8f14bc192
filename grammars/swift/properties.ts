/**
 * Properties of Swift and their accessors: `Type.property.get`, `Type.property.didSet`.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

const ACCESSORS: Readonly<Record<string, string>> = {
  computed_getter: "get",
  computed_setter: "set",
  willset_clause: "willSet",
  didset_clause: "didSet",
};
const CALLABLE = new Set([
  "function",
  "method",
  "constructor",
  "destructor",
  "getter",
  "setter",
  "operator",
  "lambda",
  "test",
]);

/** A property; a local variable is one only where it is computed. */
export function propertyName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  const isLocal = around.kind !== null && CALLABLE.has(around.kind);
  if (isLocal && source.text[node.endIndex - 1] !== "}") return null;
  const name = source.field(node, "name");
  if (name === null) return null;
  if (isLocal && source.field(node, "computed_value") === null) return null;
  // One that holds a closure is the closure.
  if (
    node.type === "property_declaration" && initialValue(node, source)?.type === "lambda_literal"
  ) {
    return null;
  }
  const text = source.textOf(name).replace(/^(?:let|var)\s+/, "");
  if (!/^[`\w\u0080-\uffff]+$/.test(text)) return null;
  return { name: text.replace(/^`|`$/g, ""), at: name.endIndex - text.length };
}

/** At the top level, what is never set is a constant. */
export function propertyKind(node: SyntaxNode, source: Source, around: Around): DefinitionKind {
  if (around.kind !== null) return "field";
  const head = source.text.slice(node.startIndex, source.field(node, "name")?.startIndex);
  return /\blet\s*$/.test(head) ? "constant" : "field";
}

/** What a property is set to. */
export function initialValue(node: SyntaxNode, source: Source): SyntaxNode | null {
  return source.field(node, "value") ?? source.field(node, "computed_value");
}

/** An accessor; the braces of a computed property are its getter when they hold the code itself. */
export function accessorName(node: SyntaxNode, _source: Source, around: Around): FoundName | null {
  const accessor = ACCESSORS[node.type];
  if (accessor !== undefined) return { name: accessor, at: node.startIndex };
  if (around.name === "subscript") return null;
  const [first] = node.namedChildren.filter((child) => child !== null && child.type !== "comment");
  if (first !== undefined && first !== null && first.type in ACCESSORS) return null;
  return { name: "get", at: node.startIndex };
}

/** What an accessor is. */
export function accessorKind(node: SyntaxNode): DefinitionKind {
  return node.type === "computed_property" || node.type === "computed_getter" ? "getter" : "setter";
}
