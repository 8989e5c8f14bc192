/**
 * What Java's definitions are: fields that hold lambdas, initialisers, anonymous classes.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind, Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

/** Classes that JUnit 3 takes tests from, and the name of such a test. */
const TEST_CLASS = /Tests?(?:Case)?$|^Test[A-Z]/, TEST_NAME = /^test(?:[A-Z_\d]|$)/;
/** Name of what runs for each object, as stack traces write it. */
const INITIALIZER = "<init>";
/** The name of a parameter, and what follows it. */
const NAME = /([\w$\u0080-\uffff]+)\s*(\[?)/y;
/** How far before a field its modifiers are looked for. */
const REACH = 400;
const TYPES: ReadonlySet<Surroundings["kind"]> = new Set(["class", "interface", "enum"] as const);

/** A function of a class, or of a file that is a class by itself. */
export function methodKind(
  node: SyntaxNode,
  source: Source,
  { kind, name }: Surroundings,
): DefinitionKind {
  if (kind === null) return "function";
  if (!TEST_CLASS.test(name)) return "method";
  const head = source.text.slice(node.startIndex, node.startIndex + REACH);
  if (!head.includes("test")) return "method";
  return TEST_NAME.test(source.textOf(source.field(node, "name"))) ? "test" : "method";
}

/** The constructor in the head of a record; it is shown after the name of the record. */
export function recordConstructor(node: SyntaxNode, source: Source, around: Around): FoundName {
  const at = node.startIndex;
  const start = source.text.lastIndexOf(around.name, at);
  return { name: around.name, at, start: at - start < 300 && start >= 0 ? start : at };
}

/** What a field is. */
export function fieldKind(node: SyntaxNode, source: Source, around: Surroundings): DefinitionKind {
  if (lambdaOf(node, source) !== null) return "lambda";
  if (around.kind === "interface") return "constant";
  const before = source.text.slice(Math.max(0, node.startIndex - REACH), node.startIndex);
  const head = before.slice(
    1 + Math.max(before.lastIndexOf(";"), before.lastIndexOf("{"), before.lastIndexOf("}")),
  );
  return /\bstatic\b/.test(head) && /\bfinal\b/.test(head) ? "constant" : "field";
}

function lambdaOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  const value = source.field(node, "value");
  return value?.type === "lambda_expression" ? value : null;
}

/** The value of a field; of a lambda its body. */
export function fieldBody(node: SyntaxNode, source: Source): SyntaxNode | null {
  const value = source.field(node, "value");
  return value?.type === "lambda_expression" ? source.field(value, "body") : value;
}

/** The parameters of the lambda that a field holds. */
export function fieldParameters(node: SyntaxNode, source: Source): SyntaxNode | null {
  const lambda = lambdaOf(node, source);
  return lambda === null ? null : source.field(lambda, "parameters");
}

/** The name of a block right in a class; none for any other block. */
export function initializerName(
  node: SyntaxNode,
  _source: Source,
  around: Around,
): string | null {
  if (TYPES.has(around.kind)) return INITIALIZER;
  // Arguments of an anonymous class or an enum constant may hold lambdas with statements.
  const unsure = around.kind === "scope" || around.kind === "constant";
  return unsure && node.parent?.type === "class_body" ? INITIALIZER : null;
}

/** `new Runnable` of an anonymous class; none for a mere call of a constructor. */
export function anonymousName(node: SyntaxNode, source: Source): string | null {
  if (source.text[node.endIndex - 1] !== "}") return null;
  const type = source.textOf(source.field(node, "type")).replace(/<[^]*$|\s+/g, "");
  return type === "" ? null : `new ${type}`;
}

/** The body of an anonymous class. */
export const lastChild = (node: SyntaxNode): SyntaxNode | null => node.lastNamedChild;

/** `final T name[]`. */
export function readParameter(node: SyntaxNode, source: Source): Parameter[] {
  const name = source.field(node, "name");
  const type = source.field(node, "type");
  NAME.lastIndex = name?.startIndex ?? node.endIndex;
  const [, word, sign] = NAME.exec(source.text) ?? [];
  if (word === "this") return [];
  const dimensions = sign === "[" ? source.textOf(source.field(node, "dimensions")) : "";
  return [{
    name: word ?? source.textOf(name),
    type: type === null ? null : oneLine(source.textOf(type) + dimensions),
    default: null,
    marks: finalMark(node, type, source),
  }];
}

/** `final T... name`. */
export function readSpread(node: SyntaxNode, source: Source): Parameter[] {
  const parts = node.namedChildren.filter((child) => child !== null);
  const name = parts.at(-1) ?? null;
  const type = parts.find((child) => /_type$|^type_|_identifier$/.test(child.type)) ?? null;
  return [{
    name: source.textOf(name),
    type: type === null ? null : oneLine(source.textOf(type)),
    default: null,
    marks: `${finalMark(node, type, source)} ...`.trim(),
  }];
}

function finalMark(node: SyntaxNode, type: SyntaxNode | null, source: Source): string {
  if (type === null || type.startIndex === node.startIndex) return "";
  return /\bfinal\b/.test(source.text.slice(node.startIndex, type.startIndex)) ? "final" : "";
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
