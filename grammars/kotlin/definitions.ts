/**
 * What Kotlin's definitions are called: receivers, accessors, companions, constructors.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { childOf, isType, nameOf, plainName } from "./children.ts";

type Around = Omit<Surroundings, "decorators">;

/** What holds members; a top level holds them too. */
const HOLDERS: ReadonlySet<Surroundings["kind"]> = new Set(
  ["class", "interface", "enum", "constant", "scope", null] as const,
);
const variableOf = childOf("variable_declaration");
const bodyOf = childOf("statements", "function_body");
/** What may stand between the name of a property and its value. */
const HEAD_PART = /^type_constraints$|comment$/;
const functionValue = childOf("lambda_literal", "anonymous_function");
/** Most nodes between an accessor and its property: the other accessor and comments. */
const MOST_BETWEEN = 6;
/** The name of a class, with parameters of types, before its constructor. */
const CLASS_NAME = /`[^`\n]+`\s*$|[\p{L}_][\p{L}\p{N}_]*\s*(?:<[^(){}]*>\s*)?$/u;

/** A name with where it stands. */
export function simpleName(node: SyntaxNode, source: Source): FoundName | null {
  const name = nameOf(node);
  return name === null ? null : { name: plainName(name, source), at: name.startIndex };
}

/** A class; the `fun` of an interface of one function may stand before the node. */
export function className(node: SyntaxNode, source: Source): FoundName | null {
  const found = simpleName(node, source);
  const { startIndex } = node;
  if (found === null || !source.text.startsWith("interface", startIndex)) return found;
  const before = /\bfun\s+$/.exec(source.text.slice(Math.max(0, startIndex - 20), startIndex));
  return before === null ? found : { ...found, start: startIndex - before[0].length };
}

/** A function, with the type that it extends: `String.shorten`. */
export function functionName(node: SyntaxNode, source: Source): FoundName | null {
  const name = nameOf(node);
  if (name === null) return null;
  const container = receiverOf(node, name.startIndex, source);
  return { name: plainName(name, source), at: name.startIndex, container };
}

/** What a function is. */
export function functionKind(
  node: SyntaxNode,
  source: Source,
  { kind }: Surroundings,
): DefinitionKind {
  const first = node.firstNamedChild;
  if (first?.type === "modifiers" && /\boperator\b/.test(source.textOf(first))) return "operator";
  return kind === null || !HOLDERS.has(kind) ? "function" : "method";
}

/** The type before the dot of an extension, without arguments of types and the mark for null. */
function receiverOf(node: SyntaxNode, end: number, source: Source): string {
  if (!/\.\s*$/.test(source.text.slice(Math.max(node.startIndex, end - 9), end))) return "";
  const type = node.namedChildren.find((child) => isType(child!) && child!.startIndex < end);
  const text = source.textOf(type ?? null);
  return text.startsWith("(") ? text.replace(/\s+/g, " ") : text.replace(/<[^]*>|[\s?]/g, "");
}

/** A class, an interface or an enum. */
export function classKind(node: SyntaxNode, source: Source): DefinitionKind {
  const head = source.text.slice(node.startIndex, nameOf(node)?.startIndex ?? node.startIndex);
  const [, enumeration, word] = /\b(enum\s+)?(class|interface)\s*$/.exec(head) ?? [];
  return enumeration !== undefined ? "enum" : word === "interface" ? "interface" : "class";
}

/** `companion object`, which is called `Companion` unless it has a name. */
export function companionName(node: SyntaxNode, source: Source): FoundName {
  return simpleName(node, source) ??
    { name: "Companion", at: source.text.indexOf("companion", modifiersEnd(node)) };
}

function modifiersEnd(node: SyntaxNode): number {
  const first = node.firstNamedChild;
  return first?.type === "modifiers" ? first.endIndex : node.startIndex;
}

/** The constructor in the head of a class; it is shown after the name of the class. */
export function primaryName(node: SyntaxNode, source: Source): FoundName {
  const { startIndex } = node;
  const from = Math.max(0, startIndex - 100);
  const before = CLASS_NAME.exec(source.text.slice(from, startIndex));
  return {
    name: "constructor",
    at: source.text.indexOf("(", modifiersEnd(node)),
    start: before === null ? startIndex : from + before.index,
  };
}

/** A constructor in the body of a class. */
export function secondaryName(node: SyntaxNode, source: Source): FoundName {
  const list = node.namedChildren.find((child) => child!.type === "function_value_parameters");
  const end = list?.startIndex ?? node.endIndex;
  return { name: "constructor", at: source.text.lastIndexOf("constructor", end) };
}

/** A property that `val` or `var` declares among the parameters of a class. */
export function parameterName(node: SyntaxNode, source: Source): FoundName | null {
  const name = nameOf(node);
  if (name === null) return null;
  const before = source.text.slice(Math.max(node.startIndex, name.startIndex - 9), name.startIndex);
  return /\b(?:val|var)\s+$/.test(before) ? simpleName(node, source) : null;
}

/** A property; a local one only when it holds a function. */
export function propertyName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  if (!HOLDERS.has(around.kind)) {
    if (source.text[node.endIndex - 1] !== "}" || functionValue(node) === null) return null;
  }
  const variable = variableOf(node);
  const name = variable === null ? null : nameOf(variable);
  if (variable === null || name === null) return null;
  const container = receiverOf(node, variable.startIndex, source);
  return { name: plainName(name, source), at: name.startIndex, container };
}

/** What a property is. */
export function propertyKind(node: SyntaxNode, source: Source): DefinitionKind {
  const value = functionValue(node);
  if (value !== null) return value.type === "lambda_literal" ? "lambda" : "function";
  const first = node.firstNamedChild;
  return first?.type === "modifiers" && /\bconst\b/.test(source.textOf(first))
    ? "constant"
    : "field";
}

/** Of a function that a property holds, a part of it. */
export function ofValue(
  part: (node: SyntaxNode) => SyntaxNode | null,
): (node: SyntaxNode) => SyntaxNode | null {
  return (node) => {
    const value = functionValue(node);
    return value === null ? null : part(value);
  };
}

/** The value of a property, or the first accessor in it; of a function its body. */
export function propertyBody(node: SyntaxNode): SyntaxNode | null {
  const value = functionValue(node);
  if (value !== null) return bodyOf(value);
  const children = node.namedChildren;
  const at = children.findIndex((child) => child!.type.endsWith("variable_declaration"));
  return children.slice(at + 1).find((child) => !HEAD_PART.test(child!.type)) ?? null;
}

/** `get` or `set` of the property that it belongs to, which stands around or before it. */
export function accessorName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  const name = node.type === "getter" ? "get" : "set";
  const at = source.text.indexOf(name, modifiersEnd(node));
  if (around.kind === "field") return { name, at };
  let before = node.previousNamedSibling;
  for (let steps = 0; before !== null && before.type !== "property_declaration"; steps++) {
    if (steps === MOST_BETWEEN || !/^(?:getter|setter)$|comment$/.test(before.type)) return null;
    before = before.previousNamedSibling;
  }
  const property = before === null ? null : propertyName(before, source, around);
  if (property === null) return null;
  const path = [property.container ?? "", property.name].filter((part) => part !== "");
  return { name, at, container: path.join(".") };
}

/** An object without a name, by what it is derived from. */
export function objectName(node: SyntaxNode, source: Source): string {
  const base = /^object\s*:\s*([\p{L}\p{N}_.]+)/u.exec(
    source.text.slice(node.startIndex, node.startIndex + 200),
  );
  return base === null ? "object" : `object:${base[1]}`;
}
