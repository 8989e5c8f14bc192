/**
 * Closures of Swift that a property or variable names.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const REACH = 300;
const VARIABLE =
  /(?:\b(?:public|private|internal|fileprivate|open|package|static|final|lazy|weak|nonisolated)(?:\s*\(\w+\))?\s+)*\b(?:let|var)\s+(\w+)\s*(?::[^={}]*)?=\s*$/;

/** The variable that a closure is for; what is called at once is none. */
export function closureName(node: SyntaxNode, { text }: Source): FoundName | null {
  let last = node.startIndex - 1;
  while (text.charCodeAt(last) <= 0x20) last--;
  if (text[last] !== "=" || text[node.endIndex] === "(") return null;
  const from = Math.max(0, node.startIndex - REACH);
  const head = VARIABLE.exec(text.slice(from, node.startIndex));
  if (head === null) return null;
  const start = from + head.index;
  const at = start + /\b(?:let|var)\s+/.exec(head[0])!.index;
  return { name: head[1], at: text.indexOf(head[1], at + 4), start };
}

/** `{ (a: Int, b) -> Bool in … }`. */
export function closureParameters(node: SyntaxNode, source: Source): readonly Parameter[] {
  const type = source.field(node, "type");
  if (type === null) return [];
  const list = type.namedChildren.find((child) =>
    child?.type === "lambda_function_type_parameters"
  );
  return (list?.namedChildren ?? []).flatMap((child) => {
    if (child?.type !== "lambda_parameter") return [];
    const [name, ...rest] = source.textOf(child).split(":");
    const written = rest.join(":").trim().replace(/\s+/g, " ");
    return [{ name: name.trim(), type: written === "" ? null : written, default: null, marks: "" }];
  });
}
