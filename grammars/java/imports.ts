/**
 * Imports of Java.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;

/** An import without a comment, as nearly all are. */
const PLAIN = /import\s+(?:static\s+)?((?:[\w$\u0080-\uffff]+\.)*)([\w$\u0080-\uffff]+|\*)\s*;/y;

/** `import a.B;`, `import static a.B.c;`, `import a.*;`, `import module a.b;`. */
export function importDeclaration(node: SyntaxNode, source: Source): Import[] {
  PLAIN.lastIndex = node.startIndex;
  const plain = PLAIN.exec(source.text);
  if (plain !== null && plain[1] !== "") return [imported(plain[1].slice(0, -1), plain[2])];
  const words = source.textOf(node).replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ")
    .replace(/^\s*import\b|;\s*$/g, "").replace(/\s*\.\s*/g, ".").trim().split(/\s+/);
  const text = words.at(-1)!;
  if (text === "") return [];
  if (words[0] === "module" && words.length > 1) {
    return [{ ...imported(text, null), text: `module ${text}` }];
  }
  const dot = text.lastIndexOf(".");
  return [dot < 0 ? imported(text, null) : imported(text.slice(0, dot), text.slice(dot + 1))];
}

function imported(path: string, name: string | null): Import {
  return {
    text: name === null ? path : `${path}.${name}`,
    path,
    name,
    alias: null,
    reexport: false,
    typeOnly: false,
  };
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
