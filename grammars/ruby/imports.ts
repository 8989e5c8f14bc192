/**
 * Files that Ruby loads: `require`, `require_relative`, `load`, `autoload`.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LOADERS = /(?:require|require_relative|load|autoload|using)\b/y;

/** The file that a call loads; none for any other call. */
export function requireCall(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  LOADERS.lastIndex = node.startIndex;
  if (!LOADERS.test(source.text)) return [];
  const method = source.field(node, "method");
  if (method === null || method.startIndex !== node.startIndex) return [];
  const word = source.textOf(method);
  const given = source.field(node, "arguments")?.namedChildren ?? [];
  const path = given.findLast((child) => child?.type === "string") ?? null;
  if (path === null) return [];
  const name = word === "autoload" ? source.textOf(given[0]).replace(/^:/, "") : null;
  return [{
    text: name === null
      ? `${word} ${source.textOf(path)}`
      : `${word} :${name}, ${source.textOf(path)}`,
    path: source.textOf(path).replace(/^["']|["']$/g, ""),
    name,
    alias: null,
    reexport: false,
    typeOnly: false,
  }];
}
