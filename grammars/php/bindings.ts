/**
 * What names of PHP are bound to, and what classes build on.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import { RETURNED } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 200;
/** How far before a property its comment is looked for. */
const COMMENT_REACH = 600;
const VAR = /\/\*\*(?:(?!\*\/)[^])*@var\s+([\w\\|?]+)(?:(?!\*\/)[^])*\*\/\s*(?:#\[[^\]]*\]\s*)*$/;
const VARIABLE = /^\$\w+$/;

function valueText(value: SyntaxNode, source: Source): string {
  return source.text.slice(value.startIndex, Math.min(value.endIndex, value.startIndex + LONGEST));
}

/** The type that a comment right before a place names: `@var Type`. */
function commentedType(start: number, source: Source): string | null {
  const before = source.text.slice(Math.max(0, start - COMMENT_REACH), start);
  return before.trimEnd().endsWith("*/") ? VAR.exec(before)?.[1] ?? null : null;
}

/** `$a = b`, `$this->a = b`. */
function assigned(node: SyntaxNode, source: Source): BoundName[] {
  const left = source.field(node, "left");
  const right = source.field(node, "right");
  if (left === null || right === null) return [];
  const name = source.textOf(left);
  const own = /^(?:\$this->|(?:self|static)::\$)(\w+)$/.exec(name);
  if (own === null && !VARIABLE.test(name)) return [];
  const value = valueText(right, source);
  if (own !== null) return [{ name: `$this.${own[1]}`, value }];
  return [{ name, type: commentedType(node.startIndex, source), value }];
}

/** `private Foo $a, $b = 1`: by the name without `$`, as it is used on an instance. */
function properties(node: SyntaxNode, source: Source): BoundName[] {
  const type = source.fields(node, "type")[0];
  const written = type === undefined ? commentedType(node.startIndex, source) : source.textOf(type);
  return node.namedChildren.flatMap((child) => {
    if (child?.type !== "property_element") return [];
    const name = source.textOf(source.field(child, "name"));
    return [{ name: name.slice(1), type: written }, { name, type: written }];
  });
}

/** `foreach ($list as $key => $each)`. */
function looped(node: SyntaxNode, source: Source): BoundName[] {
  const [list, each] = node.namedChildren;
  if (list == null || each == null) return [];
  const name = source.textOf(each.type === "pair" ? each.lastNamedChild : each).replace(/^&/, "");
  const text = valueText(list, source);
  const value = /^[$\w]+$/.test(text) ? `${text}[*]` : `(${text})[*]`;
  return VARIABLE.test(name) ? [{ name, value }] : [];
}

/** By type of node. */
export const phpBindings: Readonly<Record<string, BindingRule>> = {
  assignment_expression: { each: assigned },
  property_declaration: { each: properties },
  foreach_statement: { each: looped },
  catch_clause: { name: "name", type: "type" },
  return_statement: {
    each: (node, source) => {
      const value = node.firstNamedChild;
      return value === null ? [] : [{ name: RETURNED, value: valueText(value, source) }];
    },
  },
};

/** `extends B implements C`, and the traits that a class uses, which come first. */
export function classBases(node: SyntaxNode, source: Source): string[] {
  const body = source.field(node, "body");
  const names = (list: SyntaxNode | null): string[] =>
    (list?.namedChildren ?? []).flatMap((child) =>
      child?.type === "name" || child?.type === "qualified_name" ? [source.textOf(child)] : []
    );
  const traits = (body?.namedChildren ?? []).flatMap((child) =>
    child?.type === "use_declaration" ? names(child) : []
  );
  const clauses = node.namedChildren.flatMap((child) =>
    child?.type === "base_clause" || child?.type === "class_interface_clause" ? names(child) : []
  );
  return [...traits, ...clauses];
}
