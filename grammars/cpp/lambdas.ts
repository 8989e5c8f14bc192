/**
 * Lambdas of C++ that a variable names.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const REACH = 200;
/** `static const auto name = `, `std::function<int(int)> name = `. */
const VARIABLE =
  /(?:\b(?:static|const|constexpr|inline|thread_local)\s+)*(?:\bauto\b[\s&*]*|\b(?:std::)?function\s*<[^;{}=]*>\s*)(\w+)\s*(?:=\s*|\{\s*)$/;

/** The variable that a lambda is for. */
export function lambdaName(node: SyntaxNode, { text }: Source): FoundName | null {
  let last = node.startIndex - 1;
  while (text.charCodeAt(last) <= 0x20) last--;
  if (text[last] !== "=" && text[last] !== "{") return null;
  const from = Math.max(0, node.startIndex - REACH);
  const head = VARIABLE.exec(text.slice(from, node.startIndex));
  if (head === null) return null;
  const start = from + head.index;
  return { name: head[1], at: start + head[0].lastIndexOf(head[1]), start };
}

/** The parameters of a lambda; `null` when it has no list. */
export function lambdaParameters(node: SyntaxNode, source: Source): SyntaxNode | null {
  const declarator = source.field(node, "declarator");
  return declarator === null ? null : source.field(declarator, "parameters");
}
