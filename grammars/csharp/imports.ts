/**
 * Imports of C#.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** `using A.B;`, `using static A.B;`, `using N = A.B;`, `global using A;`. */
export function usingDirective(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  const whole = source.textOf(node).replace(/\s+/g, " ");
  const words = whole.replace(/^(?:global )?using (?:static |unsafe )*|\s*;$/g, "");
  if (words === "") return [];
  const [, alias, path] = /^(@?[\p{L}_][\p{L}\p{N}_]*) ?= ?(.+)$/u.exec(words) ?? [];
  return [{
    text: alias === undefined ? words : `${alias} = ${path}`,
    path: path ?? words,
    name: alias === undefined ? "*" : null,
    alias: alias ?? null,
    reexport: whole.startsWith("global "),
    typeOnly: false,
  }];
}
