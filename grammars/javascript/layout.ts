/**
 * What a formatter may change without changing the meaning.
 *
 * @module
 */

import type { LayoutRules } from "../../src/syntax/language.ts";

type MayGo = NonNullable<LayoutRules["mayGo"]>;

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
const BLOCKS = new Set([
  "program",
  "statement_block",
  "class_body",
  "switch_case",
  "switch_default",
]);
const PLAIN_STRING = /\{\s*(["'])[^"'\\&\n{}]*\1\s*\}/y;

/** See `LayoutRules.mayGo`. */
export const mayGo: MayGo = (type, start, around, text) => {
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
      return !(CHAINS.has(around.type) && around.start === start && endsChain(start, text));
    default:
      return true;
  }
};

/** A comma that only ends a list; those of holes count. */
function isTrailing(start: number, text: string): boolean {
  CLOSING.lastIndex = start + 1;
  return CLOSING.test(text) && !/[,[(]\s*$/.test(text.slice(Math.max(0, start - 200), start));
}

/** Whether there is a `?.` in parentheses. */
function endsChain(start: number, text: string): boolean {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return false;
    else if (text[at] === "?" && text[at + 1] === ".") return true;
  }
  return false;
}

/** See `LayoutRules.leaf`: keys with and without quotes are equal, and so are numbers of one value. */
export function leaf(type: string, text: string): string {
  if (type === "property_identifier") return `"${text}`;
  return type === "number" ? plainNumber(text) : text;
}

/** A number as formatters write it: lower case, no zeros that say nothing. */
function plainNumber(text: string): string {
  const lower = text.toLowerCase().replaceAll("_", "");
  if (/^0[a-z0-9]/.test(lower)) return lower;
  return lower.replace(/e\+/, "e").replace(/^\./, "0.").replace(/(\.\d*?)0+(?=e|$)/, "$1")
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
