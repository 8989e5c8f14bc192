/**
 * Files that C includes.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** `#include <stdio.h>`, `#include "local.h"`. */
export function includeFile(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  const path = source.textOf(source.field(node, "path")).trim();
  if (path === "") return [];
  return [{
    text: `#include ${path}`,
    path: path.replace(/^[<"]|[>"]$/g, ""),
    name: null,
    alias: null,
    reexport: false,
    typeOnly: false,
  }];
}
