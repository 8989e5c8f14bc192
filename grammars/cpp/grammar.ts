/**
 * How C++ is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import { calledName } from "../c/calls.ts";
import { structName } from "../c/declarators.ts";
import { cGrammar, MACRO } from "../c/grammar.ts";
import { includeFile } from "../c/imports.ts";
import { readParameter } from "../c/parameters.ts";
import { baseTypes, classKind, className, namespaceName } from "./classes.ts";
import {
  declarationKind,
  declarationName,
  functionKind,
  functionName,
  initialValue,
  memberDeclarators,
  parametersOf,
  returnTypeOf,
} from "./functions.ts";
import { namespaceAlias, usingName } from "./imports.ts";
import { lambdaName, lambdaParameters } from "./lambdas.ts";
import { assigned, cBindings, declared, handedOver } from "../c/bindings.ts";
import { cppModules } from "./modules.ts";
import { cppParsers } from "./parser.ts";
import { prepare } from "./prepare.ts";

const FUNCTION: DefinitionRule = {
  kind: functionKind,
  name: functionName,
  body: "body",
  parameters: parametersOf,
  returnType: returnTypeOf,
};

const DECLARATION: DefinitionRule = {
  ...FUNCTION,
  kind: declarationKind,
  name: declarationName,
  body: initialValue,
};

const CLASS: DefinitionRule = { kind: classKind, name: className, body: "body", bases: baseTypes };

/** `name(`, `value.name(`, `space::name(`. */
const PLAIN_CALL = /((?:\w+(?:\.|->|::))*)(\w+)\(/y;
const PARAMETER = { name: "declarator", read: readParameter } as const;

/** Tables of C++. */
export const cppGrammar: Grammar = {
  parsers: cppParsers,
  prepare,
  separator: "::",
  definedAfter: "*&)}>]:~",
  definitions: {
    function_definition: FUNCTION,
    declaration: DECLARATION,
    field_declaration: { ...DECLARATION, each: memberDeclarators },
    lambda_expression: {
      kind: "lambda",
      name: lambdaName,
      body: "body",
      parameters: lambdaParameters,
      typeParameters: "template_parameters",
      returnType: returnTypeOf,
    },
    namespace_definition: { kind: "scope", name: namespaceName, body: "body" },
    class_specifier: CLASS,
    struct_specifier: CLASS,
    union_specifier: CLASS,
    enum_specifier: { kind: "enum", name: structName, body: "body" },
    enumerator: { kind: "constant", name: "name", body: "value" },
    alias_declaration: { kind: "type", name: "name", body: "type" },
    concept_definition: {
      kind: "type",
      name: "name",
      body: (node) => node.lastNamedChild,
    },
    type_definition: cGrammar.definitions.type_definition,
    preproc_function_def: MACRO,
    preproc_def: { kind: "constant", name: "name", body: "value" },
  },
  wrappers: {
    template_declaration: { typeParameters: "parameters" },
    linkage_specification: {
      when: (node, source) => source.field(node, "body")?.type !== "declaration_list",
    },
    friend_declaration: {},
  },
  decorators: cGrammar.decorators,
  modifiers: [
    ...cGrammar.modifiers,
    "virtual",
    "explicit",
    "friend",
    "constexpr",
    "consteval",
    "constinit",
    "mutable",
  ],
  trailingModifiers: ["const", "volatile", "noexcept", "override", "final", "default", "delete"],
  headerEnd: /(?<=\)(?:\s*noexcept(?:\([^)]*\))?)?)\s*:(?!:)[^]*$|\s+try$|\s*\\$/,
  visibilities: [],
  parameters: {
    parameter_declaration: PARAMETER,
    optional_parameter_declaration: PARAMETER,
    variadic_parameter_declaration: PARAMETER,
  },
  calls: {
    call_expression: { form: "call", callee: calledName, plain: PLAIN_CALL },
    new_expression: { form: "new", callee: "type" },
  },
  callless: cGrammar.callless,
  imports: {
    preproc_include: includeFile,
    using_declaration: usingName,
    namespace_alias_definition: namespaceAlias,
  },
  bindings: {
    ...cBindings,
    for_range_loop: {
      each: (node, source) =>
        declared(node, source).map((each) => ({
          ...each,
          value: `(${source.textOf(source.field(node, "right")).slice(0, 200)})[*]`,
        })),
    },
  },
  references: {
    argument_list: handedOver,
    initializer_list: handedOver,
    initializer_pair: assigned,
  },
  modules: cppModules,
  layout: { ...cGrammar.layout, optional: ["\n"], strings: ["string_literal"] },
  tests: {
    files: [
      "test_*.{cc,cpp,cxx}",
      "*_test.{cc,cpp,cxx}",
      "*-test.{cc,cpp,cxx}",
      "*_unittest.{cc,cpp,cxx}",
      "*Test.{cc,cpp,cxx}",
      "test/**/*.{cc,cpp,cxx}",
      "tests/**/*.{cc,cpp,cxx}",
    ],
  },
};
