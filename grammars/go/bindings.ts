/**
 * What names of Go are bound to, what types embed, and what is handed over by name.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LAST_NAME = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^]*\])?$/u;
const LONGEST = 200;

/** Type of an expression that names it: `T{…}`, `&T{…}`, `new(T)`, `x.(T)`. */
function writtenType(value: SyntaxNode, source: Source): string | null {
  switch (value.type) {
    case "composite_literal":
    case "type_assertion_expression":
      return source.textOf(source.field(value, "type"));
    case "unary_expression": {
      const operand = source.field(value, "operand");
      return operand?.type === "composite_literal"
        ? source.textOf(source.field(operand, "type"))
        : null;
    }
    case "call_expression": {
      const callee = source.textOf(source.field(value, "function"));
      if (callee !== "new" && callee !== "make") return null;
      const [type] = source.field(value, "arguments")?.namedChildren ?? [];
      return type == null ? null : source.textOf(type);
    }
    default:
      return null;
  }
}

function valueText(value: SyntaxNode, source: Source): string {
  const end = Math.min(value.endIndex, value.startIndex + LONGEST);
  return source.text.slice(value.startIndex, end);
}

/** `a, b := c, d`; of several results of one call the first is known. */
function assigned(node: SyntaxNode, source: Source): BoundName[] {
  const left = source.field(node, "left")?.namedChildren ?? [];
  const right = source.field(node, "right")?.namedChildren ?? [];
  return pairs(left, right, null, source);
}

function pairs(
  names: readonly (SyntaxNode | null)[],
  values: readonly (SyntaxNode | null)[],
  type: string | null,
  source: Source,
): BoundName[] {
  return names.flatMap((name, at) => {
    if (name?.type !== "identifier") return [];
    const value = at < values.length ? values[at] : null;
    const text = source.textOf(name);
    const start = name.startIndex;
    if (text === "_") return [];
    if (value === null || value.type === "func_literal") return [{ name: text, type, start }];
    const own = type ?? writtenType(value, source);
    return [{ name: text, type: own, value: valueText(value, source), start }];
  });
}

/** `var a, b T = c, d`, `const a = b`. */
function declared(node: SyntaxNode, source: Source): BoundName[] {
  const names = source.fields(node, "name").filter(({ isNamed }) => isNamed);
  const type = source.field(node, "type");
  const values = source.field(node, "value")?.namedChildren ?? [];
  return pairs(names, values, type === null ? null : source.textOf(type), source);
}

/** `for i, v := range xs`. */
function ranged(node: SyntaxNode, source: Source): BoundName[] {
  const names = source.field(node, "left")?.namedChildren ?? [];
  const right = source.field(node, "right");
  return names.flatMap((name, at) => {
    if (name?.type !== "identifier" || right === null) return [];
    const value = at === 1 ? `${valueText(right, source)}[*]` : null;
    return [{ name: source.textOf(name), value, start: name.startIndex }];
  });
}

/** Fields of a struct; an embedded type is a field of its own name. */
function fields(node: SyntaxNode, source: Source): BoundName[] {
  const type = source.field(node, "type");
  if (type === null) return [];
  const text = source.textOf(type);
  const names = source.fields(node, "name").filter(({ isNamed }) => isNamed);
  if (names.length > 0) {
    return names.map((name) => ({
      name: source.textOf(name),
      type: text,
      start: names.length > 1 ? name.startIndex : node.startIndex,
    }));
  }
  const name = LAST_NAME.exec(text)?.[1];
  return name === undefined ? [] : [{ name, type: text }];
}

/** Parameters of a function literal. */
function parameters(node: SyntaxNode, source: Source): BoundName[] {
  const list = source.field(node, "parameters")?.namedChildren ?? [];
  return list.flatMap((child) => {
    if (child === null) return [];
    const type = source.textOf(source.fields(child, "type")[0] ?? null);
    return source.fields(child, "name").filter(({ isNamed }) => isNamed).map((name) => ({
      name: source.textOf(name),
      type,
      parameter: true,
      inside: true,
    }));
  });
}

/** By type of node. */
export const goBindings: Readonly<Record<string, BindingRule>> = {
  short_var_declaration: { each: assigned },
  var_spec: { each: declared },
  range_clause: { each: ranged },
  field_declaration: { each: fields },
  func_literal: { each: parameters },
};

/** Types that a struct or an interface embeds; what an alias stands for. */
export function embeddedTypes(node: SyntaxNode, source: Source): string[] {
  const type = source.field(node, "type");
  if (type === null) return [];
  switch (type.type) {
    case "struct_type":
      return (type.firstNamedChild?.namedChildren ?? []).flatMap((child) =>
        child?.type === "field_declaration" && source.field(child, "name") === null
          ? [source.textOf(source.field(child, "type"))]
          : []
      );
    case "interface_type":
      return type.namedChildren.flatMap((child) =>
        child?.type === "type_elem" && child.namedChildCount === 1 ? [source.textOf(child)] : []
      );
    default:
      return node.type === "type_alias" ? [source.textOf(type)] : [];
  }
}

/** Functions and methods that a list hands over without calling them. */
export function handedOver(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) => {
    const given = child?.type === "literal_element" ? child.firstNamedChild : child;
    return given?.type === "identifier" || given?.type === "selector_expression" ? [given] : [];
  });
}

/** The same of `key: value`. */
export function valueHandedOver(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  const value = source.field(node, "value")?.firstNamedChild;
  return value?.type === "identifier" || value?.type === "selector_expression" ? [value] : [];
}
