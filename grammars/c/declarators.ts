/**
 * Declarators of C: names stand inside of what they are, `int (*f(int a))(char)`.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

/** Types of nodes around a name. */
const AROUND = new Set([
  "pointer_declarator",
  "reference_declarator",
  "array_declarator",
  "function_declarator",
  "parenthesized_declarator",
  "attributed_declarator",
  "init_declarator",
  "variadic_declarator",
]);
/** Those that have no field for what is inside. */
const FIELDLESS = new Set([
  "parenthesized_declarator",
  "attributed_declarator",
  "reference_declarator",
  "variadic_declarator",
]);
/** Words before a name that are no part of a type. */
const SPECIFIERS =
  /\b(?:static|inline|__inline(?:__)?|__forceinline|extern|register|_Noreturn|noreturn|constexpr|consteval|constinit|virtual|explicit(?:\s*\((?:[^()]|\([^()]*\))*\))?|friend|typedef|__extension__|__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)|__declspec\s*\([^)]*\))(?!\w)|\[\[[^\]]*\]\]/g;
const COMMENTS = /\/\/[^\n]*|\/\*[^]*?\*\//g;
/** A constant at the top level. */
const CONSTANT = /^[^=;({]*\b(?:const|constexpr)\b/;
const MACRO_NAME = /^[A-Z][A-Z0-9_]*$/;
/** `TEST(…)`, `START_TEST(…)`, `TEST_F(…)`. */
const TEST_MACRO = /(?:[A-Z][A-Z0-9]*_)*TEST(?:_[A-Z0-9]+)*\s*\(/y;
/** What the head of a macro that makes a function may hold. */
const MACRO_HEAD = /(?:^|[;}\n])[ \t]*([A-Z_][A-Z0-9_]*)\s*\(([^;{}]*)\)\s*$/;
const HEAD_LENGTH = 400;
const LINE_HEAD = /^[ \t]*(?:[A-Za-z_]\w*[\s*]+)+$/;

/** The declarator around a name, and the name, of a chain. */
export interface Declared {
  /** The name's own node. */
  readonly name: SyntaxNode;
  /** The innermost of the functions, whose name it is; `null` when it names something else. */
  readonly callee: SyntaxNode | null;
}

/** What a definition or declaration declares; asked for several times, found once. */
interface Declaration {
  readonly declarator: SyntaxNode | null;
  readonly found: Declared | null;
}

const declarations = new WeakMap<SyntaxNode, Declaration>();

function declarationOf(node: SyntaxNode, source: Source): Declaration {
  let declaration = declarations.get(node);
  if (declaration === undefined) {
    const declarator = source.field(node, "declarator");
    declaration = { declarator, found: declared(declarator, source) };
    declarations.set(node, declaration);
  }
  return declaration;
}

/** Goes down a chain of declarators. */
export function declared(declarator: SyntaxNode | null, source: Source): Declared | null {
  let at = declarator;
  let callee: SyntaxNode | null = null;
  while (at !== null && AROUND.has(at.type)) {
    // `(*f)(int)` is a pointer, whose parameters are not those of f; `(f)(int)` is f.
    if (at.type === "function_declarator") callee = at;
    else if (at.type !== "parenthesized_declarator" && at.type !== "attributed_declarator") {
      callee = null;
    }
    at = inside(at, source);
  }
  return at === null ? null : { name: at, callee };
}

function inside(node: SyntaxNode, source: Source): SyntaxNode | null {
  if (!FIELDLESS.has(node.type)) return source.field(node, "declarator");
  return node.namedChildren.find((child) =>
    child !== null && (AROUND.has(child.type) || /identifier|operator|destructor/.test(child.type))
  ) ?? null;
}

/** `char *dup(const char *s) { … }`, and what a macro before the name makes of it. */
export function functionName(node: SyntaxNode, source: Source): FoundName | null {
  const { declarator, found } = declarationOf(node, source);
  if (found?.callee) {
    return { name: source.textOf(found.name), at: found.name.startIndex };
  }
  return misreadName(node, declarator, source);
}

/** A macro that is called as tests are makes a test. */
export function functionKind(node: SyntaxNode, { text }: Source): DefinitionKind {
  TEST_MACRO.lastIndex = node.startIndex;
  return TEST_MACRO.test(text) ? "test" : "function";
}

/** `static int __init f(void) { … }`: the macro is read as a variable, the name as the type. */
function misreadName(
  node: SyntaxNode,
  declarator: SyntaxNode | null,
  source: Source,
): FoundName | null {
  if (declarator?.type !== "parenthesized_declarator") return null;
  const type = source.field(node, "type");
  if (type?.type !== "type_identifier") return null;
  const name = source.textOf(type);
  const at = type.startIndex;
  // `START_TEST(adds) { … }`
  if (at === node.startIndex && MACRO_NAME.test(name)) {
    return { name: name + source.textOf(declarator).replace(/\s+/g, " "), at };
  }
  const lineStart = source.text.lastIndexOf("\n", node.startIndex - 1) + 1;
  const head = source.text.slice(lineStart, node.startIndex);
  return {
    name,
    at,
    start: LINE_HEAD.test(head) ? lineStart + head.search(/\S/) : node.startIndex,
  };
}

/** `MACRO(name, …) { … }` at the top level: the function that a macro makes, called by the head. */
export function macroFunctionName(
  node: SyntaxNode,
  { text }: Source,
  around: Around,
): FoundName | null {
  if (around.kind !== null && around.kind !== "scope") return null;
  const end = node.startIndex;
  const from = Math.max(0, end - HEAD_LENGTH);
  const head = MACRO_HEAD.exec(text.slice(from, end));
  if (head === null) return null;
  const start = from + head.index + head[0].indexOf(head[1]);
  const given = head[2].split(",")[0].trim().replace(/\s+/g, " ");
  return { name: `${head[1]}(${given})`, at: start, start };
}

/** The name of a prototype or of a constant; local variables are passed over. */
export function declarationName(
  node: SyntaxNode,
  source: Source,
  around: Around,
): FoundName | null {
  if (around.kind !== null && around.kind !== "scope") return null;
  const { found } = declarationOf(node, source);
  if (found === null || !found.name.type.endsWith("identifier")) return null;
  if (found.callee === null && !isConstant(node, source)) return null;
  const name = source.textOf(found.name);
  // `static DEFINE_LOCK(name)` without a semicolon is no prototype.
  if (found.callee !== null && MACRO_NAME.test(name)) return null;
  return { name, at: found.name.startIndex, declares: found.callee !== null };
}

/** What a declaration declares. */
export function declarationKind(node: SyntaxNode, source: Source): DefinitionKind | null {
  return declarationOf(node, source).found?.callee ? "function" : "constant";
}

function isConstant(node: SyntaxNode, { text }: Source): boolean {
  const head = text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 200));
  return !head.startsWith("extern") && CONSTANT.test(head) && head.includes("=");
}

