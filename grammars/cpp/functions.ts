/**
 * Functions of C++, in and out of their classes.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import {
  type Declared,
  declared,
  declaredReturn,
  functionName as plainFunctionName,
} from "../c/declarators.ts";
import { qualifiedName } from "./names.ts";
import { startWithMacros } from "./prepare.ts";
import { isTestMacro, titleOf } from "./tests.ts";

type Around = Omit<Surroundings, "decorators">;

/** What names one function or another thing. */
interface Named {
  readonly found: Declared | null;
  readonly name: FoundName | null;
}

const named = new WeakMap<SyntaxNode, Named>();

function namedBy(node: SyntaxNode, source: Source): Named {
  let known = named.get(node);
  if (known === undefined) {
    const holds = /_definition$|declaration$/.test(node.type);
    const found = declared(holds ? source.field(node, "declarator") : node, source);
    known = { found, name: found === null ? null : qualifiedName(found.name, source) };
    named.set(node, known);
  }
  return known;
}

function isFunction(found: Declared | null): boolean {
  return found !== null && (found.callee !== null || isCast(found.name, 0));
}

function isCast(node: SyntaxNode, depth: number): boolean {
  if (node.type === "operator_cast") return true;
  return node.type === "qualified_identifier" && depth < 50 && node.lastNamedChild !== null &&
    isCast(node.lastNamedChild, depth + 1);
}

/** `void A::B::f() { … }`, `TEST(Suite, Name) { … }`, `class EXPORT A { … }`. */
export function functionName(node: SyntaxNode, source: Source): FoundName | null {
  const { found, name } = namedBy(node, source);
  if (found === null || name === null || name.name === "") return null;
  if (!isFunction(found)) {
    return isMisreadClass(node, source) ? name : plainFunctionName(node, source);
  }
  if (found.callee !== null && isTestMacro(node, source)) {
    return { name: titleOf(found.callee, source), at: found.name.startIndex };
  }
  return { ...name, start: startWithMacros(source.text, node.startIndex) };
}

/** `class EXPORT A : B { … }` is read as a function `A` that returns a class `EXPORT`. */
function isMisreadClass(node: SyntaxNode, source: Source): boolean {
  const type = source.field(node, "type");
  return type !== null && /^(?:class|struct|union)_specifier$/.test(type.type) &&
    source.field(type, "body") === null && source.field(node, "declarator")?.type === "identifier";
}

/** What a function is. */
export function functionKind(
  node: SyntaxNode,
  source: Source,
  around: Surroundings,
): DefinitionKind {
  const { found, name } = namedBy(node, source);
  if (found === null || name === null) return "function";
  if (!isFunction(found)) return isMisreadClass(node, source) ? "class" : "function";
  if (found.callee !== null && isTestMacro(node, source)) return "test";
  return callableKind(name, around);
}

function callableKind({ name, container }: FoundName, around: Surroundings): DefinitionKind {
  if (name[0] === "~") return "destructor";
  if (/^operator\b/.test(name)) return "operator";
  const inClass = isClass(around.kind);
  const owner = container?.split("::").at(-1) ?? (inClass ? around.name : null);
  if (owner === name) return "constructor";
  return inClass || container !== undefined ? "method" : "function";
}

function isClass(kind: Surroundings["kind"]): boolean {
  return kind === "class" || kind === "struct";
}

/** The name of a prototype, a field or a constant; local variables are passed over. */
export function declarationName(
  node: SyntaxNode,
  source: Source,
  around: Around,
): FoundName | null {
  const { kind } = around;
  if (kind !== null && kind !== "scope" && !isClass(kind)) return null;
  const { found, name } = namedBy(node, source);
  if (found === null || name === null || name.name === "") return null;
  if (isFunction(found)) {
    // `static DEFINE_LOCK(name)` without a semicolon is no prototype, nor is a deduction guide.
    if (!isClass(kind) && /^[A-Z][A-Z0-9_]+$/.test(name.name)) return null;
    if (isGuide(node, source)) return null;
    return { ...name, declares: true, start: startWithMacros(source.text, node.startIndex) };
  }
  if (!/identifier$/.test(found.name.type)) return null;
  if (node.type !== "declaration") return name;
  if (holdsLambda(node, source)) return null;
  // `int Class::count = 0;` is the field of the class.
  return name.container !== undefined || isConstant(node, source) ? name : null;
}

/** `Pair(T, T) -> Pair<T>;` guides deduction and is no function. */
function isGuide(node: SyntaxNode, source: Source): boolean {
  return source.field(node, "type") === null && source.textOf(node).includes("->") &&
    !/\boperator\b/.test(source.textOf(node));
}

/** What a declaration declares. */
export function declarationKind(
  node: SyntaxNode,
  source: Source,
  around: Surroundings,
): DefinitionKind | null {
  const { found, name } = namedBy(node, source);
  if (name === null) return null;
  if (isFunction(found)) return callableKind(name, around);
  return node.type === "declaration" && name.container === undefined ? "constant" : "field";
}

function isConstant(node: SyntaxNode, { text }: Source): boolean {
  const head = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 200));
  return !head.startsWith("extern") && /^[^=;({]*\bconst(?:expr)?\b[^;(]*[={]/.test(head);
}

/** A variable that holds a lambda is the lambda. */
function holdsLambda(node: SyntaxNode, source: Source): boolean {
  return initialValue(node, source)?.type === "lambda_expression";
}

/** What a variable is set to. */
export function initialValue(node: SyntaxNode, source: Source): SyntaxNode | null {
  if (node.type === "field_declaration") {
    // `= 0` of a pure function belongs to its head.
    return isFunction(namedBy(node, source).found) ? null : source.field(node, "default_value");
  }
  if (node.type !== "declaration") return null;
  const declarator = source.field(node, "declarator");
  return declarator?.type === "init_declarator" ? source.field(declarator, "value") : null;
}

/** The members that a declaration declares: itself when it is one. */
export function memberDeclarators(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  const declarators = source.fields(node, "declarator");
  return declarators.length > 1 ? declarators : declarators.length === 0 ? [] : [node];
}

/** The parameters of a function. */
export function parametersOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  const { found } = namedBy(node, source);
  if (found === null || !isFunction(found)) return null;
  if (found.callee !== null) {
    return isTestMacro(node, source) ? null : source.field(found.callee, "parameters");
  }
  return found.name.descendantsOfType(["parameter_list"])[0] ?? null;
}

/** The return type, be it before the name or behind the parameters. */
export function returnTypeOf(node: SyntaxNode, source: Source): string | null {
  const head = node.type === "lambda_expression" ? source.field(node, "declarator") : null;
  const { found } = head === null ? namedBy(node, source) : { found: null };
  const callee = head ?? found?.callee ?? null;
  if (callee === null) return null;
  const parameters = source.field(callee, "parameters");
  const behind = source.text.slice(parameters?.endIndex ?? callee.endIndex, callee.endIndex);
  const arrow = behind.indexOf("->");
  if (arrow >= 0) return behind.slice(arrow + 2).trim().replace(/\s+/g, " ");
  return head !== null || isTestMacro(node, source) ? null : declaredReturn(node, source);
}
