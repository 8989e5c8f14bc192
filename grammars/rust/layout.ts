/**
 * What `rustfmt` may add and remove.
 *
 * @module
 */

/** What may stand between a comma and the bracket that closes. */
const CLOSES = /,(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[)\]}>|]/y;
/** The same at the end of a `where` clause. */
const ENDS = /,(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[{;=]/y;
/** What leaves a block needs no semicolon at its end. */
const LEAVES = /(?:return|break|continue)\b/y;
/** Lists in which one element with a comma is not the element. */
const TUPLES = new Set(["tuple_type", "tuple_pattern", "token_tree"]);

/** See `LayoutRules.mayGo`. */
export function mayGo(
  type: string,
  start: number,
  around: { readonly type: string; readonly start: number },
  text: string,
  end: number,
): boolean {
  switch (type) {
    case "block":
      return around.type === "closure_expression" || around.type === "match_arm";
    case "expression_statement":
      // What ends in a brace is the same as the value of its block and as a statement.
      return text[end - 1] !== ";" || fits(LEAVES, text, start);
    case ";":
      return around.type === "expression_statement" && fits(LEAVES, text, around.start);
    case ",":
      if (around.type === "match_arm") return true;
      if (around.type === "where_clause" && fits(ENDS, text, start)) return true;
      return fits(CLOSES, text, start) && !isTuple(around, start, text);
    default:
      return true;
  }
}

/** A literal without the line ends and blanks that the language passes over. */
export function leaf(type: string, text: string): string {
  if (type === "string_literal" && text.includes("\\")) {
    return text.replace(/(?<!\\)((?:\\\\)*)\\\r?\n\s*/g, "$1");
  }
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

function fits(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether a last comma makes a tuple: it is the only one, and what it is in are no arguments. */
function isTuple(
  { type, start }: { readonly type: string; readonly start: number },
  comma: number,
  text: string,
): boolean {
  if (!TUPLES.has(type) || text[start] !== "(") return false;
  if (type === "token_tree" && /[\w!>]/.test(text[start - 1] ?? "")) return false;
  let depth = 0;
  for (let at = start + 1; at < comma; at++) {
    const sign = text[at];
    if (sign === "," && depth === 0) return false;
    if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && !"-=".includes(text[at - 1]))) depth--;
  }
  return true;
}
