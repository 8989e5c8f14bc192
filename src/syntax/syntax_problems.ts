/**
 * What a parser could not read, in words.
 *
 * @module
 */

import type { Node } from "web-tree-sitter";
import type { OutlineProblem } from "./outline.ts";
import type { ParsedSource } from "./parsed_source.ts";

/**
 * One problem for all places of a file; the outline around them still holds.
 *
 * @param root A root that has an error.
 * @param errors Its error nodes; none when something is only missing.
 */
export function syntaxProblems(
  root: Node,
  errors: readonly Node[],
  source: ParsedSource,
): OutlineProblem[] {
  const line = source.lineAt((errors[0] ?? missing(root) ?? root).startIndex);
  const places = errors.length > 1 ? `${errors.length} places` : "One place";
  return [{
    code: "syntax_error",
    message: `${places} could not be parsed, the first in line ${line}; ` +
      "functions there may be incomplete.",
    line,
  }];
}

/** The first node that was put in because it is missing. */
function missing(root: Node): Node | null {
  let node: Node | null = root;
  while (node !== null && !node.isMissing) {
    node = node.children.find((child) => child !== null && (child.isMissing || child.hasError)) ??
      null;
  }
  return node;
}
