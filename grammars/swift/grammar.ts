/**
 * How Swift is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { calledName, selectedName } from "./calls.ts";
import {
  accessorKind,
  accessorName,
  initialValue,
  propertyKind,
  propertyName,
} from "./properties.ts";
import {
  functionKind,
  functionName,
  lastOfHead,
  macroName,
  parametersOf,
  returnTypeOf,
} from "./functions.ts";
import { importModule } from "./imports.ts";
import { closureName, closureParameters } from "./closures.ts";
import { leaf, mayGo } from "./layout.ts";
import { swiftBindings } from "./bindings.ts";
import { swiftModules } from "./modules.ts";
import { swiftParsers } from "./parser.ts";
import { prepare } from "./prepare.ts";
import { baseTypes, caseNames, typeKind, typeName } from "./type_names.ts";

const itself = (node: SyntaxNode): SyntaxNode => node;

const FUNCTION: DefinitionRule = {
  kind: functionKind,
  name: functionName,
  parameters: lastOfHead,
  readParameters: parametersOf,
  returnType: returnTypeOf,
  typeParameters: (node) => childOf(node, "type_parameters"),
};

const ACCESSOR: DefinitionRule = { kind: accessorKind, name: accessorName, body: itself };

/** `name(`, `value.name(`, `value?.name(`. */
const PLAIN_CALL = /((?:\w+[?!]?\.)*)(\w+)\(/y;

function childOf(node: SyntaxNode, type: string): SyntaxNode | null {
  return node.namedChildren.find((child) => child?.type === type) ?? null;
}

/** Tables of Swift. */
export const swiftGrammar: Grammar = {
  parsers: swiftParsers,
  prepare,
  separator: ".",
  definitions: {
    function_declaration: { ...FUNCTION, body: "body" },
    protocol_function_declaration: { ...FUNCTION, body: "body" },
    init_declaration: { ...FUNCTION, body: "body" },
    deinit_declaration: { ...FUNCTION, body: "body" },
    subscript_declaration: { ...FUNCTION, body: (node) => childOf(node, "computed_property") },
    macro_declaration: { ...FUNCTION, kind: "macro", name: macroName, body: "definition" },
    class_declaration: {
      kind: typeKind,
      name: typeName,
      body: "body",
      typeParameters: (node) => childOf(node, "type_parameters"),
      bases: baseTypes,
    },
    protocol_declaration: { kind: "interface", name: typeName, body: "body", bases: baseTypes },
    enum_entry: { kind: "constant", each: caseNames, name: (node, source) => source.textOf(node) },
    typealias_declaration: { kind: "type", name: typeName },
    associatedtype_declaration: { kind: "type", name: typeName },
    property_declaration: { kind: propertyKind, name: propertyName, body: initialValue },
    protocol_property_declaration: { kind: "field", name: propertyName },
    computed_property: ACCESSOR,
    computed_getter: ACCESSOR,
    computed_setter: ACCESSOR,
    willset_clause: ACCESSOR,
    didset_clause: ACCESSOR,
    lambda_literal: {
      kind: "lambda",
      name: closureName,
      body: itself,
      readParameters: closureParameters,
    },
  },
  wrappers: {},
  decorators: ["attribute"],
  modifiers: [
    "static",
    "final",
    "lazy",
    "mutating",
    "nonmutating",
    "override",
    "required",
    "convenience",
    "dynamic",
    "optional",
    "weak",
    "unowned",
    "nonisolated",
    "indirect",
    "isolated",
    "distributed",
    "prefix",
    "postfix",
    "consuming",
    "borrowing",
  ],
  trailingModifiers: ["async", "throws", "rethrows"],
  visibilities: ["public", "private", "internal", "fileprivate", "open", "package"],
  parameters: {},
  calls: {
    call_expression: { form: "call", callee: calledName, plain: PLAIN_CALL },
    constructor_expression: { form: "new", callee: (node) => node.firstNamedChild },
    macro_invocation: { form: "macro", callee: (node) => childOf(node, "simple_identifier") },
    selector_expression: { form: "reference", span: selectedName },
  },
  callless: ["attribute"],
  imports: { import_declaration: importModule },
  bindings: swiftBindings,
  modules: swiftModules,
  layout: {
    comments: ["comment", "multiline_comment"],
    transparent: [],
    optional: [",", ";"],
    strings: ["line_string_literal"],
    mayGo,
    leaf,
  },
  tests: {
    files: ["*Tests.swift", "*Test.swift", "Tests/**/*.swift"],
    decorators: /^@Test\b/,
    containers: /(?:Tests?|TestCase|Specs?)$/,
  },
};
