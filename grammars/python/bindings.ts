/**
 * What names of Python are bound to, what functions give back, and what classes build on.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import { RETURNED, YIELDED } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** Longest expression that is looked into. */
const LONGEST = 160;

/** An expression as the begin of a longer one; `null` when it is too long to say something. */
function asReceiver(node: SyntaxNode | null, source: Source): string | null {
  if (node === null || node.endIndex - node.startIndex > LONGEST) return null;
  const text = source.textOf(node);
  return /^[\w.]+$/.test(text) ? text : `(${text})`;
}

/** The begin of a value; of a long call what is called, without its arguments. */
function valueText(value: SyntaxNode | null, source: Source): string | null {
  if (value === null) return null;
  const text = source.text.slice(
    value.startIndex,
    Math.min(value.endIndex, value.startIndex + 200),
  );
  if (value.type !== "call" || text.length < LONGEST) return text;
  const called = source.field(value, "function");
  return called === null ? text : `${source.textOf(called)}()`;
}

/** `a = b`, `a: T = b`, `a, b = c`, `self.a = b`. */
function assigned(node: SyntaxNode, source: Source): readonly BoundName[] {
  const left = source.field(node, "left");
  const right = source.field(node, "right");
  const type = source.field(node, "type");
  if (left === null) return [];
  const written = type === null ? null : source.textOf(type);
  if (/^(?:identifier|attribute|subscript)$/.test(left.type)) {
    return [{ name: source.textOf(left), type: written, value: lastValue(right, source) }];
  }
  let value: SyntaxNode | null = right;
  while (value?.type === "assignment") value = source.field(value, "right");
  return partsOf(left, value, source);
}

/** The value of `a = b = c` is that of the last. */
function lastValue(right: SyntaxNode | null, source: Source): string | null {
  let value = right;
  while (value?.type === "assignment") value = source.field(value, "right");
  return valueText(value, source);
}

/** The names of a pattern, each with its part of the value. */
function partsOf(left: SyntaxNode, right: SyntaxNode | null, source: Source): BoundName[] {
  const listed = right !== null && /^(?:expression_list|tuple|list)$/.test(right.type);
  const values = listed ? right.namedChildren : null;
  const whole = asReceiver(right, source);
  const star = left.namedChildren.findIndex((child) => child?.type === "list_splat_pattern");
  return left.namedChildren.flatMap((child, at): BoundName[] => {
    if (child === null) return [];
    if (child.type === "list_splat_pattern") {
      const name = child.firstNamedChild;
      if (name === null || values === null) return [];
      const rest = values.slice(at, values.length - (left.namedChildCount - at - 1));
      const texts = rest.map((each) => source.textOf(each));
      return [{ name: source.textOf(name), value: `[${texts.join(", ")}]` }];
    }
    const place = star >= 0 && at > star ? at - left.namedChildCount : at;
    const value = values?.at(place) ?? null;
    if (child.type !== "identifier" && child.type !== "attribute") {
      return value === null ? [] : partsOf(child, value, source);
    }
    const text = value !== null
      ? valueText(value, source)
      : whole === null
      ? null
      : `${whole}[${at}]`;
    return [{ name: source.textOf(child), value: text }];
  });
}

/** `for a in b`, also in a comprehension. */
function looped(node: SyntaxNode, source: Source): readonly BoundName[] {
  const left = source.field(node, "left");
  const right = asReceiver(source.field(node, "right"), source);
  if (left === null || right === null) return [];
  if (left.type === "identifier") return [{ name: source.textOf(left), value: `${right}[*]` }];
  return left.namedChildren.flatMap((child, at) =>
    child?.type === "identifier"
      ? [{ name: source.textOf(child), value: `${right}[*][${at}]` }]
      : []
  );
}

function lambdaParameters(node: SyntaxNode, source: Source): readonly BoundName[] {
  const list = source.field(node, "parameters");
  return (list?.namedChildren ?? []).flatMap((child) =>
    child?.type === "identifier"
      ? [{ name: source.textOf(child), parameter: true, inside: true }]
      : []
  );
}

/** By type of node: assignments, loops, `with … as name`, `(name := …)`, `return`, `yield`. */
export const pythonBindings: Readonly<Record<string, BindingRule>> = {
  assignment: { each: assigned },
  as_pattern: {
    name: (node, source) => source.field(node, "alias")?.firstNamedChild ?? null,
    value: (node) => node.firstNamedChild,
  },
  named_expression: { name: "name", value: "value" },
  for_statement: { each: looped },
  for_in_clause: { each: looped },
  lambda: { each: lambdaParameters },
  return_statement: {
    each: (node, source) => [{ name: RETURNED, value: valueText(node.firstNamedChild, source) }],
  },
  yield: {
    each: (node, source) => [{ name: YIELDED, value: valueText(node.firstNamedChild, source) }],
  },
};

/** What a list of arguments hands over by name: functions that others will call. */
export function handedOver(node: SyntaxNode, source: Source): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) => {
    const value = child?.type === "keyword_argument" ? source.field(child, "value") : child;
    return value?.type === "identifier" || value?.type === "attribute" ? [value] : [];
  });
}

/** `class A(B, c.D[int], metaclass=M)`: B and c.D. */
export function classBases(node: SyntaxNode, source: Source): string[] {
  const list = source.field(node, "superclasses");
  if (list === null) return [];
  return list.namedChildren.flatMap((child) => {
    switch (child?.type) {
      case "identifier":
      case "attribute":
        return [source.textOf(child)];
      case "subscript":
        return [source.textOf(source.field(child, "value"))];
      default:
        return [];
    }
  });
}
