/**
 * What names of C and C++ are bound to, and what is handed over by name.
 *
 * @module
 */

import type { BindingRule, BoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const LONGEST = 200;
const DECLARATORS: ReadonlySet<string> = new Set([
  "init_declarator",
  "pointer_declarator",
  "reference_declarator",
  "array_declarator",
  "parenthesized_declarator",
]);
const NAMES: ReadonlySet<string> = new Set(["identifier", "field_identifier"]);

function text(node: SyntaxNode | null, source: Source): string | null {
  if (node === null) return null;
  return source.text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + LONGEST));
}

/** Whether it is a pointer to a function: `(*a)(void)`. */
function isPointed({ type, firstNamedChild }: SyntaxNode): boolean {
  return type === "function_declarator" && firstNamedChild?.type === "parenthesized_declarator";
}

/** The name inside of `*a`, `&a`, `a[1]`, `a = b`; `null` for a function. */
function nameOf(declarator: SyntaxNode): SyntaxNode | null {
  let at: SyntaxNode | null = declarator;
  while (at !== null && (DECLARATORS.has(at.type) || isPointed(at))) {
    at = at.type === "pointer_declarator" ? at.lastNamedChild : at.firstNamedChild;
  }
  return at !== null && NAMES.has(at.type) ? at : null;
}

/** `T *a = b, c;`, in a function, a file or a struct. */
export function declared(node: SyntaxNode, source: Source): BoundName[] {
  const type = source.field(node, "type");
  const list = source.fields(node, "declarator");
  return list.flatMap((declarator) => {
    const name = nameOf(declarator);
    if (name === null) return [];
    const value = declarator.type === "init_declarator" ? source.field(declarator, "value") : null;
    return [{
      name: source.textOf(name),
      type: text(type, source),
      value: text(value, source),
      start: list.length > 1 ? declarator.startIndex : node.startIndex,
    }];
  });
}

/** By type of node. */
export const cBindings: Readonly<Record<string, BindingRule>> = {
  declaration: { each: declared },
  field_declaration: { each: declared },
};

function plain(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.type === "identifier" || node?.type === "qualified_identifier") return node;
  return node?.type === "pointer_expression" ? plain(node.lastNamedChild) : null;
}

/** Functions that a list of arguments or of initial values names. */
export function handedOver(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.flatMap((child) => plain(child) ?? []);
}

/** `.name = function`, `name = function`. */
export function assigned(node: SyntaxNode): readonly SyntaxNode[] {
  return [plain(node.lastNamedChild)].filter((each) => each !== null);
}
