/**
 * How Kotlin is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { childOf, returnType } from "./children.ts";
import {
  accessorName,
  classKind,
  className,
  companionName,
  functionKind,
  functionName,
  objectName,
  ofValue,
  parameterName,
  primaryName,
  propertyBody,
  propertyKind,
  propertyName,
  secondaryName,
  simpleName,
} from "./definitions.ts";
import { annotationName, leafText } from "./calls.ts";
import { importHeader } from "./imports.ts";
import { readClassParameters, readParameterList, readSingle } from "./parameters.ts";
import { kotlinBindings, typeBases } from "./bindings.ts";
import { kotlinModules } from "./modules.ts";
import { kotlinParsers } from "./parser.ts";
import { prepare } from "./prepare.ts";

const itself = (node: SyntaxNode): SyntaxNode => node;
const first = (node: SyntaxNode): SyntaxNode | null => node.firstNamedChild;
const classBody = childOf("class_body", "enum_class_body");
const functionBody = childOf("function_body");
const statements = childOf("statements");
const parameterList = childOf("function_value_parameters");
const typeParameters = childOf("type_parameters");

const ACCESSOR: Omit<DefinitionRule, "kind"> = {
  name: accessorName,
  body: functionBody,
  parameters: childOf("parameter_with_optional_type"),
  returns: childOf("user_type", "nullable_type", "function_type"),
};

/** Tables of Kotlin. */
export const kotlinGrammar: Grammar = {
  parsers: kotlinParsers,
  prepare,
  separator: ".",
  definitions: {
    function_declaration: {
      kind: functionKind,
      name: functionName,
      body: functionBody,
      parameters: parameterList,
      returns: returnType,
      typeParameters,
    },
    class_declaration: {
      kind: classKind,
      name: className,
      body: classBody,
      typeParameters,
      bases: typeBases,
    },
    object_declaration: { kind: "class", name: simpleName, body: classBody, bases: typeBases },
    companion_object: { kind: "class", name: companionName, body: classBody },
    object_literal: { kind: "scope", name: objectName },
    primary_constructor: {
      kind: "constructor",
      name: primaryName,
      parameters: itself,
      qualifies: false,
    },
    class_parameter: { kind: "field", name: parameterName },
    secondary_constructor: {
      kind: "constructor",
      name: secondaryName,
      body: statements,
      parameters: parameterList,
    },
    anonymous_initializer: { kind: "constructor", name: () => "init", body: statements },
    property_declaration: {
      kind: propertyKind,
      name: propertyName,
      body: propertyBody,
      parameters: ofValue(childOf("lambda_parameters", "function_value_parameters")),
      returns: ofValue(returnType),
      typeParameters,
    },
    getter: { kind: "getter", ...ACCESSOR },
    setter: { kind: "setter", ...ACCESSOR },
    enum_entry: { kind: "constant", name: simpleName, body: classBody },
    type_alias: { kind: "type", name: simpleName, typeParameters },
  },
  wrappers: {},
  decorators: ["annotation"],
  modifiers: [
    "open",
    "abstract",
    "final",
    "sealed",
    "data",
    "inner",
    "value",
    "annotation",
    "companion",
    "override",
    "lateinit",
    "const",
    "suspend",
    "tailrec",
    "operator",
    "infix",
    "inline",
    "external",
    "expect",
    "actual",
  ],
  visibilities: ["public", "private", "internal", "protected"],
  parameters: {
    function_value_parameters: { name: itself, read: readParameterList },
    primary_constructor: { name: itself, read: readClassParameters },
    parameter_with_optional_type: { name: first, read: readSingle },
    variable_declaration: { name: first, read: readSingle },
  },
  calls: {
    call_expression: {
      form: "call",
      callee: first,
      plain:
        /(?!(?:if|when|try|object|fun|for|while|do)\b)((?:[\w\u0080-\uffff]+\s*\??\.\s*)*)([\w\u0080-\uffff]+) ?[({]/y,
    },
    infix_expression: { form: "call", name: (node) => node.namedChildren[1] ?? null },
    constructor_delegation_call: { form: "call", name: itself },
    constructor_invocation: {
      form: "new",
      callee: (node, { text }) => /[@:[]/.test(text[node.startIndex - 1]) ? null : first(node),
    },
    callable_reference: {
      form: "reference",
      callee: (node, { text }) =>
        text.startsWith("class", node.endIndex - "class".length) ? null : node,
    },
    annotation: { form: "decorator", name: annotationName },
  },
  imports: { import_header: importHeader },
  bindings: kotlinBindings,
  packages: { package_header: (node) => node.lastNamedChild },
  modules: kotlinModules,
  layout: {
    comments: ["line_comment", "multiline_comment"],
    transparent: ["parenthesized_expression"],
    optional: [",", ";"],
    strings: ["string_literal"],
    leaf: leafText,
  },
  tests: {
    files: [
      "*Test.kt",
      "*Tests.kt",
      "*Spec.kt",
      "src/test/**/*.kt",
      "src/*Test/**/*.kt",
      "src/androidTest/**/*.kt",
    ],
    decorators:
      /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)\b/,
  },
};
