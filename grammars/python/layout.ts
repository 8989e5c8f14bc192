/**
 * What a formatter may change without changing the meaning.
 *
 * @module
 */

import type { LayoutRules } from "../../src/syntax/language.ts";

/** Blanks and comments, then a bracket that closes. */
const CLOSING = /(?:\s|\\\n|#[^\n]*\n)*[)\]}]/y;
/** Nodes in which a comma after a single element makes a tuple of it. */
const TUPLES = new Set([
  "tuple",
  "tuple_pattern",
  "expression_list",
  "pattern_list",
  "subscript",
  "type_parameter",
]);
/** Tuples without brackets, and what may follow them. */
const LISTS = new Set(["expression_list", "pattern_list"]);
const END = /[ \t]*(?:=(?!=)|[\n#;:)\]}]|in\b|$)/y;
/** Nodes that may stand in parentheses that are no node of their own. */
const BARE = new Set([
  "import_from_statement",
  "future_import_statement",
  "with_clause",
  "tuple",
  "tuple_pattern",
]);
/** What a look for commas comes by. */
const SIGN =
  /[([{)\]},]|#[^\n]*|"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g;
const ONE_STRING =
  /^([A-Za-z]{0,2})(?:"""((?:[^\\]|\\[^])*?)"""|'''((?:[^\\]|\\[^])*?)'''|"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)')$/;

/** See `LayoutRules.mayGo`. */
export const mayGo: NonNullable<LayoutRules["mayGo"]> = (type, start, around, text, end) => {
  switch (type) {
    case ",": {
      const last = LISTS.has(around.type) ? END : CLOSING;
      last.lastIndex = end;
      if (!last.test(text)) return false;
      return !TUPLES.has(around.type) || hasComma(text, around.start, start);
    }
    case "(":
    case ")":
      return BARE.has(around.type);
    case "tuple_pattern":
      return !/,\s*\)$/.test(text.slice(Math.max(start, end - 200), end));
    default:
      return true;
  }
};

/** Whether a comma stands before a place, in the same brackets. */
function hasComma(text: string, start: number, end: number): boolean {
  const counts = [0];
  SIGN.lastIndex = start;
  for (let sign = SIGN.exec(text); sign !== null && sign.index < end; sign = SIGN.exec(text)) {
    if (sign[0] === ",") counts[counts.length - 1]++;
    else if ("([{".includes(sign[0])) counts.push(0);
    else if (")]}".includes(sign[0]) && counts.length > 1) counts.pop();
  }
  return counts[counts.length - 1] > 0;
}

/** See `LayoutRules.leaf`. */
export function leaf(type: string, text: string): string {
  if (type === "string") return plainString(text);
  if (type === "float") return plainFloat(text.toLowerCase());
  return type === "integer" ? text.toLowerCase() : text;
}

/** A string with its letters in order and its escapes in lower case. */
function plainString(text: string): string {
  const [, prefix, inside] = /^([a-z]*)("[^]*)$/.exec(text) ?? [];
  if (inside === undefined) return text;
  const letters = prefix === "u" ? "" : [...prefix].sort().join("");
  if (letters.includes("r")) return letters + inside;
  const escapes = letters.includes("b")
    ? /\\(x[\da-f]{2}|[^])/gi
    : /\\(x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[^])/gi;
  return letters +
    inside.replace(
      escapes,
      (escape) => escape.length === 2 ? escape : escape.slice(0, 2) + escape.slice(2).toLowerCase(),
    );
}

/** `1.`, `.5` and `1E+5` as formatters write them. */
function plainFloat(text: string): string {
  return text.replace("e+", "e").replace(/^\./, "0.").replace(/\.(?!\d)/, ".0");
}

/** See `LayoutRules.folded`. */
export const folded: NonNullable<LayoutRules["folded"]> = {
  argument_list: (text, around) =>
    around === "class_definition" && /^\(\s*\)$/.test(text) ? "" : null,
  expression_statement: documentation,
};

/** A string that stands for itself, which is documentation, without the indentation of its place. */
function documentation(text: string): string | null {
  const found = ONE_STRING.exec(text);
  if (found === null) return null;
  const [, prefix, ...forms] = found;
  const inside = forms.find((form) => form !== undefined)!;
  const lines = inside.replace(/\\(["'])/g, "$1").replaceAll("\t", "        ").split("\n")
    .map((line) => line.trimEnd());
  const indents = lines.slice(1).filter((line) => line !== "").map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  const plain = lines.map((line, i) => i === 0 ? line.trimStart() : line.slice(indent));
  return `${prefix.toLowerCase()}"""${plain.join("\n").trim()}`;
}