/** The parameters of the function that a definition or declaration is of. */
export function declaredParameters(node: SyntaxNode, source: Source): SyntaxNode | null {
  const callee = declarationOf(node, source).found?.callee;
  return callee ? source.field(callee, "parameters") : null;
}

/** The return type: all that is around the function's name and parameters. */
export function declaredReturn(node: SyntaxNode, source: Source): string | null {
  const { declarator, found } = declarationOf(node, source);
  if (declarator === null) return null;
  if (!found?.callee) {
    const { start, at } = misreadName(node, declarator, source) ?? {};
    return start === undefined ? null : typeOf(source.text.slice(start, at));
  }
  const before = source.text.slice(node.startIndex, found.callee.startIndex);
  const after = source.text.slice(found.callee.endIndex, declarator.endIndex);
  return typeOf(before + after);
}

function typeOf(text: string): string | null {
  return text.replace(COMMENTS, " ").replace(SPECIFIERS, " ").trim().replace(/\s+/g, " ").replace(
    / \)/g,
    ")",
  ) || null;
}

/** The name in a declarator. */
export function nameOfDeclarator(node: SyntaxNode, source: Source): FoundName | null {
  const found = declared(node, source);
  if (found === null || found.name.endIndex === found.name.startIndex) return null;
  return { name: source.textOf(found.name), at: found.name.startIndex };
}

/** The fields that a declaration of fields declares. */
export function fieldDeclarators(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  return source.fields(node, "declarator");
}

/** The names that a `typedef` gives, but for that of a struct that has none of its own. */
export function typedefDeclarators(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  const declarators = source.fields(node, "declarator");
  const type = source.field(node, "type");
  const nameless = type !== null && /^(?:struct|union|enum|class)_specifier$/.test(type.type) &&
    source.field(type, "body") !== null && source.field(type, "name") === null;
  return nameless ? declarators.slice(1) : declarators;
}

/** A struct with a body; one without a name is called by its `typedef`. */
export function structName(node: SyntaxNode, source: Source): FoundName | null {
  if (source.text[node.endIndex - 1] !== "}" && source.field(node, "body") === null) return null;
  const name = source.field(node, "name");
  if (name !== null) return { name: source.textOf(name), at: name.startIndex };
  const parent = node.parent;
  if (parent?.type !== "type_definition") return null;
  const [declarator] = source.fields(parent, "declarator");
  return declarator === undefined ? null : nameOfDeclarator(declarator, source);
}
