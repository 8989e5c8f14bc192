/**
 * Parameters of C#.
 *
 * @module
 */

import type { Parameter } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** `(this T a, ref U b = x, params V[] rest)`; the parser puts the parts of `rest` right into the list. */
export function readParameterList(list: SyntaxNode, source: Source): Parameter[] {
  const parameters: Parameter[] = [];
  let type: SyntaxNode | null = null;
  for (const child of list.namedChildren) {
    if (child === null || /^(?:comment|attribute_list|preproc_)/.test(child.type)) continue;
    if (child.type === "parameter") parameters.push(readParameter(child, source));
    else if (type === null) type = child;
    else {
      parameters.push({
        name: source.textOf(child),
        type: oneLine(source.textOf(type)),
        default: null,
        marks: "params",
      });
      type = null;
    }
  }
  return parameters;
}

function readParameter(node: SyntaxNode, source: Source): Parameter {
  const name = source.field(node, "name");
  const type = source.field(node, "type");
  const last = node.lastNamedChild;
  const value = name !== null && last !== null && last.startIndex > name.startIndex ? last : null;
  const marks = node.namedChildren.filter((child) => child!.type === "modifier")
    .map((child) => source.textOf(child)).join(" ");
  return {
    name: source.textOf(name),
    type: type === null ? null : oneLine(source.textOf(type)),
    default: value === null ? null : oneLine(source.textOf(value)),
    marks,
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");
