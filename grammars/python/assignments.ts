/**
 * What assignments define: functions, constants of a module, fields of a class.
 *
 * @module
 */

import type { DefinitionRule, FoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** A name, or a chain of them, to what follows; a look at the text costs less than the tree. */
const TARGET = /([\w\u0080-\uffff]+(?:\.[\w\u0080-\uffff]+)*)\s*(?::|=(?!=))/y;
const LAMBDA = /[^\n=]*=\s*\(?\s*(?:lambda\b|\\\n)/y;
const CONSTANT = /^[A-Z_][A-Z0-9_]*$/;

/** `f = lambda: 1`, `LIMIT = 1` of a module, `size: int = 1` of a class. */
export const assignment: DefinitionRule = {
  kind: (_node, _source, { kind }, value) => {
    if (value.type === "lambda") return kind === "class" ? "method" : "function";
    return kind === "class" ? "field" : "constant";
  },
  name: (node, source, { kind }) => {
    const { text } = source;
    const { startIndex } = node;
    TARGET.lastIndex = startIndex;
    const found = TARGET.exec(text);
    if (found === null) return null;
    const [, target] = found;
    const isOuter = startIndex === 0 || text[startIndex - 1] === "\n";
    const isKept = kind === "class"
      ? !target.includes(".")
      : kind === null && isOuter && CONSTANT.test(target);
    if (!isKept) {
      LAMBDA.lastIndex = startIndex + target.length;
      if (!LAMBDA.test(text)) return null;
      if (lambdaOf(node, source) === null) return null;
    }
    return nameOf(target, startIndex);
  },
  value: { field: lambdaOf, types: ["lambda"], optional: true },
  body: (node, source) => source.field(node, node.type === "lambda" ? "body" : "right"),
  parameters: (node, source) => node.type === "lambda" ? source.field(node, "parameters") : null,
};

/** The lambda that is assigned, through parentheses. */
function lambdaOf(node: SyntaxNode, source: Source): SyntaxNode | null {
  let value = source.field(node, "right");
  while (value?.type === "parenthesized_expression") value = value.firstNamedChild;
  return value?.type === "lambda" ? value : null;
}

function nameOf(target: string, start: number): FoundName {
  const dot = target.lastIndexOf(".");
  const name = target.slice(dot + 1);
  const container = target.slice(0, Math.max(0, dot)).replace(/^(?:self|cls)(?:\.|$)/, "");
  return { name, at: start + dot + 1, ...(container === "" ? {} : { container }) };
}
