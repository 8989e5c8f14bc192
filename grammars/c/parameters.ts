/**
 * Parameters of C: the type is what is around the name.
 *
 * @module
 */

import type { Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { declared } from "./declarators.ts";

/** `const char *s`, `int (*compare)(int, int)`, `int table[4]`, `void`. */
export function readParameter(node: SyntaxNode, source: Source): readonly Parameter[] {
  const declarator = source.field(node, "declarator");
  const text = source.textOf(node);
  if (declarator === null && text === "void") return [];
  const found = declared(declarator, source);
  const name = found !== null && /identifier/.test(found.name.type) ? found.name : null;
  const end = declarator?.endIndex ?? source.field(node, "type")?.endIndex ?? node.endIndex;
  const type = name === null
    ? source.text.slice(node.startIndex, Math.max(end, node.startIndex))
    : source.text.slice(node.startIndex, name.startIndex) + source.text.slice(name.endIndex, end);
  const value = node.type === "optional_parameter_declaration"
    ? source.field(node, "default_value")
    : null;
  return [{
    name: source.textOf(name),
    type: tidy(type),
    default: value === null ? null : source.textOf(value).trim().replace(/\s+/g, " "),
    marks: "",
  }];
}

/** A type on one line, its signs in one form. */
export function tidy(type: string): string {
  return type.trim().replace(/\s+/g, " ").replace(/ ([,)\]])/g, "$1").replace(/\( /g, "(");
}
