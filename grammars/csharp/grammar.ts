/**
 * How C# is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { joinedStrings } from "../string_sums.ts";
import {
  accessorKind,
  accessorName,
  childOf,
  classKind,
  className,
  conversionName,
  destructorName,
  fieldBody,
  fieldKind,
  fieldParameters,
  indexerName,
  memberName,
  methodKind,
  operatorName,
  primaryName,
  primaryParameters,
  propertyBody,
  propertyKind,
  recordKind,
  variables,
} from "./definitions.ts";
import { usingDirective } from "./imports.ts";
import { readParameterList } from "./parameters.ts";
import { csharpBindings, typeBases } from "./bindings.ts";
import { csharpModules } from "./modules.ts";
import { csharpParsers } from "./parser.ts";
import { prepare } from "./prepare.ts";

const itself = (node: SyntaxNode): SyntaxNode => node;
const typeParameters = childOf("type_parameter_list");

const TYPE = { name: "name", body: "body", typeParameters, bases: typeBases } as const;
const CLASS: DefinitionRule = {
  kind: classKind,
  ...TYPE,
  name: className,
  head: {
    part: primaryParameters,
    rule: { kind: "constructor", name: primaryName, parameters: itself, qualifies: false },
  },
};
const FUNCTION = { body: "body", parameters: "parameters" } as const;
const GENERIC = { ...FUNCTION, typeParameters: "type_parameters" } as const;
const PROPERTY: Omit<DefinitionRule, "name"> = {
  kind: propertyKind,
  body: propertyBody,
  returns: "type",
};
const LIST = { name: itself, read: readParameterList } as const;

/** Tables of C#. */
export const csharpGrammar: Grammar = {
  parsers: csharpParsers,
  prepare,
  separator: ".",
  definedAfter: ">]?",
  definitions: {
    class_declaration: CLASS,
    struct_declaration: { ...CLASS, kind: "struct" },
    record_declaration: { ...CLASS, kind: recordKind },
    interface_declaration: { kind: "interface", ...TYPE },
    enum_declaration: { kind: "enum", name: "name", body: "body" },
    enum_member_declaration: { kind: "constant", name: "name", body: "value" },
    delegate_declaration: {
      kind: "type",
      name: "name",
      parameters: "parameters",
      returns: "type",
      typeParameters: "type_parameters",
    },
    method_declaration: { kind: methodKind, name: memberName, ...GENERIC, returns: "returns" },
    local_function_statement: { kind: "function", name: "name", ...GENERIC, returns: "type" },
    constructor_declaration: { kind: "constructor", name: "name", ...FUNCTION },
    destructor_declaration: { kind: "destructor", name: destructorName, ...FUNCTION },
    operator_declaration: { kind: "operator", name: operatorName, ...FUNCTION, returns: "type" },
    conversion_operator_declaration: {
      kind: "operator",
      name: conversionName,
      ...FUNCTION,
      returns: "type",
    },
    property_declaration: { ...PROPERTY, name: memberName },
    indexer_declaration: { ...PROPERTY, name: indexerName, parameters: "parameters" },
    event_declaration: { ...PROPERTY, kind: "field", name: memberName, body: "accessors" },
    accessor_declaration: { kind: accessorKind, name: accessorName, body: "body" },
    field_declaration: {
      kind: fieldKind,
      each: variables,
      name: "name",
      body: fieldBody,
      parameters: fieldParameters,
    },
    event_field_declaration: { kind: "field", each: variables, name: "name" },
  },
  wrappers: {},
  decorators: ["attribute_list"],
  modifiers: [
    "static",
    "readonly",
    "const",
    "abstract",
    "virtual",
    "override",
    "sealed",
    "async",
    "partial",
    "extern",
    "unsafe",
    "new",
    "volatile",
    "required",
    "ref",
    "fixed",
  ],
  visibilities: ["public", "private", "protected", "internal", "file"],
  parameters: {
    parameter_list: LIST,
    bracketed_parameter_list: LIST,
    implicit_parameter: { name: itself },
  },
  calls: {
    invocation_expression: {
      form: "call",
      callee: (node, source) =>
        source.text.startsWith("nameof", node.startIndex) ? null : source.field(node, "function"),
      plain:
        /(?!(?:nameof|typeof|sizeof|default|checked|unchecked)\b)((?:[\w\u0080-\uffff]+\s*\??\.\s*)*)([\w\u0080-\uffff]+)\s*\(/y,
    },
    object_creation_expression: { form: "new", callee: "type" },
    constructor_initializer: {
      form: "call",
      callee: (node) => node.children.find((child) => /^(?:this|base)$/.test(child!.type)) ?? null,
    },
    attribute: { form: "decorator", callee: "name" },
  },
  imports: { using_directive: usingDirective },
  bindings: csharpBindings,
  packages: { namespace_declaration: "name", file_scoped_namespace_declaration: "name" },
  modules: csharpModules,
  layout: {
    comments: ["comment"],
    transparent: ["parenthesized_expression"],
    optional: [","],
    strings: ["string_literal"],
    folded: { binary_expression: joinedStrings },
  },
  tests: {
    files: ["*Test.cs", "*Tests.cs", "*Spec.cs", "*Specs.cs"],
    decorators:
      /[[,]\s*(?:\w+\.)*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Property)(?:Attribute)?\s*[\](,]/,
  },
};
