/**
 * Imports of Java.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;

/** `import a.B;`, `import static a.B.c;`, `import a.*;`, `import module a.b;`. */
export function importDeclaration(node: SyntaxNode, source: Source): Import[] {
  const words = source.textOf(node).replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ")
    .replace(/^\s*import\b|;\s*$/g, "").replace(/\s*\.\s*/g, ".").trim().split(/\s+/);
  const text = words.at(-1)!;
  if (text === "") return [];
  const module = words[0] === "module" && words.length > 1;
  const dot = module ? -1 : text.lastIndexOf(".");
  return [{
    text: module ? `module ${text}` : text,
    path: dot < 0 ? text : text.slice(0, dot),
    name: dot < 0 ? null : text.slice(dot + 1),
    alias: null,
    reexport: false,
    typeOnly: false,
  }];
}

/** `requires transitive a.b;` of a module. */
export function requiresModule(node: SyntaxNode, source: Source): Import[] {
  const path = source.textOf(source.field(node, "module"));
  return [{
    text: path,
    path,
    name: null,
    alias: null,
    reexport: /^requires\b[^;]*\btransitive\s/.test(source.textOf(node)),
    typeOnly: false,
  }];
}
