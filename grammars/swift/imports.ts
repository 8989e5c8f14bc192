/**
 * Imports of Swift.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const KINDS = /^(?:struct|class|enum|protocol|func|var|let|typealias)\s+/;

/** `import Foundation`, `import struct A.B`, `@_exported import C`. */
export function importModule(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  const text = source.textOf(node).trim().replace(/\s+/g, " ");
  const what = text.replace(/^.*?\bimport\s+/, "");
  const target = what.replace(KINDS, "");
  const cut = what === target ? -1 : target.lastIndexOf(".");
  return [{
    text,
    path: cut < 0 ? target : target.slice(0, cut),
    name: cut < 0 ? null : target.slice(cut + 1),
    alias: null,
    reexport: /@_exported\b|\b(?:public|package) import\b/.test(text),
    typeOnly: false,
  }];
}
