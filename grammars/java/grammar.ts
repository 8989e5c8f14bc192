/**
 * How Java is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { SyntaxNode } from "../../src/syntax/syntax_node.ts";
import {
  anonymousName,
  fieldBody,
  fieldKind,
  fieldParameters,
  initializerName,
  lastChild,
  methodKind,
  readParameter,
  readSpread,
  recordConstructor,
} from "./definitions.ts";
import { javaBindings, typeBases } from "./bindings.ts";
import { importDeclaration, requiresModule } from "./imports.ts";
import { javaModules } from "./modules.ts";
import { javaParsers } from "./parser.ts";
import { joinedStrings } from "../string_sums.ts";
import { sortedModifiers, textBlock } from "./layout.ts";

const itself = (node: SyntaxNode): SyntaxNode => node;
const TYPE = { name: "name", body: "body", typeParameters: "type_parameters" } as const;
const CLASS = { ...TYPE, bases: typeBases } as const;
const FUNCTION = { ...TYPE, parameters: "parameters", throws: /\bthrows\b\s*([^{;]+)/ } as const;

const FIELD: DefinitionRule = {
  kind: fieldKind,
  each: "declarator",
  name: "name",
  body: fieldBody,
  parameters: fieldParameters,
};

/** Tables of Java. */
export const javaGrammar: Grammar = {
  parsers: javaParsers,
  separator: ".",
  definedAfter: ">]",
  definitions: {
    class_declaration: { kind: "class", ...CLASS },
    record_declaration: {
      kind: "class",
      ...CLASS,
      parameters: "parameters",
      head: {
        part: "parameters",
        rule: {
          kind: "constructor",
          name: recordConstructor,
          parameters: itself,
          qualifies: false,
        },
      },
    },
    interface_declaration: { kind: "interface", ...CLASS },
    annotation_type_declaration: { kind: "interface", name: "name", body: "body" },
    enum_declaration: { kind: "enum", name: "name", body: "body", bases: typeBases },
    enum_constant: { kind: "constant", name: "name", body: "body" },
    method_declaration: { kind: methodKind, ...FUNCTION, returns: "type" },
    annotation_type_element_declaration: { kind: "method", name: "name", returns: "type" },
    constructor_declaration: { kind: "constructor", ...FUNCTION },
    compact_constructor_declaration: { kind: "constructor", name: "name", body: "body" },
    static_initializer: { kind: "constructor", name: () => "<clinit>", body: lastChild },
    block: { kind: "constructor", name: initializerName, body: itself },
    object_creation_expression: { kind: "scope", name: anonymousName },
    field_declaration: FIELD,
    constant_declaration: FIELD,
  },
  wrappers: {},
  decorators: ["annotation", "marker_annotation"],
  modifiers: [
    "static",
    "final",
    "abstract",
    "native",
    "synchronized",
    "transient",
    "volatile",
    "strictfp",
    "default",
    "sealed",
    "non-sealed",
  ],
  visibilities: ["public", "protected", "private"],
  parameters: {
    formal_parameter: { name: "name", read: readParameter },
    spread_parameter: { name: lastChild, read: readSpread },
    receiver_parameter: { name: lastChild, read: () => [] },
    identifier: { name: itself },
  },
  calls: {
    method_invocation: {
      form: "call",
      name: "name",
      plain: /((?:[\w$\u0080-\uffff]+\s*\.\s*)*)([\w$\u0080-\uffff]+)\s*\(/y,
    },
    object_creation_expression: { form: "new", callee: "type" },
    explicit_constructor_invocation: { form: "call", name: "constructor" },
    method_reference: {
      form: "reference",
      callee: (node, source) =>
        source.text.slice(node.endIndex - 3, node.endIndex) === "new" ? node.firstNamedChild : node,
    },
    annotation: { form: "decorator", callee: "name" },
    marker_annotation: { form: "decorator", callee: "name" },
  },
  imports: {
    import_declaration: importDeclaration,
    requires_module_directive: requiresModule,
  },
  bindings: javaBindings,
  packages: {
    package_declaration: (node) => node.lastNamedChild,
  },
  modules: javaModules,
  layout: {
    comments: ["line_comment", "block_comment"],
    transparent: ["parenthesized_expression"],
    optional: [","],
    strings: ["string_literal"],
    leaf: textBlock,
    folded: { modifiers: sortedModifiers, binary_expression: joinedStrings },
  },
  tests: {
    files: [
      "*Test.java",
      "*Tests.java",
      "*TestCase.java",
      "*IT.java",
      "Test*.java",
      "src/test/**/*.java",
    ],
    decorators:
      /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)\b/,
  },
};
