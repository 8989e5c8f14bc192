/**
 * Imports of Rust: a `use` tree gives one entry for each name at its ends.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;

/** A branch of the tree that is still to be read, and the path that leads to it. */
interface Branch {
  readonly node: SyntaxNode;
  readonly path: string;
}

/** `pub use a::{b as c, d::{self, *}};`. */
export function useTree(node: SyntaxNode, source: Source): Import[] {
  const argument = source.field(node, "argument");
  if (argument === null) return [];
  const first = node.firstNamedChild;
  const visibility = first?.type === "visibility_modifier"
    ? `${source.textOf(first).replace(/\s+/g, " ")} `
    : "";
  const imports: Import[] = [];
  // The last branch comes first off, so the list is turned round before it goes on.
  const open: Branch[] = [{ node: argument, path: "" }];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    const { node: at, path } = branch;
    if (at.type === "use_list" || at.type === "scoped_use_list") {
      const list = at.type === "use_list" ? at : source.field(at, "list");
      const below = at.type === "use_list"
        ? path
        : join(path, compact(source.textOf(source.field(at, "path"))));
      const children = list?.namedChildren ?? [];
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i];
        if (child !== null && !child.type.endsWith("_comment")) {
          open.push({ node: child, path: below });
        }
      }
      continue;
    }
    const found = leaf(branch, visibility, source);
    if (found !== null) imports.push(found);
  }
  return imports;
}

/** `extern crate alloc as core_alloc;`. */
export function externCrate(node: SyntaxNode, source: Source): Import[] {
  const path = source.textOf(source.field(node, "name"));
  const renamed = source.field(node, "alias");
  const alias = renamed === null ? null : source.textOf(renamed);
  const reexport = source.text.startsWith("pub", node.startIndex);
  return [{
    text: `${reexport ? "pub " : ""}extern crate ${path}${alias === null ? "" : ` as ${alias}`}`,
    path,
    name: null,
    alias,
    reexport,
    typeOnly: false,
  }];
}

function leaf({ node, path }: Branch, visibility: string, source: Source): Import | null {
  const renamed = node.type === "use_as_clause" ? source.field(node, "alias") : null;
  const target = node.type === "use_as_clause" ? source.field(node, "path") : node;
  const alias = renamed === null ? null : source.textOf(renamed);
  const own = compact(source.textOf(target));
  // `a::{self}` is `a`.
  const whole = own === "self" && path !== "" ? path : join(path, own);
  if (whole === "") return null;
  const cut = whole.lastIndexOf("::");
  return {
    text: `${visibility}use ${whole}${alias === null ? "" : ` as ${alias}`}`,
    path: cut > 0 ? whole.slice(0, cut) : whole,
    name: cut > 0 ? whole.slice(cut + 2) : null,
    alias,
    reexport: visibility !== "",
    typeOnly: false,
  };
}

function join(path: string, rest: string): string {
  return path === "" ? rest : rest === "" ? path : `${path}::${rest.replace(/^::/, "")}`;
}

function compact(text: string): string {
  return text.replace(/\s+/g, "");
}
