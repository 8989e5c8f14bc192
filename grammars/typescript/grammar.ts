/**
 * How TypeScript is read: the tables of JavaScript, with types.
 *
 * @module
 */

import type { DefinitionRule, Grammar, ParameterRule } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { bases } from "../javascript/bases.ts";
import { definitions, javascriptGrammar } from "../javascript/grammar.ts";
import { typescriptBindings } from "../javascript/bindings.ts";
import { importAlias } from "../javascript/imports.ts";
import { fieldKind, methodKind } from "../javascript/kinds.ts";
import { memberByName, memberOfType } from "../javascript/names.ts";
import { bodyOf, parametersOf, VALUE_TYPES, valueOf } from "../javascript/values.ts";
import { typescriptParsers } from "./parser.ts";
import { namespaceName } from "./namespaces.ts";

const TYPED = { returns: "return_type", typeParameters: "type_parameters" } as const;
const SIGNATURE = { parameters: "parameters", ...TYPED } as const;
const typeRule = (kind: "class" | "interface" | "enum"): DefinitionRule => ({
  kind,
  name: "name",
  body: "body",
  ...(kind === "enum" ? {} : { typeParameters: "type_parameters", bases }),
});
const namespace: DefinitionRule = { kind: "scope", name: namespaceName };
const member: DefinitionRule = { kind: methodKind, name: memberOfType, ...SIGNATURE };
const parameter: ParameterRule = {
  name: (node, source) => {
    const pattern = source.field(node, "pattern");
    return pattern?.type === "rest_pattern" ? pattern.firstNamedChild : pattern;
  },
  type: "type",
  default: "value",
};

/** Whether `declare` is around a definition, not around the block of `declare global`. */
function declaresDefinition(node: SyntaxNode, source: Source): boolean {
  return !/^declare\s+global\b/.test(source.text.slice(node.startIndex, node.startIndex + 40));
}

/** Definitions of JavaScript, with the parts that types add. */
const typedDefinitions = Object.fromEntries(
  Object.entries(definitions).map(([type, rule]) => [type, { ...rule, ...TYPED }]),
);

/** How TypeScript is read. */
export const typescriptGrammar: Grammar = {
  ...javascriptGrammar,
  parsers: typescriptParsers,
  bindings: typescriptBindings,
  definitions: {
    ...typedDefinitions,
    abstract_class_declaration: typeRule("class"),
    public_field_definition: {
      kind: fieldKind,
      name: memberByName,
      value: { field: valueOf, types: VALUE_TYPES, optional: true },
      body: bodyOf,
      parameters: parametersOf,
      ...TYPED,
    },
    function_signature: { kind: "function", name: "name", ...SIGNATURE },
    method_signature: member,
    abstract_method_signature: member,
    property_signature: { kind: "field", name: memberOfType },
    interface_declaration: typeRule("interface"),
    enum_declaration: typeRule("enum"),
    type_alias_declaration: {
      kind: "type",
      name: "name",
      body: "value",
      typeParameters: "type_parameters",
    },
    internal_module: namespace,
    module: namespace,
  },
  wrappers: { ...javascriptGrammar.wrappers, ambient_declaration: { when: declaresDefinition } },
  modifiers: [...javascriptGrammar.modifiers, "declare", "abstract", "readonly", "override"],
  visibilities: ["public", "protected", "private"],
  parameters: {
    identifier: { name: (node) => node },
    required_parameter: parameter,
    optional_parameter: parameter,
  },
  imports: { ...javascriptGrammar.imports, import_alias: importAlias },
  layout: {
    ...javascriptGrammar.layout,
    aside: ["as_expression", "satisfies_expression"],
    comments: ["comment", "html_comment", "hash_bang_line"],
    transparent: [
      ...javascriptGrammar.layout.transparent,
      "required_parameter",
      "parenthesized_type",
      "union_type",
      "intersection_type",
    ],
  },
  tests: {
    files: [
      "*.test.*",
      "*.spec.*",
      "*_test.*",
      "__tests__/**",
      "test/**/*.ts",
      "tests/**/*.ts",
      "cypress/**",
      "e2e/**",
    ],
  },
};
