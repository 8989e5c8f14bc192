/**
 * Imports of Kotlin.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** `import a.B`, `import a.B as C`, `import a.*`. */
export function importHeader(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  const parts = node.namedChildren;
  const written = source.textOf(parts.find((part) => part!.type === "identifier") ?? null);
  const plain = written.replace(/\s+/g, "");
  if (plain === "") return [];
  const all = parts.some((part) => part!.type === "wildcard_import");
  const whole = all ? `${plain}.*` : plain;
  const renamed = parts.find((part) => part!.type === "import_alias") ?? null;
  const alias = renamed === null ? null : source.textOf(renamed.firstNamedChild);
  const dot = whole.lastIndexOf(".");
  return [{
    text: alias === null ? whole : `${whole} as ${alias}`,
    path: dot < 0 ? whole : whole.slice(0, dot),
    name: dot < 0 ? null : whole.slice(dot + 1),
    alias,
    reexport: false,
    typeOnly: false,
  }];
}
