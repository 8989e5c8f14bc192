/**
 * What definitions are.
 *
 * @module
 */

import type { Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { isOuter } from "./names.ts";
import { isFunction } from "./values.ts";

type Kind = DefinitionKind | "scope" | null;

const LOADED = /(?:await\s+)?(?:require|import)\s*\(/y;
const EXPORTS = /^(?:module\s*\.\s*)?exports\b/;

/** A method of a class, an object or an interface. */
export function methodKind(node: SyntaxNode, source: Source, { kind }: Surroundings): Kind {
  const name = source.field(node, "name");
  const end = name?.startIndex ?? node.startIndex;
  const accessor = /(?:^|\s)([gs]et)\s*$/.exec(source.text.slice(node.startIndex, end));
  if (accessor !== null) return accessor[1] === "get" ? "getter" : "setter";
  return kind === "class" && source.textOf(name) === "constructor" ? "constructor" : "method";
}

/** A variable: a function, or a constant of the file. */
export function declaredKind(
  node: SyntaxNode,
  source: Source,
  { kind }: Surroundings,
  value: SyntaxNode,
): Kind {
  if (isFunction(value)) return "function";
  if (value.type === "class") return "class";
  const other = value.type === "object" ? "scope" : null;
  const before = /const\s+$/.exec(source.text.slice(node.startIndex - 12, node.startIndex));
  if (kind !== null || before === null) return other;
  if (!isOuter(source.text, node.startIndex - before[0].length)) return other;
  const given = source.field(node, "value");
  if (given === null) return "constant";
  LOADED.lastIndex = given.startIndex;
  return LOADED.test(source.text) ? null : "constant";
}

/** A field of a class. */
export function fieldKind(
  _node: SyntaxNode,
  _source: Source,
  _around: Surroundings,
  value: SyntaxNode,
): Kind {
  return isFunction(value) ? "method" : value.type === "class" ? "class" : "field";
}

/** A pair of an object. */
export function pairKind(
  _node: SyntaxNode,
  _source: Source,
  _around: Surroundings,
  value: SyntaxNode,
): Kind {
  return isFunction(value) ? "method" : value.type === "class" ? "class" : "scope";
}

/** What is assigned: to a member of something that is not the exports of the file, a method. */
export function assignedKind(
  node: SyntaxNode,
  source: Source,
  _around: Surroundings,
  value: SyntaxNode,
): Kind {
  if (value.type === "class") return "class";
  if (!isFunction(value)) return "scope";
  const left = source.field(node, "left");
  return left?.type === "identifier" || EXPORTS.test(source.textOf(left)) ? "function" : "method";
}

/** What `export default` gives. */
export function defaultKind(
  _node: SyntaxNode,
  _source: Source,
  _around: Surroundings,
  value: SyntaxNode,
): Kind {
  return isFunction(value) ? "function" : value.type === "class" ? "class" : "scope";
}
