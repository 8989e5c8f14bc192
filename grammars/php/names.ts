/**
 * Names of PHP as its users write them: `Space\Class::method`, `Space\func`, `Class::$property`.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

/** How far before a closure its variable is looked for. */
const LONGEST_TARGET = 100;
/** `$name = `, `$this->name = `, `'name' => `. */
const TARGET = /(?:\$(?:this->)?|['"])(\w+)(?:['"]\s*=>|\s*=)\s*(?:static\s+)?$/;

/** What a namespace contains is joined by `\`, all else by `::`. */
function jointOf(around: Around): string {
  return around.kind === null || around.kind === "scope" ? "\\" : "::";
}

/** A name in the field `name`. */
export function memberName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const joint = around.name === "class@anonymous" ? "::" : jointOf(around);
  return { name: source.textOf(name), at: name.startIndex, joint };
}

/** `const A = 1`: the element has no fields. */
export function constantName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  const name = node.firstNamedChild;
  if (name === null) return null;
  return { name: source.textOf(name), at: name.startIndex, joint: jointOf(around) };
}

/** The first property of a declaration, with its dollar sign. */
export function propertyName(node: SyntaxNode, source: Source): FoundName | null {
  const element = node.namedChildren.find((child) => child?.type === "property_element") ?? null;
  const name = element?.firstNamedChild ?? null;
  return name && { name: source.textOf(name), at: name.startIndex, joint: "::" };
}

/** A closure by the variable, property or key that holds it; one that is passed on has no name. */
export function closureName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  const before = source.text.slice(Math.max(0, node.startIndex - LONGEST_TARGET), node.startIndex);
  const target = TARGET.exec(before);
  return target && { name: target[1], joint: jointOf(around) };
}

/** What a method is by its name. */
export function methodKind(node: SyntaxNode, source: Source): DefinitionKind {
  switch (source.textOf(source.field(node, "name")).toLowerCase()) {
    case "__construct":
      return "constructor";
    case "__destruct":
      return "destructor";
    default:
      return "method";
  }
}

/** `get` or `set` of a property. */
export function hookKind(node: SyntaxNode, source: Source): DefinitionKind {
  return source.text.startsWith("set", node.startIndex) ||
      /\bset\b/.test(source.textOf(node).slice(0, 40).split(/[({=]/)[0])
    ? "setter"
    : "getter";
}

/** The class of `new Class(…)`; none of an anonymous one. */
export function classOf(node: SyntaxNode): SyntaxNode | null {
  return node.namedChildren.find((child) =>
    child?.type === "name" || child?.type === "qualified_name"
  ) ?? null;
}
