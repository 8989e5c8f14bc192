/**
 * Names of C++ as they are written: `space::Class::operator==`, template arguments left out.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** A name with the classes and namespaces before it. */
export function qualifiedName(node: SyntaxNode, source: Source): FoundName {
  const containers: string[] = [];
  let at: SyntaxNode = node;
  while (at.type === "qualified_identifier") {
    const scope = source.field(at, "scope");
    if (scope !== null) containers.push(plainName(scope, source).name);
    const name = source.field(at, "name");
    if (name === null) break;
    at = name;
  }
  const { name, discriminator } = plainName(at, source);
  return {
    name,
    at: at.startIndex,
    ...(containers.length === 0 ? {} : { container: containers.join("::") }),
    ...(discriminator === "" ? {} : { discriminator }),
  };
}

/** A name without template arguments, and these. */
function plainName(
  node: SyntaxNode,
  source: Source,
): { readonly name: string; readonly discriminator: string } {
  switch (node.type) {
    case "template_type":
    case "template_function":
    case "template_method":
      return {
        name: source.textOf(source.field(node, "name")),
        discriminator: tight(source.textOf(source.field(node, "arguments"))),
      };
    case "dependent_name":
      return node.firstNamedChild === null
        ? { name: source.textOf(node), discriminator: "" }
        : plainName(node.firstNamedChild, source);
    case "operator_cast":
      return { name: castName(node, source), discriminator: "" };
    case "operator_name":
      return { name: tight(source.textOf(node)), discriminator: "" };
    default:
      return { name: source.textOf(node).replace(/\s+/g, ""), discriminator: "" };
  }
}

/** `operator bool`, `operator T*`: up to the parameters. */
function castName(node: SyntaxNode, source: Source): string {
  let end = node.endIndex;
  let at = source.field(node, "declarator");
  while (at !== null) {
    if (at.type === "abstract_function_declarator") {
      end = at.startIndex;
      break;
    }
    at = at.type === "abstract_reference_declarator"
      ? at.firstNamedChild
      : source.field(at, "declarator");
  }
  return tight(source.text.slice(node.startIndex, end));
}

/** A name without blanks that separate no words: `operator ==` is `operator==`. */
function tight(text: string): string {
  return text.trim().replace(/\s+/g, " ").replace(/ ?([^\w\s]) ?/g, "$1");
}
