/**
 * How C is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { calledName } from "./calls.ts";
import {
  declarationKind,
  declarationName,
  declaredParameters,
  declaredReturn,
  fieldDeclarators,
  functionKind,
  functionName,
  macroFunctionName,
  nameOfDeclarator,
  structName,
  typedefDeclarators,
} from "./declarators.ts";
import { includeFile } from "./imports.ts";
import { concatenated, leaf, literal } from "./layout.ts";
import { readParameter } from "./parameters.ts";
import { assigned, cBindings, handedOver } from "./bindings.ts";
import { cModules } from "./modules.ts";
import { cParsers } from "./parser.ts";
import { prepare } from "./prepare.ts";

/** A function. */
export const FUNCTION: DefinitionRule = {
  kind: functionKind,
  name: functionName,
  body: "body",
  parameters: declaredParameters,
  returnType: declaredReturn,
};

/** A prototype, or a constant. */
export const DECLARATION: DefinitionRule = {
  ...FUNCTION,
  kind: declarationKind,
  name: declarationName,
  body: (node, source) => {
    const declarator = source.field(node, "declarator");
    return declarator?.type === "init_declarator" ? source.field(declarator, "value") : null;
  },
};

/** A macro with parameters. */
export const MACRO: DefinitionRule = {
  kind: "macro",
  name: "name",
  body: "value",
  parameters: "parameters",
};

/** `name(`, `value.name(`, `pointer->name(`. */
const PLAIN_CALL = /((?:\w+(?:\.|->))*)(\w+)\(/y;

const itself = (node: SyntaxNode): SyntaxNode => node;

/** Tables of C. */
export const cGrammar: Grammar = {
  parsers: cParsers,
  prepare,
  separator: ".",
  definedAfter: "*&)}",
  definitions: {
    function_definition: FUNCTION,
    declaration: DECLARATION,
    compound_statement: { kind: "function", name: macroFunctionName, body: itself },
    preproc_function_def: MACRO,
    preproc_def: { kind: "constant", name: "name", body: "value" },
    struct_specifier: { kind: "struct", name: structName, body: "body" },
    union_specifier: { kind: "struct", name: structName, body: "body" },
    enum_specifier: { kind: "enum", name: structName, body: "body", qualifies: false },
    enumerator: { kind: "constant", name: "name", body: "value" },
    field_declaration: { kind: "field", each: fieldDeclarators, name: nameOfDeclarator },
    type_definition: { kind: "type", each: typedefDeclarators, name: nameOfDeclarator },
  },
  wrappers: {},
  decorators: ["attribute_specifier", "attribute_declaration", "ms_declspec_modifier"],
  modifiers: [
    "static",
    "inline",
    "__inline",
    "__inline__",
    "__forceinline",
    "extern",
    "register",
    "_Noreturn",
    "noreturn",
    "thread_local",
    "_Thread_local",
    "constexpr",
  ],
  headerEnd: /\s*\\$/,
  visibilities: [],
  parameters: { parameter_declaration: { name: "declarator", read: readParameter } },
  calls: { call_expression: { form: "call", callee: calledName, plain: PLAIN_CALL } },
  callless: ["attribute_specifier", "attribute_declaration", "ms_declspec_modifier"],
  imports: { preproc_include: includeFile },
  bindings: cBindings,
  references: {
    argument_list: handedOver,
    initializer_list: handedOver,
    initializer_pair: assigned,
  },
  modules: cModules,
  layout: {
    comments: ["comment"],
    transparent: [],
    optional: ["\n"],
    strings: ["string_literal"],
    folded: { concatenated_string: concatenated, string_literal: literal },
    leaf,
  },
  tests: {
    files: ["test_*.c", "*_test.c", "*_tests.c", "tests/**/*.c", "test/**/*.c", "t/**/*.c"],
  },
};
