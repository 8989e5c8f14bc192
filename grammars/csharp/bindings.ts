/**
 * What names of C# are bound to, and what types build on.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 200;
const DECLARATOR = /^(@?[\w]+)\s*(?:=\s*([^]*))?$/;

function declared(node: SyntaxNode, source: Source): BoundName[] {
  const type = source.textOf(source.field(node, "type"));
  return node.namedChildren.flatMap((child) => {
    if (child?.type !== "variable_declarator") return [];
    const end = Math.min(child.endIndex, child.startIndex + LONGEST);
    const found = DECLARATOR.exec(source.text.slice(child.startIndex, end));
    if (found === null) return [];
    const start = child.startIndex;
    return [{ name: found[1], type: type === "var" ? null : type, value: found[2] ?? null, start }];
  });
}

function looped(node: SyntaxNode, source: Source): BoundName[] {
  const left = source.textOf(source.field(node, "left"));
  const type = source.textOf(source.field(node, "type"));
  const right = source.textOf(source.field(node, "right")).slice(0, LONGEST);
  return [{ name: left, type: type === "var" ? null : type, value: `(${right})[*]`, inside: true }];
}

/** By type of node. */
export const csharpBindings: Readonly<Record<string, BindingRule>> = {
  variable_declaration: { each: declared },
  foreach_statement: { each: looped },
  declaration_pattern: { name: "name", type: "type" },
};

/** `class A<T> : B, IC<int> where T : D`: B and IC. */
export function typeBases(node: SyntaxNode, source: Source): string[] {
  const body = source.field(node, "body");
  let header = source.text.slice(node.startIndex, body?.startIndex ?? node.endIndex);
  for (let before = ""; before !== header;) {
    before = header;
    header = header.replace(/<[^<>]*>|\([^()]*\)|\[[^[\]]*\]/g, "");
  }
  const list = /:([^]*?)(?=\bwhere\b|[;{]|$)/.exec(header.replace(/::/g, "."))?.[1] ?? "";
  return list.split(",").map((each) => each.trim()).filter((each) => /^[\w.]+$/.test(each));
}
