/**
 * What Go's definitions are called: receivers, functions that variables and fields hold, subtests.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind, Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

/** `Test`, `Benchmark`, `Fuzz`, `Example`, with more that does not begin in lower case (testing package). */
const TEST_NAME = /^(?:Test|Benchmark|Fuzz|Example)(?!\p{Ll})/u;
const TEST_PARAMETER = /\*\s*testing\s*\.\s*[TBF]\b/;
/** `(r *T[K])`: what a method belongs to. */
const RECEIVER = /^\(\s*(?:[\p{L}\p{N}_]+\s+)?(\*?)[\s*(]*([\p{L}\p{N}_]+)/u;
/** How far before a function literal its name is looked for. */
const NAME_REACH = 200;
/** Blanks and comments. */
const BLANK_END = /(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)+$/;
/** What calls a function right after it. */
const CALLED = /[ \t]*\(/y;
/** `t.Run("title", ` before a function literal. */
const SUBTEST = /\.\s*Run\s*\(\s*("(?:[^"\\\n]|\\.)*"|`[^`]*`)\s*,$/;
/** `a.name = `, `name := ` of a single name. */
const ASSIGNED =
  /(?:^|[\n;{}:])\s*((?:[\p{L}_][\p{L}\p{N}_]*\s*\.\s*)*)([\p{L}_][\p{L}\p{N}_]*)\s*:?=$/u;
/** `Name: ` in a literal of a struct or map. */
const KEYED = /[{,\n]\s*(?:([\p{L}_][\p{L}\p{N}_]*)|("[^"\\\n]*"))\s*:$/u;

/** A function, or a test by the names and parameters that `go test` asks for. */
export function functionKind(node: SyntaxNode, source: Source): DefinitionKind {
  const name = source.textOf(source.field(node, "name"));
  if (!TEST_NAME.test(name)) return "function";
  const parameters = source.textOf(source.field(node, "parameters"));
  const isTest = name.startsWith("Example")
    ? /^\(\s*\)$/.test(parameters)
    : TEST_PARAMETER.test(parameters);
  return isTest ? "test" : "function";
}

/** A method; without parameters and named like a test it is one of a suite. */
export function methodKind(node: SyntaxNode, source: Source): DefinitionKind {
  if (!/^Test(?!\p{Ll})/u.test(source.textOf(source.field(node, "name")))) return "method";
  return /^\(\s*\)$/.test(source.textOf(source.field(node, "parameters"))) ? "test" : "method";
}

/** `(*T).Method` for a pointer, `T.Method` for a value; arguments of types are left out. */
export function methodName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const receiver = RECEIVER.exec(source.textOf(source.field(node, "receiver")));
  const container = receiver === null ? "" : receiver[1] === "" ? receiver[2] : `(*${receiver[2]})`;
  return { name: source.textOf(name), at: name.startIndex, container };
}

/** A struct, an interface or any other type. */
export function typeKind(node: SyntaxNode, source: Source): DefinitionKind {
  const type = source.field(node, "type")?.type;
  return type === "struct_type" ? "struct" : type === "interface_type" ? "interface" : "type";
}

/** What is in the braces of a struct or an interface, with them. */
export function typeBody(node: SyntaxNode, source: Source): SyntaxNode | null {
  const type = source.field(node, "type");
  if (type?.type === "interface_type") return type;
  return type?.type === "struct_type" ? type.firstNamedChild : null;
}

/** A method of an interface; none of an interface that has no name. */
export function elementKind(
  _node: SyntaxNode,
  _source: Source,
  around: Surroundings,
): DefinitionKind | null {
  return around.kind === "interface" ? "method" : null;
}

/** The names of a line that declares several; the line itself when it has one, or an embedded type. */
export function namesOf(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  const names = source.fields(node, "name").filter((child) => child.isNamed);
  return names.length > 1 ? names : [node];
}

/** A field of a struct, by the name of its type when it is embedded. */
export function fieldName(
  node: SyntaxNode,
  source: Source,
  around: Around,
): FoundName | null {
  if (around.kind !== "struct" && around.kind !== "field") return null;
  if (node.type !== "field_declaration") return named(node, source);
  const name = source.field(node, "name");
  if (name !== null) return named(name, source);
  const type = source.field(node, "type");
  const last = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^]*\])?$/u.exec(source.textOf(type));
  return type === null || last === null
    ? null
    : { name: last[1], at: type.startIndex + last.index };
}

/** A constant or variable of the package, or a variable that holds a function. */
export function specName(
  node: SyntaxNode,
  source: Source,
  around: Around,
): FoundName | null {
  if (around.kind !== null && functionOf(node, source) === null) return null;
  if (node.type === "identifier") return named(node, source);
  const name = source.field(node, "name");
  return name === null ? null : named(name, source);
}

function named(name: SyntaxNode, source: Source): FoundName | null {
  const text = source.textOf(name);
  return text === "_" ? null : { name: text, at: name.startIndex };
}

/** The function that is the only value of a variable. */
export function functionOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  if (node.type !== "var_spec") return null;
  const values = source.field(node, "value")?.namedChildren ?? [];
  return values.length === 1 && values[0]?.type === "func_literal" ? values[0] : null;
}

/**
 * The name of a function literal by what it is given to: `name := func`, `x.name = func`, `Name: func`
 * of a literal, `t.Run("title", func`; none for any other, which belongs to the function around it.
 */
export function literalName(node: SyntaxNode, source: Source): FoundName | null {
  const { startIndex } = node;
  const from = Math.max(0, startIndex - NAME_REACH);
  const before = textBefore(startIndex, source);
  const sign = before.at(-1);
  if (sign !== "=" && sign !== ":" && sign !== ",") return null;
  const rule = sign === "=" ? ASSIGNED : sign === ":" ? KEYED : SUBTEST;
  const found = rule.exec(before);
  if (found === null) return null;
  // One that is called right there gives its result away, not itself.
  CALLED.lastIndex = node.endIndex;
  if (CALLED.test(source.text)) return null;
  if (sign === "=") {
    const [whole, path, name] = found;
    const start = from + found.index + whole.search(/[^\s;{}:]/);
    const at = start + path.length;
    const container = path.replace(/\s+|\.\s*$/g, "");
    return name === "_" ? null : { name, container, at, start };
  }
  const written = found[1] ?? found[2];
  const at = from + before.lastIndexOf(written);
  const name = written.replace(/^["`]|["`]$/g, "");
  return { name, at, start: at, ...(sign === "," ? { joint: "/" } : {}) };
}

/** A named function literal: a subtest when it has a title. */
export function literalKind(node: SyntaxNode, source: Source): DefinitionKind {
  return textBefore(node.startIndex, source).endsWith(",") &&
      TEST_PARAMETER.test(source.textOf(source.field(node, "parameters")))
    ? "test"
    : "function";
}

/** Some text before a place, without blanks and comments at its end. */
function textBefore(end: number, source: Source): string {
  return source.text.slice(Math.max(0, end - NAME_REACH), end).replace(BLANK_END, "");
}

/** `a, b T`, `T`, `rest ...T`. */
export function readParameter(node: SyntaxNode, source: Source): Parameter[] {
  const type = source.textOf(source.field(node, "type")).replace(/\s+/g, " ");
  const marks = node.type === "variadic_parameter_declaration" ? "..." : "";
  const names = source.fields(node, "name").filter((child) => child.isNamed);
  if (names.length === 0) return [{ name: "", type, default: null, marks }];
  return names.map((name) => ({ name: source.textOf(name), type, default: null, marks }));
}
