/**
 * Names in patterns, each with the expression that it stands for.
 *
 * @module
 */

import type { BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** What a pattern takes apart, as code. */
interface Whole {
  readonly type: string | null;
  readonly value: string | null;
}

/** The names of `{ a, b: c, ...d }` or `[a, , b]`. */
export function patternNames(pattern: SyntaxNode, source: Source, whole: Whole): BoundName[] {
  const isList = pattern.type === "array_pattern";
  return pattern.namedChildren.flatMap((child, at): BoundName[] => {
    if (child === null) return [];
    switch (child.type) {
      case "shorthand_property_identifier_pattern":
        return [member(source.textOf(child), source.textOf(child), whole)];
      case "object_assignment_pattern": {
        const left = source.field(child, "left");
        const name = left === null ? "" : source.textOf(left);
        return name === "" ? [] : [member(name, name, whole)];
      }
      case "pair_pattern": {
        const key = source.textOf(source.field(child, "key"));
        return valueNames(source.field(child, "value"), source, part(key, whole));
      }
      case "rest_pattern":
        return isList || child.firstNamedChild === null
          ? []
          : [{ name: source.textOf(child.firstNamedChild), ...whole }];
      default:
        return isList ? valueNames(child, source, part(String(at), whole)) : [];
    }
  });
}

function valueNames(node: SyntaxNode | null, source: Source, whole: Whole): BoundName[] {
  switch (node?.type) {
    case "identifier":
      return [{ name: source.textOf(node), ...whole }];
    case "assignment_pattern":
      return valueNames(source.field(node, "left"), source, whole);
    case "object_pattern":
    case "array_pattern":
      return patternNames(node, source, whole);
    default:
      return [];
  }
}

function member(name: string, key: string, whole: Whole): BoundName {
  return { name, ...part(key, whole) };
}

/** `T["key"]` of a type, `value.key` or `value[0]` of a value. */
function part(key: string, { type, value }: Whole): Whole {
  const index = /^\d+$/.test(key);
  return {
    type: type === null ? null : index ? `(${type})[${key}]` : `(${type})["${key}"]`,
    value: value === null ? null : index ? `${value}[${key}]` : `${value}.${key}`,
  };
}
