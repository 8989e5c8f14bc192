/**
 * Parameters of Kotlin.
 *
 * @module
 */

import type { Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { isType, nameOf, plainName } from "./children.ts";

const MARKS = /\b(?:vararg|noinline|crossinline|val|var)\b/g;

/** `(vararg a: T = x, b: U)`, where modifiers and default values stand beside their parameter. */
export function readParameterList(list: SyntaxNode, source: Source): Parameter[] {
  const parameters: Parameter[] = [];
  let marks = "";
  for (const child of list.namedChildren) {
    if (child === null || child.type.endsWith("comment")) continue;
    if (child.type === "parameter_modifiers") marks = marksOf(source.textOf(child));
    else if (child.type === "parameter") {
      parameters.push({ ...nameAndType(child, source), default: null, marks });
      marks = "";
    } else {
      const last = parameters.pop();
      if (last !== undefined) parameters.push({ ...last, default: oneLine(source.textOf(child)) });
    }
  }
  return parameters;
}

/** `(private val a: T = x, b: U)` of a class. */
export function readClassParameters(node: SyntaxNode, source: Source): Parameter[] {
  const parameters: Parameter[] = [];
  for (const child of node.namedChildren) {
    if (child?.type !== "class_parameter") continue;
    const name = nameOf(child);
    const rest = child.namedChildren.filter((part) =>
      part!.startIndex > (name?.startIndex ?? 0) && !part!.type.endsWith("comment")
    );
    const value = rest.length > 1 ? rest.at(-1)! : null;
    const before = source.text.slice(child.startIndex, name?.startIndex ?? child.startIndex);
    parameters.push({
      ...nameAndType(child, source),
      default: value === null ? null : oneLine(source.textOf(value)),
      marks: marksOf(before),
    });
  }
  return parameters;
}

/** `name: T`, of a lambda or a setter perhaps without a type. */
export function readSingle(node: SyntaxNode, source: Source): Parameter[] {
  return [{ ...nameAndType(node, source), default: null, marks: "" }];
}

function nameAndType(node: SyntaxNode, source: Source): Pick<Parameter, "name" | "type"> {
  const name = nameOf(node);
  const type = node.namedChildren.find((child) => isType(child!)) ?? null;
  return {
    name: name === null ? oneLine(source.textOf(node)) : plainName(name, source),
    type: type === null ? null : oneLine(source.textOf(type)),
  };
}

/** Annotations are left out, they may hold any word. */
function marksOf(text: string): string {
  return [...text.replace(/@[\w.:]+(?:\([^()]*\))?/g, "").matchAll(MARKS)].join(" ");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
