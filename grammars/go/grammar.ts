/**
 * How Go is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import {
  elementKind,
  fieldName,
  functionKind,
  functionOf,
  literalKind,
  literalName,
  methodKind,
  methodName,
  namesOf,
  readParameter,
  specName,
  typeBody,
  typeKind,
} from "./definitions.ts";
import { embeddedTypes, goBindings, handedOver, valueHandedOver } from "./bindings.ts";
import { callee, genericCallee } from "./calls.ts";
import { importSpec } from "./imports.ts";
import { emptyList, leafText, mayGo } from "./layout.ts";
import { goModules } from "./modules.ts";
import { goParsers } from "./parser.ts";

const FUNCTION = { body: "body", parameters: "parameters", returns: "result" } as const;
const TYPE: DefinitionRule = {
  kind: typeKind,
  name: "name",
  body: typeBody,
  typeParameters: "type_parameters",
  bases: embeddedTypes,
};
const PARAMETER = { name: "name", read: readParameter } as const;
/** A declaration of one thing; one with parentheses holds several. */
const SINGLE = {
  when: (node: SyntaxNode, { text }: Source): boolean =>
    text[node.endIndex - 1] !== ")" ||
    !/^(?:type|const|var)\s*\(/.test(text.slice(node.startIndex, node.startIndex + 100)),
} as const;

/** Tables of Go. */
export const goGrammar: Grammar = {
  parsers: goParsers,
  separator: ".",
  definitions: {
    function_declaration: {
      kind: functionKind,
      name: "name",
      ...FUNCTION,
      typeParameters: "type_parameters",
    },
    method_declaration: { kind: methodKind, name: methodName, ...FUNCTION },
    method_elem: { kind: elementKind, name: "name", parameters: "parameters", returns: "result" },
    func_literal: { kind: literalKind, name: literalName, ...FUNCTION },
    type_spec: TYPE,
    type_alias: TYPE,
    field_declaration: { kind: "field", each: namesOf, name: fieldName },
    const_spec: { kind: "constant", each: namesOf, name: specName, body: "value" },
    var_spec: {
      kind: (node, _source, _around, value) => value === node ? "field" : "function",
      each: namesOf,
      name: specName,
      value: { field: functionOf, types: ["func_literal"], optional: true },
      body: (node, source) => source.field(node, node.type === "var_spec" ? "value" : "body"),
      parameters: "parameters",
      returns: "result",
    },
  },
  wrappers: { type_declaration: SINGLE, const_declaration: SINGLE, var_declaration: SINGLE },
  decorators: [],
  modifiers: [],
  visibilities: [],
  parameters: {
    parameter_declaration: PARAMETER,
    variadic_parameter_declaration: PARAMETER,
  },
  calls: {
    call_expression: {
      form: "call",
      callee,
      plain: /(?!func\b)((?:[\w\u0080-\uffff]+\s*\.\s*)*)([\w\u0080-\uffff]+)\(/y,
    },
    type_conversion_expression: { form: "call", callee: genericCallee },
  },
  imports: { import_spec: importSpec },
  bindings: goBindings,
  functions: ["func_literal"],
  references: {
    argument_list: handedOver,
    keyed_element: valueHandedOver,
    literal_value: handedOver,
    return_statement: (node) =>
      node.firstNamedChild === null ? [] : handedOver(node.firstNamedChild),
  },
  packages: { package_clause: (node) => node.firstNamedChild },
  modules: goModules,
  layout: {
    comments: ["comment"],
    transparent: ["parenthesized_expression", "parenthesized_type"],
    optional: [",", ";", "\n"],
    strings: ["interpreted_string_literal"],
    leaf: leafText,
    folded: { empty_statement: () => "", statement_list: emptyList },
    mayGo: (type, _span, around) => mayGo(type, around.type),
  },
  tests: { files: ["*_test.go"] },
};
