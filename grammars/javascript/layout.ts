/**
 * What a formatter may change without changing the meaning.
 *
 * @module
 */

import type { LayoutRules } from "../../src/syntax/language.ts";

type MayGo = NonNullable<LayoutRules["mayGo"]>;
type Around = Parameters<MayGo>[2];

/** Comments and blanks, then a bracket that closes. */
const CLOSING = /(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[)\]}>]/y;
/** Nodes whose members may be separated by either sign, or none. */
const SEPARATED = new Set(["object_type", "interface_body"]);
/** Nodes that a chain with `?.` goes on in, unless parentheses end it. */
const CHAINS = new Set([
  "member_expression",
  "subscript_expression",
  "call_expression",
  "non_null_expression",
]);
const CASTS = new Set(["as_expression", "satisfies_expression"]);
/** Operators that bind looser than a cast. */
const LOOSE = /\?(?!\.)|\|\||&&|[=!]=|[|&^]|=>\s*\S/;
/** Operators that bind tighter than a cast, before it. */
const TIGHT = /(?:[-+*/%<!~]|(?<!=)>|\b(?:await|typeof|void|delete|in|instanceof|new))\s*$/;
/** What takes a whole in parentheses further. */
const GOES_ON = /^\s*(?:\?\.|[.[(]|!(?!=))/;
/** Longest parentheses that are looked into. */
const LONGEST = 2000;
const SIGN =
  /[([{)\]}]|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n]*|\/\*[^]*?\*\//g;
const BLOCKS = new Set([
  "program",
  "statement_block",
  "class_body",
  "switch_case",
  "switch_default",
]);
const PLAIN_STRING = /\{\s*(["'])[^"'\\&\n{}]*\1\s*\}/y;

/** See `LayoutRules.mayGo`. */
export const mayGo: MayGo = (type, start, around, text, end) => {
  switch (type) {
    case ",":
      return SEPARATED.has(around.type) || isTrailing(start, text);
    case ";":
      return around.type !== "for_statement";
    case "formal_parameters":
      return around.type === "arrow_function";
    case "jsx_expression":
      PLAIN_STRING.lastIndex = start;
      return around.type === "jsx_attribute" && PLAIN_STRING.test(text);
    case "parenthesized_expression":
      if (around.type === "expression_statement") return !/["']/.test(text[start + 1]);
      return mayUnwrap(start, around, text, end);
    default:
      return true;
  }
};

/** Whether parentheses change nothing. */
function mayUnwrap(start: number, around: Around, text: string, end: number): boolean {
  const isHead = around.start === start;
  if (end - start > LONGEST) {
    return !(isHead && (CHAINS.has(around.type) || CASTS.has(around.type)));
  }
  const inside = outermost(text, start + 1, end - 1);
  if (/\b(?:as|satisfies)\s/.test(inside)) {
    return GOES_ON.test(text.slice(end, end + 20)) ||
      !TIGHT.test(text.slice(Math.max(0, start - 20), start));
  }
  if (!isHead) return true;
  if (CASTS.has(around.type)) return !LOOSE.test(inside);
  return !(CHAINS.has(around.type) && isOptionalChain(inside));
}

/** Whether it is `a?.b.c`, which ends where its parentheses end. */
function isOptionalChain(text: string): boolean {
  return text.includes("?.") && /^[\w\s$#.!?]*$/.test(text) && !/\?(?!\.)/.test(text);
}

/** A comma that only ends a list; those of holes count. */
function isTrailing(start: number, text: string): boolean {
  CLOSING.lastIndex = start + 1;
  return CLOSING.test(text) && !/[,[(]\s*$/.test(text.slice(Math.max(0, start - 200), start));
}

/** The signs between two places that stand in no brackets, quotes or comments. */
function outermost(text: string, start: number, end: number): string {
  let kept = "";
  let depth = 0;
  SIGN.lastIndex = start;
  for (let at = start; at < end;) {
    const found = SIGN.exec(text);
    const sign = found === null || found.index >= end ? null : found;
    if (depth === 0) kept += text.slice(at, sign?.index ?? end);
    if (sign === null) break;
    if ("([{".includes(sign[0])) depth++;
    else if (")]}".includes(sign[0])) depth--;
    at = SIGN.lastIndex;
  }
  return kept;
}

/** See `LayoutRules.leaf`: keys with and without quotes are equal, and so are numbers of one value. */
export function leaf(type: string, text: string): string {
  if (type === "property_identifier") return `"${text}`;
  if (type === "regex_flags") return [...text].sort().join("");
  return type === "number" ? plainNumber(text) : text;
}

/** A number as formatters write it: lower case, no zeros that say nothing. */
function plainNumber(text: string): string {
  const lower = text.toLowerCase().replaceAll("_", "");
  if (/^0[a-z0-9]/.test(lower)) return lower;
  return lower.replace(/e([+-]?)0*(?=\d)/, (_, sign) => sign === "-" ? "e-" : "e").replace(
    /^\./,
    "0.",
  ).replace(/(\.\d*?)0+(?=e|$)/, "$1")
    .replace(/\.(?=e|$)/, "");
}

/** Words and single blanks of the text of an element, as they count there. */
function elementText(text: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  const kept = lines.map((line, i) =>
    i === 0 ? i === last ? line : line.trimEnd() : i === last ? line.trimStart() : line.trim()
  ).filter((line, i) => line !== "" || (last === 0 && i === 0));
  return kept.join(" ").replace(/\s+/g, " ").split(/( )/).filter(Boolean).join("\0");
}

/** See `LayoutRules.folded`. */
export const folded: NonNullable<LayoutRules["folded"]> = {
  arguments: (text) => /^\(\s*\)$/.test(text) ? "" : null,
  empty_statement: (_text, around) => BLOCKS.has(around) ? "" : null,
  jsx_text: elementText,
  jsx_expression: (text) =>
    /^\{\s*(["']) \1\s*\}$/.test(text) ? " " : /^\{(?:\s|\/\*[^]*?\*\/)*\}$/.test(text) ? "" : null,
};
