/**
 * How Rust is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import {
  constantName,
  functionKind,
  implementedType,
  isRule,
  itemName,
  superTraits,
} from "./definitions.ts";
import { externCrate, useTree } from "./imports.ts";
import { leaf, mayGo } from "./layout.ts";
import { calledInMacro, formInMacro, functionInMacro, kindInMacro } from "./macros.ts";
import { handedOver, rustBindings } from "./bindings.ts";
import { rustModules } from "./modules.ts";
import { rustParsers } from "./parser.ts";
import { prepare } from "./prepare.ts";

const TYPE = { name: "name", body: "body", typeParameters: "type_parameters" } as const;

const FUNCTION: DefinitionRule = {
  kind: functionKind,
  name: itemName,
  parameters: "parameters",
  returns: "return_type",
  typeParameters: "type_parameters",
};

const CONSTANT: DefinitionRule = {
  kind: "constant",
  name: constantName,
  body: "value",
  returns: "type",
};

/** `path::name(`, `value.name(`. */
const PLAIN_CALL = /((?:\w+(?:::|\.))*)(\w+)\(/y;

/** Tables of Rust. */
export const rustGrammar: Grammar = {
  parsers: rustParsers,
  prepare,
  separator: "::",
  definedAfter: "!",
  definitions: {
    function_item: { ...FUNCTION, body: "body" },
    function_signature_item: FUNCTION,
    mod_item: { kind: "scope", name: "name", body: "body" },
    impl_item: { kind: "scope", name: implementedType, body: "body" },
    trait_item: { kind: "trait", ...TYPE, name: itemName, bases: superTraits },
    struct_item: { kind: "struct", ...TYPE },
    union_item: { kind: "struct", ...TYPE },
    enum_item: { kind: "enum", ...TYPE },
    enum_variant: { kind: "constant", name: "name", body: "value" },
    field_declaration: { kind: "field", name: "name", returns: "type" },
    type_item: { kind: "type", name: "name", body: "type", typeParameters: "type_parameters" },
    associated_type: { kind: "type", name: "name", typeParameters: "type_parameters" },
    const_item: CONSTANT,
    static_item: CONSTANT,
    macro_definition: {
      kind: "macro",
      name: "name",
      body: (node) => node.namedChildren.find(isRule) ?? null,
    },
    token_tree: { kind: kindInMacro, name: functionInMacro, body: (node) => node },
  },
  wrappers: {},
  decorators: ["attribute_item"],
  modifiers: [
    "async",
    "auto",
    "const",
    "default",
    "extern",
    "gen",
    "mut",
    "safe",
    "static",
    "unsafe",
  ],
  headerEnd: /,$/,
  visibilities: ["pub", "crate"],
  parameters: {
    parameter: { name: "pattern", type: "type" },
    self_parameter: { name: (node) => node.lastNamedChild },
  },
  calls: {
    call_expression: { form: "call", callee: "function", plain: PLAIN_CALL },
    token_tree: { form: formInMacro, span: calledInMacro },
  },
  callless: ["attribute_item", "inner_attribute_item"],
  imports: {
    use_declaration: useTree,
    extern_crate_declaration: externCrate,
  },
  bindings: rustBindings,
  references: { arguments: handedOver },
  modules: rustModules,
  layout: {
    comments: ["line_comment", "block_comment"],
    transparent: ["parenthesized_expression", "block", "expression_statement"],
    optional: [",", ";"],
    strings: ["string_literal"],
    unordered: ["use_list"],
    mayGo,
    leaf,
  },
  tests: {
    files: ["tests/**/*.rs", "benches/**/*.rs", "tests.rs", "test.rs", "*_test.rs", "*_tests.rs"],
    decorators:
      /^#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck|proptest|wasm_bindgen_test|bench)\b|^#\[cfg_attr\(.*,\s*(?:\w+::)*test\)\]$/,
    containers: /^tests?$/,
  },
};
