/**
 * Functions of Swift, `init`, `deinit` and `subscript` among them.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind, Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** Declarations whose keyword is their name. */
const KEYWORDS: Readonly<Record<string, string>> = {
  init_declaration: "init",
  deinit_declaration: "deinit",
  subscript_declaration: "subscript",
};
const FIXITY = /\b(?:prefix|postfix|infix)\s+func\s*$/;
const TYPES = new Set(["class", "struct", "enum", "interface", "scope"]);
/** Types of tests of XCTest, by convention. */
const TEST_TYPE = /(?:Tests?|TestCase|Specs?)$/;

/** `func run()`, `static func == (a, b)`, `init?(a:)`. */
export function functionName(node: SyntaxNode, source: Source): FoundName | null {
  const keyword = KEYWORDS[node.type];
  if (keyword !== undefined) {
    const modifiers = node.firstNamedChild?.type === "modifiers" ? node.firstNamedChild : null;
    return {
      name: keyword,
      at: source.text.indexOf(keyword, modifiers?.endIndex ?? node.startIndex),
    };
  }
  const name = source.field(node, "name");
  if (name === null) return null;
  return { name: source.textOf(name).replace(/^`|`$/g, ""), at: name.startIndex };
}

/** `macro stringify<T>(_ value: T)`. */
export function macroName(node: SyntaxNode, source: Source): FoundName | null {
  const name = node.namedChildren.find((child) => child?.type === "simple_identifier") ?? null;
  return name === null ? null : { name: source.textOf(name), at: name.startIndex };
}

/** What a function is. */
export function functionKind(
  node: SyntaxNode,
  source: Source,
  around: Surroundings,
): DefinitionKind {
  if (node.type === "init_declaration") return "constructor";
  if (node.type === "deinit_declaration") return "destructor";
  if (node.type === "subscript_declaration") return "operator";
  const name = source.field(node, "name");
  if (name === null) return "function";
  const text = source.textOf(name);
  const head = source.text.slice(node.startIndex, name.startIndex);
  if (!/^[`\w\u0080-\uffff]/.test(text) || FIXITY.test(head)) return "operator";
  if (around.kind === null || !TYPES.has(around.kind)) return "function";
  const isTest = text.startsWith("test") && TEST_TYPE.test(around.name) &&
    !node.namedChildren.some((child) => child?.type === "parameter");
  return isTest ? "test" : "method";
}

/** The parameters of a declaration with their default values, which stand between them. */
interface Head {
  readonly parameters: readonly SyntaxNode[];
  readonly values: readonly SyntaxNode[];
}

const heads = new WeakMap<SyntaxNode, Head>();

function headOf(node: SyntaxNode, source: Source): Head {
  let head = heads.get(node);
  if (head === undefined) {
    const parameters = node.namedChildren.filter((child) => child?.type === "parameter");
    const values = parameters.length === 0 ? [] : source.fields(node, "default_value");
    head = { parameters: parameters as SyntaxNode[], values };
    heads.set(node, head);
  }
  return head;
}

/** Parameters stand in the declaration itself, each followed by its default value. */
export function parametersOf(node: SyntaxNode, source: Source): readonly Parameter[] {
  const { parameters, values } = headOf(node, source);
  return parameters.map((parameter, i) => {
    const next = parameters[i + 1]?.startIndex ?? Infinity;
    const value = values.find(({ startIndex }) =>
      startIndex > parameter.startIndex && startIndex < next
    );
    return readParameter(parameter, value ?? null, source);
  });
}

/** The last parameter, or else the name: behind it stand `async` and `throws`. */
export function lastOfHead(node: SyntaxNode, source: Source): SyntaxNode | null {
  const { parameters, values } = headOf(node, source);
  const last = parameters.at(-1);
  const value = values.at(-1);
  if (last) return value !== undefined && value.startIndex > last.startIndex ? value : last;
  return node.type.endsWith("function_declaration") ? source.field(node, "name") : null;
}

/** `at index: Int = 0`: the label is a mark, since callers write it and the body does not. */
function readParameter(
  node: SyntaxNode,
  value: SyntaxNode | null,
  source: Source,
): Parameter {
  const label = source.field(node, "external_name");
  const name = source.field(node, "name");
  const colon = name === null ? -1 : source.text.indexOf(":", name.endIndex);
  const type = colon < 0 || colon >= node.endIndex
    ? null
    : source.text.slice(colon + 1, node.endIndex).trim().replace(/\s+/g, " ");
  return {
    name: source.textOf(name),
    type,
    default: value === null ? null : source.textOf(value).trim().replace(/\s+/g, " "),
    marks: source.textOf(label),
  };
}

/** What stands behind the last parameter and `->`. */
export function returnTypeOf(node: SyntaxNode, source: Source): string | null {
  const from = lastOfHead(node, source)?.endIndex ?? node.startIndex;
  const body = node.namedChildren.find((child) =>
    child !== null && /^(?:function_body|computed_property|macro_definition)$/.test(child.type)
  );
  const behind = source.text.slice(from, body?.startIndex ?? node.endIndex);
  const arrow = behind.indexOf("->");
  if (arrow < 0) return null;
  return behind.slice(arrow + 2).replace(/\bwhere\b[^]*$|=\s*$/, "").trim().replace(/\s+/g, " ");
}
