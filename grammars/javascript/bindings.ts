/**
 * What names of JavaScript and TypeScript are bound to, and what functions give back.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import { RETURNED, YIELDED } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { patternNames } from "./patterns.ts";

/** Longest expression that is looked into. */
const LONGEST = 160;
const ASSIGNED = /(?:^|\.)[\w$#]+$/;
const PATTERNS: ReadonlySet<string> = new Set(["object_pattern", "array_pattern"]);
/** A method that calls what it is given with each element, right before it. */
const EACH =
  /((?:[\w$#]+\??\.)*[\w$#]+)\s*\??\.\s*(?:forEach|map|flatMap|filter|find|findLast|findIndex|some|every)\(\s*(?:async\s+)?$/;
const FUNCTION_VALUES: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
]);

/** An expression as the begin of a longer one; `null` when it is too long to say something. */
function asReceiver(node: SyntaxNode | null, source: Source): string | null {
  if (node === null || node.endIndex - node.startIndex > LONGEST) return null;
  const text = source.textOf(node);
  return /^[\w$.#]+$/.test(text) ? text : `(${text})`;
}

/** `const a = b`, `const { a, b: c } = d`, `const [a] = b`. */
function declared(node: SyntaxNode, source: Source): readonly BoundName[] {
  const name = source.field(node, "name");
  const value = source.field(node, "value");
  if (name === null) return [];
  const written = annotation(node, source);
  if (!PATTERNS.has(name.type)) {
    return [{ name: source.textOf(name), type: written, value: valueText(value, source) }];
  }
  return patternNames(name, source, { type: written, value: asReceiver(value, source) });
}

/** The type that is written of a variable or parameter; the parser of JavaScript has no field for it. */
function annotation(node: SyntaxNode, source: Source): string | null {
  const type = node.namedChildren.find((child) => child?.type === "type_annotation");
  return type ? source.textOf(type).replace(/^:\s*/, "") : null;
}

function valueText(value: SyntaxNode | null, source: Source): string | null {
  if (value === null) return null;
  return source.text.slice(value.startIndex, Math.min(value.endIndex, value.startIndex + 200));
}

/** What a function is called with that is handed to a method of a list: `a[*]` of `a.map((b) => b)`. */
function elementGiven(node: SyntaxNode, source: Source): string | null {
  const before = source.text.slice(Math.max(0, node.startIndex - LONGEST), node.startIndex);
  const list = EACH.exec(before)?.[1];
  return list === undefined ? null : `${list}[*]`;
}

/** Parameters of a function: their names when it has none, and those inside patterns. */
function parameters(node: SyntaxNode, source: Source): readonly BoundName[] {
  const list = source.field(node, "parameters")?.namedChildren ??
    [source.field(node, node.type === "arrow_function" ? "parameter" : "body")];
  const each = elementGiven(node, source);
  return (list ?? []).flatMap((child, at): BoundName[] => {
    if (child === null) return [];
    let pattern = child;
    let type: string | null = null;
    if (/_parameter$/.test(child.type)) {
      pattern = source.field(child, "pattern") ?? child;
      type = annotation(child, source);
    } else if (child.type === "assignment_pattern") {
      pattern = source.field(child, "left") ?? child;
    }
    if (PATTERNS.has(pattern.type)) {
      return patternNames(pattern, source, { type, value: at === 0 ? each : null })
        .map((each) => ({ ...each, inside: true }));
    }
    const name = source.textOf(pattern).replace(/^\.\.\./, "");
    const value = at === 0 ? each : null;
    return [{ name, type, value, parameter: true, inside: true }];
  });
}

/** An arrow function: its parameters, and its value when that is an expression. */
function arrow(node: SyntaxNode, source: Source): readonly BoundName[] {
  const body = source.field(node, "body");
  const names = parameters(node, source);
  if (body === null || body.type === "statement_block") return names;
  return [...names, {
    name: RETURNED,
    value: valueText(body, source)?.replace(/^\(([^]*)\)$/, "$1"),
  }];
}

function returned(node: SyntaxNode, source: Source): readonly BoundName[] {
  const value = node.firstNamedChild;
  if (value === null || FUNCTION_VALUES.has(value.type)) return [];
  return [{ name: RETURNED, value: valueText(value, source) }];
}

/** `for (const a of b)`. */
function looped(node: SyntaxNode, source: Source): readonly BoundName[] {
  const left = source.field(node, "left");
  const right = asReceiver(source.field(node, "right"), source);
  if (left === null || right === null) return [];
  if (!/\sof\s/.test(source.text.slice(left.endIndex, left.endIndex + 10))) {
    return left.type === "identifier" ? [{ name: source.textOf(left), inside: true }] : [];
  }
  const value = `${right}[*]`;
  const names = PATTERNS.has(left.type)
    ? patternNames(left, source, { type: null, value })
    : [{ name: source.textOf(left), value }];
  return names.map((each) => ({ ...each, inside: true }));
}

/** By type of node: variables, and what is assigned to members. */
export const javascriptBindings: Readonly<Record<string, BindingRule>> = {
  variable_declarator: { each: declared },
  assignment_expression: {
    name: (node, source) => {
      const left = source.field(node, "left");
      return left !== null && ASSIGNED.test(source.textOf(left)) ? left : null;
    },
    value: "right",
  },
  field_definition: { name: "property", value: "value" },
  for_in_statement: { each: looped },
  return_statement: { each: returned },
  yield_expression: {
    each: (node, source) => [{ name: YIELDED, value: valueText(node.firstNamedChild, source) }],
  },
  arrow_function: { each: arrow },
  function_expression: { each: parameters },
  function_declaration: { each: parameters },
  method_definition: { each: parameters },
  catch_clause: {
    each: (node, source) => {
      const parameter = source.field(node, "parameter");
      return parameter?.type === "identifier"
        ? [{ name: source.textOf(parameter), inside: true }]
        : [];
    },
  },
};

/** The same with types. */
export const typescriptBindings: Readonly<Record<string, BindingRule>> = {
  ...withoutFields(javascriptBindings),
  public_field_definition: { name: "name", type: "type", value: "value" },
  property_signature: { name: "name", type: "type" },
};

function withoutFields(
  { field_definition: _, ...rest }: Readonly<Record<string, BindingRule>>,
): Readonly<Record<string, BindingRule>> {
  return rest;
}

/** What a list of arguments hands over by name: functions that others will call. */
export function handedOver(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) =>
    child?.type === "identifier" || child?.type === "member_expression" ? [child] : []
  );
}
