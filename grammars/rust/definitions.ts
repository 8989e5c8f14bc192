/**
 * Names and kinds of Rust: `module::Type::function`.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { startWithWords } from "./prepare.ts";

/** Parameters of a method: the first is `self`. */
const SELF = /\(\s*(?:#\[[^\]]*\]\s*)*(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/y;

/** Whether a child of a macro is one of its rules. */
export function isRule(node: SyntaxNode | null): boolean {
  return node?.type === "macro_rule";
}

/** The name of a function or trait; one that a macro gives is none. */
export function itemName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null || source.text[name.startIndex] === "$") return null;
  return {
    name: source.textOf(name),
    at: name.startIndex,
    start: startWithWords(source.text, node.startIndex),
  };
}

/** What takes `self` is a method; other functions of a type are associated functions. */
export function functionKind(node: SyntaxNode, source: Source): DefinitionKind {
  const parameters = source.field(node, "parameters");
  if (parameters === null) return "function";
  SELF.lastIndex = parameters.startIndex;
  return SELF.test(source.text) ? "method" : "function";
}

/** `trait A: B + C<D>` builds on B and C. */
export function superTraits(node: SyntaxNode, source: Source): readonly string[] {
  const bounds = source.field(node, "bounds")?.namedChildren ?? [];
  return bounds.flatMap((child) =>
    child !== null && /^(?:generic_type|type_identifier|scoped_type_identifier)$/.test(child.type)
      ? [plain(source.textOf(child)).replace(/<.*/s, "")]
      : []
  );
}

/** The type that an `impl` is for; its trait, or else its own arguments, tell twins apart. */
export function implementedType(node: SyntaxNode, source: Source): FoundName | null {
  const type = source.field(node, "type");
  if (type === null) return null;
  const trait = source.field(node, "trait");
  const given = type.type === "generic_type" && source.field(node, "type_parameters") === null;
  const discriminator = trait === null
    ? given ? plain(source.textOf(source.field(type, "type_arguments"))) : ""
    : plain(source.textOf(trait));
  return { name: typeName(type, source), at: type.startIndex, discriminator };
}

function typeName(type: SyntaxNode, source: Source): string {
  if (type.type === "generic_type") return plain(source.textOf(source.field(type, "type")));
  const text = plain(source.textOf(type)).replace(/'\w+(?:, |\b) ?/g, "")
    .replace("<>", "");
  return /^[\w:#]+$/.test(text) ? text : `<${text}>`;
}

/** A type on one line, without the blanks that layout adds. */
function plain(text: string): string {
  return text.trim().replace(/\s+/g, " ").replace(/ ?([<>[\](){};]) ?|,\s*(?=[>\])])/g, "$1");
}

/** A constant that others can use: not one of a function's own, and not `_`. */
export function constantName(
  node: SyntaxNode,
  source: Source,
  { kind }: Omit<Surroundings, "decorators">,
): FoundName | null {
  if (kind !== null && kind !== "scope" && kind !== "trait") return null;
  const name = source.field(node, "name");
  if (name === null) return null;
  const text = source.textOf(name);
  return text === "_" ? null : { name: text, at: name.startIndex };
}
