/**
 * Imports of Go.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** `"fmt"`, `m "math"`, `. "testing"`, `_ "embed"`. */
export function importSpec(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  const quoted = source.textOf(source.field(node, "path"));
  const path = quoted.slice(1, -1);
  if (path === "") return [];
  const alias = source.textOf(source.field(node, "name"));
  return [{
    text: alias === "" ? path : `${alias} "${path}"`,
    path,
    name: alias === "." ? "*" : null,
    alias: alias === "" || alias === "." ? null : alias,
    reexport: false,
    typeOnly: false,
  }];
}
