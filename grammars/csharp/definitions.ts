/**
 * What C#'s definitions are called: operators, accessors, explicit implementations.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

/** How far before a field its modifiers are looked for. */
const REACH = 400;

/** Finds the first child of a type, which has no field. */
export function childOf(type: string): (node: SyntaxNode) => SyntaxNode | null {
  return (node) => node.namedChildren.find((child) => child!.type === type) ?? null;
}

const specifierOf = childOf("explicit_interface_specifier");
const parametersOf = childOf("parameter_list");
const variablesOf = childOf("variable_declaration");

/** A class, or a block of extensions, which is given to the parser as one. */
export function classKind(node: SyntaxNode, source: Source): DefinitionKind | "scope" {
  return isExtension(node, source) ? "scope" : "class";
}

/** The name of a class; of a block of extensions the type that it extends. */
export function className(node: SyntaxNode, source: Source): FoundName | null {
  if (isExtension(node, source)) {
    const list = parametersOf(node);
    const parameter = list?.firstNamedChild;
    const type = parameter?.type === "parameter" ? source.field(parameter, "type") : null;
    return { name: source.textOf(type).replace(/<[^]*|\s/g, "") || "extension" };
  }
  const name = source.field(node, "name");
  return name === null ? null : { name: source.textOf(name), at: name.startIndex };
}

/** The parameters after the name of a class, which are its constructor's. */
export function primaryParameters(node: SyntaxNode, source: Source): SyntaxNode | null {
  return isExtension(node, source) ? null : parametersOf(node);
}

function isExtension(node: SyntaxNode, source: Source): boolean {
  return source.text.startsWith("extension", node.startIndex);
}

/** A member, with the interface that it is of: `IDisposable.Dispose` of `void IDisposable.Dispose()`. */
export function memberName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  return name === null ? null : ofInterface(node, source.textOf(name), name.startIndex, source);
}

/** `this[]`, an indexer. */
export function indexerName(node: SyntaxNode, source: Source): FoundName {
  const list = source.field(node, "parameters");
  const at = source.text.lastIndexOf("this", list?.startIndex ?? node.endIndex);
  return ofInterface(node, "this[]", Math.max(at, node.startIndex), source);
}

/** `operator +`, `operator checked ++`. */
export function operatorName(node: SyntaxNode, source: Source): FoundName {
  const text = headOf(node, source);
  const at = Math.max(0, text.search(/\boperator\b/));
  return ofInterface(node, oneLine(text.slice(at)), node.startIndex + at, source);
}

/** `implicit operator string`. */
export function conversionName(node: SyntaxNode, source: Source): FoundName {
  const text = headOf(node, source);
  const at = Math.max(0, text.search(/\b(?:implicit|explicit)\b/));
  const words = oneLine(text.slice(at)).replace(/^(\w+) .*?operator\b/, "$1 operator");
  return { name: words, at: node.startIndex + at };
}

/** `~Class`. */
export function destructorName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const at = source.text.lastIndexOf("~", name.startIndex);
  return { name: `~${source.textOf(name)}`, at: at < node.startIndex ? name.startIndex : at };
}

/** `get`, `set`, `init`, `add`, `remove` with a body; those without one belong to what they are of. */
export function accessorName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null || source.field(node, "body") === null) return null;
  return { name: source.textOf(name), at: name.startIndex };
}

/** What an accessor is. */
export function accessorKind(node: SyntaxNode, source: Source): DefinitionKind {
  const name = source.textOf(source.field(node, "name"));
  return name === "get" ? "getter" : name === "set" || name === "init" ? "setter" : "method";
}

/** A property or an indexer: a getter when that is all it is, or else what holds accessors. */
export function propertyKind(node: SyntaxNode, source: Source): DefinitionKind {
  return source.field(node, "value")?.type === "arrow_expression_clause" ? "getter" : "field";
}

/** The accessors of a property, or its value. */
export function propertyBody(node: SyntaxNode, source: Source): SyntaxNode | null {
  return source.field(node, "accessors") ?? source.field(node, "value");
}

/** A record, which is a class unless it says otherwise. */
export function recordKind(node: SyntaxNode, source: Source): DefinitionKind {
  const name = source.field(node, "name")?.startIndex ?? node.startIndex;
  return /\bstruct\s+$/.test(source.text.slice(node.startIndex, name)) ? "struct" : "class";
}

/** A method, or at the top level a function. */
export function methodKind(
  _node: SyntaxNode,
  _source: Source,
  around: Surroundings,
): DefinitionKind {
  return around.kind === null ? "function" : "method";
}

/** The constructor in the head of a type; it is shown after the name of the type. */
export function primaryName(node: SyntaxNode, source: Source, around: Around): FoundName {
  const at = node.startIndex;
  const start = source.text.lastIndexOf(around.name, at);
  return { name: around.name, at, start: at - start < 300 && start >= 0 ? start : at };
}

/** The variables of a field. */
export function variables(node: SyntaxNode): readonly SyntaxNode[] {
  return variablesOf(node)?.namedChildren.filter((child) =>
    child !== null && child.type === "variable_declarator"
  ) as SyntaxNode[] | undefined ?? [];
}

/** What a field is. */
export function fieldKind(node: SyntaxNode, source: Source): DefinitionKind {
  if (node.lastNamedChild?.type === "lambda_expression") return "lambda";
  const before = source.text.slice(Math.max(0, node.startIndex - REACH), node.startIndex);
  const head = before.slice(
    1 + Math.max(before.lastIndexOf(";"), before.lastIndexOf("{"), before.lastIndexOf("}")),
  );
  return /\bconst\b/.test(head) || /\bstatic\b/.test(head) && /\breadonly\b/.test(head)
    ? "constant"
    : "field";
}

/** The value of a field; of a lambda its body. */
export function fieldBody(node: SyntaxNode, source: Source): SyntaxNode | null {
  const value = node.lastNamedChild;
  if (value === null || value.startIndex === source.field(node, "name")?.startIndex) return null;
  return value.type === "lambda_expression" ? source.field(value, "body") : value;
}

/** The parameters of the lambda that a field holds. */
export function fieldParameters(node: SyntaxNode, source: Source): SyntaxNode | null {
  const value = node.lastNamedChild;
  return value?.type === "lambda_expression" ? source.field(value, "parameters") : null;
}

function ofInterface(node: SyntaxNode, name: string, at: number, source: Source): FoundName {
  // Only after a dot there can be one.
  if (!/\.\s*$/.test(source.text.slice(Math.max(0, at - 9), at))) return { name, at };
  const container = source.textOf(specifierOf(node)).replace(/<[^]*?>+|\s|\.\s*$/g, "");
  return { name, at, container };
}

/** The text before the parameters. */
function headOf(node: SyntaxNode, source: Source): string {
  const end = source.field(node, "parameters")?.startIndex ?? node.endIndex;
  return source.text.slice(node.startIndex, end);
}

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
