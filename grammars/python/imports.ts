/**
 * Imports of Python: one entry for each name.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;

/** `import a.b as c, d`. */
export function importModules(node: SyntaxNode, source: Source): Import[] {
  return source.fields(node, "name").map((child) => {
    const { name: path, alias } = nameAndAlias(child, source);
    return {
      text: `import ${path}${alias === null ? "" : ` as ${alias}`}`,
      path,
      name: null,
      alias,
      reexport: false,
      typeOnly: false,
    };
  });
}

/** `from a import b as c, d`, `from a import *`, `from __future__ import x`. */
export function importFrom(node: SyntaxNode, source: Source): Import[] {
  const path = node.type === "future_import_statement"
    ? "__future__"
    : source.textOf(source.field(node, "module_name")).replace(/\s+/g, "");
  const names = source.fields(node, "name").map((child) => nameAndAlias(child, source));
  if (node.namedChildren.some((child) => child?.type === "wildcard_import")) {
    names.push({ name: "*", alias: null });
  }
  return names.map(({ name, alias }) => ({
    text: `from ${path} import ${name}${alias === null ? "" : ` as ${alias}`}`,
    path,
    name,
    alias,
    reexport: false,
    typeOnly: false,
  }));
}

function nameAndAlias(
  node: SyntaxNode,
  source: Source,
): { name: string; alias: string | null } {
  if (node.type !== "aliased_import") return { name: source.textOf(node), alias: null };
  return {
    name: source.textOf(source.field(node, "name")),
    alias: source.textOf(source.field(node, "alias")),
  };
}
