/**
 * Tests that are calls with a title: `it("does", () => {})`, `Deno.test({ name, fn })`, `test.each(…)(…)`.
 *
 * @module
 */

import type { DefinitionRule, FoundName } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { withPlainQuotes } from "./names.ts";
import { isFunction } from "./values.ts";

const OPENER =
  /(?:Deno\s*\.\s*(test|bench)|(?:t|test|suite)\s*\.\s*(test|it|step|describe|beforeEach|afterEach|beforeAll|afterAll)|([fx]?it|[fx]?describe|[fx]?test|specify|context|suite|bench|beforeEach|afterEach|beforeAll|afterAll|before|after))\s*(?:\.\s*\w+\s*)*[(`<]/y;
/** First letters of what `OPENER` matches. */
const BEGINS = new Set(
  "De te t. su it fi xi de fd xd ft xt sp co be af".split(" ").map((two) => lettersAt(two, 0)),
);
/** A title with what follows it. */
const TITLE = /(\s*)("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`)\s*,/y;
const FUNCTION = /\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/y;
const JOINT = " > ";
const GROUPS = new Set(["describe", "context", "suite"]);
const SETUPS = /^(?:before|after)/;

/** A test, a group of tests, or what runs around them. */
export const testCall: DefinitionRule = {
  kind: (node, source) => {
    const { word } = opener(node, source)!;
    return GROUPS.has(word) ? "scope" : SETUPS.test(word) ? "function" : "test" as DefinitionKind;
  },
  name: testName,
  value: { field: testFunction, types: [...functionTypes()] },
  body: "body",
  parameters: (node, source) =>
    source.field(node, "parameters") ??
      (node.type === "arrow_function" ? source.field(node, "parameter") : null),
};

function functionTypes(): readonly string[] {
  return ["arrow_function", "function_expression", "generator_function", "method_definition"];
}

function lettersAt(text: string, at: number): number {
  return text.charCodeAt(at) << 16 | text.charCodeAt(at + 1);
}

/** Reads the word of a call that may be a test, and where its arguments begin. */
function opener(node: SyntaxNode, source: Source): { word: string; at: number } | null {
  const { startIndex } = node;
  // Nearly all calls are others, and two letters tell.
  if (!BEGINS.has(lettersAt(source.text, startIndex))) return null;
  OPENER.lastIndex = startIndex;
  const found = OPENER.exec(source.text);
  if (found === null) return null;
  const word = found[1] ?? found[2] ?? found[3];
  return { word: word.replace(/^[fx](?=it|describe|test)/, ""), at: OPENER.lastIndex };
}

function testName(node: SyntaxNode, source: Source): FoundName | null {
  const open = opener(node, source);
  if (open === null) return null;
  const { word, at } = open;
  if (SETUPS.test(word)) {
    FUNCTION.lastIndex = at;
    return FUNCTION.test(source.text) ? { name: word, joint: JOINT } : null;
  }
  // Nearly all titles stand right there; the tree is asked for the others.
  TITLE.lastIndex = at;
  const title = source.text[at - 1] === "(" ? TITLE.exec(source.text) : null;
  if (title !== null) {
    return { name: titleOf(title[2]), at: at + title[1].length, joint: JOINT };
  }
  const [first, second] = argumentsOf(node, source);
  if (first === undefined) return null;
  // `it(suite, "title", () => {})`
  if (second !== undefined && /string$/.test(second.type)) {
    return { name: titleOf(source.textOf(second)), at: second.startIndex, joint: JOINT };
  }
  if (isFunction(first)) {
    const name = source.field(first, "name");
    return name === null ? null : { name: source.textOf(name), at: name.startIndex, joint: JOINT };
  }
  const given = first.type === "object" ? property(first, "name", source) : first;
  const name = titleOf(source.textOf(given));
  return name === "" ? null : { name, at: given!.startIndex, joint: JOINT };
}

/** A title in words: strings without their quotes, anything else as it is written. */
function titleOf(written: string): string {
  const [quote] = written;
  if ((quote === '"' || quote === "'") && written.length < 200) {
    const inside = written.slice(1, -1);
    const isPlain = !inside.includes(quote) && !inside.includes("\\") &&
      !/\s\s|[^\S ]/.test(inside);
    if (isPlain && written.endsWith(quote)) return inside.trim();
  }
  const text = written.replace(/\s+/g, " ");
  const quoted = /^(["'`])((?:(?!\1)[^\\]|\\.)*)\1$/.exec(text);
  const title = quoted === null
    ? withPlainQuotes(text)
    : quoted[1] === "`"
    ? quoted[2].replace(/\$\{[^}]*\}/g, withPlainQuotes).trim()
    : quoted[2].replace(/\\(["'`])/g, "$1").trim();
  return title.length > 200 ? title.slice(0, 199) + "…" : title;
}

/** The function of a test: an argument, or the member `fn` of one, or an argument of a call there. */
function testFunction(node: SyntaxNode, source: Source): SyntaxNode | null {
  const last = source.field(node, "arguments")?.lastNamedChild ?? null;
  if (last !== null && isFunction(last)) return last;
  const given = argumentsOf(node, source);
  const own = given.findLast(isFunction);
  if (own !== undefined) return own;
  for (const each of given) {
    if (each.type === "object") {
      const fn = property(each, "fn", source);
      if (fn !== null) return fn;
    }
    if (each.type === "call_expression") {
      const inner = argumentsOf(each, source).findLast(isFunction);
      if (inner !== undefined) return inner;
    }
  }
  return null;
}

function argumentsOf(call: SyntaxNode, source: Source): SyntaxNode[] {
  const list = source.field(call, "arguments");
  if (list?.type !== "arguments") return [];
  return list.namedChildren.filter((child) => child !== null && child.type !== "comment")
    .map((child) => child!);
}

/** The value of a key, or the method of that name. */
function property(object: SyntaxNode, key: string, source: Source): SyntaxNode | null {
  for (const child of object.namedChildren) {
    if (child?.type === "pair" && source.textOf(source.field(child, "key")) === key) {
      return source.field(child, "value");
    }
    const isMethod = child?.type === "method_definition" &&
      source.textOf(source.field(child, "name")) === key;
    if (isMethod) return child;
  }
  return null;
}
