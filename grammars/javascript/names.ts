/**
 * Names of members, and of functions that are named by where they are put: `const f = () => 1`,
 * `exports.f = function () {}`, `{ f() {} }`.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { isFunction, mayDefine, valueOf } from "./values.ts";

type Around = Omit<Surroundings, "decorators">;

const IDENTIFIER = /^[\w$\u0080-\uffff]+$/;
/** The begin of a declaration of one variable, to its value or type. */
const DECLARED = /\w+\s+[\w$\u0080-\uffff]+\s*(?:[:!]|=\s*)/y;
/** The key of a pair, to its value. */
const KEY = /(?:[\w$\u0080-\uffff]+|"[^"\n]*"|'[^'\n]*'|\[[^\]\n]*\])\s*:\s*/y;
/** The left side of an assignment, to its value. */
const LEFT =
  /(?:\([^()\n]*\))?(?:[\w$#.!\u0080-\uffff]|\[(?:[^[\]\n]|\[[^[\]\n]*\]){0,100}\]|\s(?=\s*[.=]))+=(?!=)\s*/y;
const FUNCTION_NAME = /(?:async\s+)?function\s*\*?\s*[\w$\u0080-\uffff]/y;
const CLASS_NAME = /class\s+(?!extends\b|implements\b)[\w$\u0080-\uffff]/y;
const BODIES = new Set(["class_body", "interface_body", "object_type"]);
const DEFAULT = /export\s+default\s+/y;

/** How a member is named by a node: `a`, `"a b"`, `[Symbol.iterator]`, `#a`, `1`. */
function memberName(node: SyntaxNode, source: Source): FoundName {
  const at = node.startIndex;
  const text = source.textOf(node).replace(/\s+/g, " ");
  const key = /^\[?\s*(["'])(.*)\1\s*\]?$/.exec(text);
  if (key !== null) {
    if (IDENTIFIER.test(key[2])) return { name: key[2], at };
    return { name: `["${key[2].replace(/\\(["'])/g, "$1")}"]`, at, joint: "" };
  }
  if (node.type === "number") return { name: `[${text}]`, at, joint: "" };
  return text.startsWith("[") ? { name: withPlainQuotes(text), at, joint: "" } : { name: text, at };
}

/** A text with one kind of quotes, since a name does not change with its layout. */
export function withPlainQuotes(text: string): string {
  return text.replace(/'((?:[^'"\\]|\\.)*)'/g, '"$1"');
}

/** A method or a signature. */
export function memberByName(node: SyntaxNode, source: Source): FoundName | null {
  return named(node, source.field(node, "name"), source);
}

/** A field of a class in JavaScript. */
export function fieldName(node: SyntaxNode, source: Source): FoundName | null {
  return named(node, source.field(node, "property"), source);
}

function named(node: SyntaxNode, name: SyntaxNode | null, source: Source): FoundName | null {
  if (name === null) return null;
  const { text } = source;
  const found = memberName(name, source);
  if (found.name === "accessor") {
    const behind = /^[ \t]+(#?[\w$]+)/.exec(text.slice(name.endIndex, name.endIndex + 200));
    if (behind === null) return found;
    // The parser takes the modifier for the name, with the name behind it or as a field of its own.
    if (node.endIndex === name.endIndex) return null;
    return { name: behind[1], at: name.endIndex + behind[0].length - behind[1].length };
  }
  const { startIndex } = node;
  if (!text.startsWith("accessor", startIndex - 9)) return found;
  const before = /(?:\w+[ \t]+)*accessor[ \t]+$/.exec(
    text.slice(Math.max(0, startIndex - 60), startIndex),
  );
  return before === null ? found : { ...found, start: startIndex - before[0].length };
}

/** The variables of a declaration that may be functions, or constants of the file. */
export function declarators(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  const { text } = source;
  const { startIndex } = node;
  if (isSingle(node, text)) {
    DECLARED.lastIndex = startIndex;
    if (!DECLARED.test(text)) return [];
    const at = DECLARED.lastIndex;
    const typed = text[at - 1] === ":" || text[at - 1] === "!";
    if (!typed && !mayDefine(text, at) && !isOuter(text, startIndex)) return [];
    const first = node.firstNamedChild;
    if (first?.type === "variable_declarator") return [first];
  }
  return node.namedChildren.filter((child) => child?.type === "variable_declarator")
    .map((child) => child!);
}

/** Whether a declaration is of one variable; most are, by the looks of their line. */
function isSingle(node: SyntaxNode, text: string): boolean {
  const { startIndex } = node;
  const end = text.indexOf("\n", startIndex);
  const comma = text.indexOf(",", startIndex);
  if (text[end - 1] === ";" && (comma < 0 || comma > end)) return true;
  return node.namedChildCount === 1;
}

/** Whether a declaration stands at the begin of a line, which is where those of a file stand. */
export function isOuter(text: string, at: number): boolean {
  if (at === 0 || text[at - 1] === "\n") return true;
  return text.startsWith("export ", at - 7) || text.startsWith("declare ", at - 8);
}

/** The name of a variable; `null` for a pattern. */
export function declaredName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  return name?.type === "identifier" ? { name: source.textOf(name), at: name.startIndex } : null;
}

/** `key: function () {}` in an object. */
export function pairName(node: SyntaxNode, source: Source): FoundName | null {
  const { text } = source;
  let at = text.indexOf(":", node.startIndex) + 1;
  if (text[at] === " ") at++;
  if (/["'[]/.test(text[node.startIndex]) || /\s/.test(text[at])) {
    KEY.lastIndex = node.startIndex;
    if (!KEY.test(text)) return null;
    at = KEY.lastIndex;
  }
  if (!mayDefine(text, at)) return null;
  const key = source.field(node, "key");
  return key === null ? null : memberName(key, source);
}

/** `f = function () {}`, `a.b = () => 1`, `A.prototype.f = …`, `this.f = …`, `exports.f = …`. */
export function assignedName(node: SyntaxNode, source: Source): FoundName | null {
  LEFT.lastIndex = node.startIndex;
  if (!LEFT.test(source.text) || !mayDefine(source.text, LEFT.lastIndex)) return null;
  const left = source.field(node, "left");
  if (left === null) return null;
  if (left.type === "identifier") return { name: source.textOf(left), at: left.startIndex };
  const subscript = left.type === "subscript_expression";
  const property = source.field(left, subscript ? "index" : "property");
  const object = source.field(left, "object");
  if (property === null || object === null) return null;
  const name = source.textOf(property);
  const owner = source.textOf(object);
  if (name === "exports" && owner === "module") {
    const own = ownName(source.field(node, "right"), source);
    if (own !== null) return own;
  }
  const at = property.startIndex;
  if (name === "prototype") {
    return { ...lastOf(plainOwner(owner)), at: object.startIndex };
  }
  const container = plainOwner(owner.replace(/\.prototype$/, ""));
  if (!subscript) return { name, at, container };
  const key = /^(["'])(.*)\1$/.exec(name);
  if (key !== null && IDENTIFIER.test(key[2])) return { name: key[2], at, container };
  const inside = key === null ? withPlainQuotes(withoutBlanks(name)) : `"${key[2]}"`;
  return { name: `[${inside}]`, at, container, joint: "" };
}

/** `A.prototype = {}` names what it holds after A. */
function lastOf(owner: string): { name: string; container: string } {
  const dot = owner.lastIndexOf(".");
  return { name: owner.slice(dot + 1), container: owner.slice(0, Math.max(0, dot)) };
}

/** What a member is assigned to, as names are written: without `this`, casts and marks. */
function plainOwner(text: string): string {
  if (text === "this") return "";
  return withoutBlanks(text).replace(/^this\./, "").replace(/^\(([\w$]+)(?: as [^()]*)?\)/, "$1")
    .replace(/!(?=\.|$)/g, "");
}

function withoutBlanks(text: string): string {
  return text.replace(/\s*([.[\]])\s*/g, "$1").replace(/\s+/g, " ");
}

/** A function or class that is named where it stands, and was not given a name before. */
export function expressionName(node: SyntaxNode, source: Source): FoundName | null {
  const begin = node.type === "class" ? CLASS_NAME : FUNCTION_NAME;
  begin.lastIndex = node.startIndex;
  return begin.test(source.text) ? ownName(node, source) : null;
}

/** `export default` of a function, class or object without a name of its own. */
export function defaultName(node: SyntaxNode, source: Source): FoundName | null {
  const { text } = source;
  DEFAULT.lastIndex = node.startIndex;
  const decorated = text[node.startIndex] === "@";
  if (!decorated && !(DEFAULT.test(text) && mayDefine(text, DEFAULT.lastIndex))) return null;
  const value = valueOf(node, source);
  if (value === null) return null;
  return ownName(value, source) ?? { name: "default", at: value.startIndex };
}

function ownName(node: SyntaxNode | null, source: Source): FoundName | null {
  if (node === null || (node.type !== "class" && !isFunction(node))) return null;
  const name = source.field(node, "name");
  return name === null ? null : { name: source.textOf(name), at: name.startIndex };
}

/** What stands right inside a class, an interface or an object type, not in the types of their parts. */
export function memberOfType(
  node: SyntaxNode,
  source: Source,
  { kind, body }: Around,
): FoundName | null {
  if (kind !== "interface" && kind !== "type" && kind !== "class") return null;
  const around = body();
  if (around === null || node.startIndex < around.startIndex || !BODIES.has(around.type)) {
    return null;
  }
  return memberByName(node, source);
}
