/**
 * What a name stands for: a function, a class, an object that holds functions, through what may be
 * wrapped around them.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** Types of functions that are values. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
]);

/** Types of values that define something. */
export const VALUE_TYPES: readonly string[] = [...FUNCTIONS, "class", "object"];

/** Calls that give back the function or object that is put in, with other manners. */
const WRAPPERS: ReadonlySet<string> = new Set([
  "memo",
  "forwardRef",
  "lazy",
  "observer",
  "debounce",
  "throttle",
  "once",
  "memoize",
  "cache",
  "action",
  "freeze",
  "seal",
  "defineComponent",
  "useEvent",
  "useEffectEvent",
]);
const WRAPPER = /^(?:with[A-Z]\w*|use\w*Callback)$/;
/** Words, dots, and what follows them. */
const WORDS = /([\w$.\u0080-\uffff]+)\s*(=>|[(<])?/y;
const KEYWORD = /^(?:async|function|class)$/;

/** Whether a value that begins at a place of the text may define something; cheaper than the tree. */
export function mayDefine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // ( { < @, and what may be a comment.
  if (code === 0x28 || code === 0x7b || code === 0x3c || code === 0x40 || code === 0x2f) {
    return true;
  }
  if (code < 0x41 && code !== 0x24) return false;
  WORDS.lastIndex = at;
  const found = WORDS.exec(text);
  if (found === null) return false;
  const [, words, next] = found;
  if (next === "=>" || KEYWORD.test(words)) return true;
  return next !== undefined && isWrapper(words);
}

/** Whether a callee, by its last name, gives back what is put in. */
function isWrapper(callee: string): boolean {
  const name = callee.slice(callee.lastIndexOf(".") + 1);
  return WRAPPERS.has(name) || WRAPPER.test(name);
}

/** Whether a node is a function. */
export function isFunction(node: SyntaxNode): boolean {
  return FUNCTIONS.has(node.type);
}

/** The function, class or object in a value; `null` when it is something else. */
export function definedValue(value: SyntaxNode | null, source: Source): SyntaxNode | null {
  let node = value;
  for (let depth = 0; node !== null && depth < 8; depth++) {
    if (VALUE_TYPES.includes(node.type)) return node;
    node = inside(node, source);
  }
  return null;
}

function inside(node: SyntaxNode, source: Source): SyntaxNode | null {
  switch (node.type) {
    case "parenthesized_expression":
    case "as_expression":
    case "satisfies_expression":
    case "non_null_expression":
      return node.namedChildren.find((child) => child?.type !== "comment") ?? null;
    case "type_assertion":
      return node.lastNamedChild;
    case "call_expression": {
      const callee = source.field(node, "function");
      if (callee === null || callee.endIndex - callee.startIndex > 100) return null;
      if (!isWrapper(source.textOf(callee))) return null;
      return source.field(node, "arguments")?.firstNamedChild ?? null;
    }
    default:
      return null;
  }
}

/** The value of a node that gives a name to it. */
export function valueOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  return definedValue(source.field(node, "value"), source);
}

/** The right side of an assignment. */
export function assignedValue(node: SyntaxNode, source: Source): SyntaxNode | null {
  return definedValue(source.field(node, "right"), source);
}

/** The body of a function or class; of a constant or field, its value. */
export function bodyOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  if (node.type === "object") return node;
  const named = node.type === "variable_declarator" || node.type.endsWith("field_definition");
  return source.field(node, named ? "value" : "body");
}

/** The list of parameters, or the single one of an arrow function without parentheses. */
export function parametersOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  const list = source.field(node, "parameters");
  if (list !== null || node.type !== "arrow_function") return list;
  return source.field(node, "parameter");
}
