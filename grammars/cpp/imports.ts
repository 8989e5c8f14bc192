/**
 * What C++ brings in besides files: `using` and aliases of namespaces.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;

const PLAIN = { name: null, alias: null, reexport: false, typeOnly: false } as const;

/** `using std::string;`, `using namespace std;`, `using enum Color;`. */
export function usingName(node: SyntaxNode, source: Source): Import[] {
  const text = source.textOf(node).replace(/\s+/g, " ").replace(/\s*;$/, "");
  const names = text.replace(/^using\s+/, "");
  const kind = /^(namespace|enum|typename)\b/.exec(names)?.[1] ?? "";
  return names.slice(kind.length).split(",").map((each) => {
    const path = each.trim().replace(/^::/, "");
    const full = `using ${kind === "" ? "" : `${kind} `}${each.trim()}`;
    if (kind === "namespace" || kind === "enum") {
      return { ...PLAIN, text: full, path, name: "*" };
    }
    const cut = path.lastIndexOf("::");
    return {
      ...PLAIN,
      text: full,
      path: cut < 0 ? path : path.slice(0, cut),
      name: cut < 0 ? null : path.slice(cut + 2),
    };
  });
}

/** `namespace fs = std::filesystem;`. */
export function namespaceAlias(node: SyntaxNode, source: Source): Import[] {
  const alias = source.textOf(source.field(node, "name"));
  const path = source.textOf(node.lastNamedChild).replace(/\s+/g, "");
  return [{ ...PLAIN, text: `namespace ${alias} = ${path}`, path, alias }];
}
