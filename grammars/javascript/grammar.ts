/**
 * How JavaScript is read, with JSX.
 *
 * @module
 */

import type { DefinitionRule, Grammar, ParameterRule } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { bases } from "./bases.ts";
import { handedOver, javascriptBindings } from "./bindings.ts";
import { exportedNames, importNames, reexportedNames } from "./imports.ts";
import {
  assignedKind,
  declaredKind,
  defaultKind,
  fieldKind,
  methodKind,
  pairKind,
} from "./kinds.ts";
import { folded, leaf, mayGo } from "./layout.ts";
import { assignedExports, loadedNames } from "./loads.ts";
import {
  assignedName,
  declarators,
  declaredName,
  defaultName,
  expressionName,
  fieldName,
  memberByName,
  pairName,
} from "./names.ts";
import { javascriptModules } from "./modules.ts";
import { javascriptParsers } from "./parser.ts";
import { testCall } from "./test_calls.ts";
import { assignedValue, bodyOf, parametersOf, VALUE_TYPES, valueOf } from "./values.ts";

const FUNCTION = { body: bodyOf, parameters: parametersOf, bases: basesOf } as const;
const VALUE = { field: valueOf, types: VALUE_TYPES } as const;

const declaration: DefinitionRule = {
  kind: declaredKind,
  each: declarators,
  name: declaredName,
  value: { ...VALUE, optional: true },
  ...FUNCTION,
};
const functionDeclaration: DefinitionRule = { kind: "function", name: "name", ...FUNCTION };
const functionExpression: DefinitionRule = {
  kind: "function",
  name: expressionName,
  ...FUNCTION,
};

/** What both JavaScript and TypeScript define. */
export const definitions: Readonly<Record<string, DefinitionRule>> = {
  function_declaration: functionDeclaration,
  generator_function_declaration: functionDeclaration,
  function_expression: functionExpression,
  generator_function: functionExpression,
  class_declaration: { kind: "class", name: "name", body: "body", bases },
  class: { kind: "class", name: expressionName, body: "body", bases },
  method_definition: { kind: methodKind, name: memberByName, ...FUNCTION },
  lexical_declaration: declaration,
  variable_declaration: declaration,
  pair: { kind: pairKind, name: pairName, value: VALUE, ...FUNCTION },
  assignment_expression: {
    kind: assignedKind,
    name: assignedName,
    value: { field: assignedValue, types: VALUE_TYPES },
    ...FUNCTION,
  },
  export_statement: { kind: defaultKind, name: defaultName, value: VALUE, ...FUNCTION },
  call_expression: testCall,
};

/** Whether an export is around a definition: of one name, not of a pattern. */
export function exportsDefinition(node: SyntaxNode, source: Source): boolean {
  const declared = source.field(node, "declaration");
  if (declared === null) return false;
  return !/^(?:const|let|var)\s*[[{]/.test(
    source.text.slice(declared.startIndex, declared.startIndex + 20),
  );
}

/** `a.b(`, where no other call begins. */
const PLAIN_CALL =
  /(?!import\b)((?:#?[\w$\u0080-\uffff]+\s*\??\.\s*)*)(#?[\w$\u0080-\uffff]+)\s*\(/y;
const PARAMETER: ParameterRule = { name: (node) => node };

/** How JavaScript is read. */
export const javascriptGrammar: Grammar = {
  parsers: javascriptParsers,
  separator: ".",
  definitions: {
    ...definitions,
    field_definition: {
      kind: fieldKind,
      name: fieldName,
      value: { ...VALUE, optional: true },
      ...FUNCTION,
    },
  },
  wrappers: { export_statement: { when: exportsDefinition } },
  decorators: ["decorator"],
  modifiers: ["export", "default", "async", "static", "accessor"],
  visibilities: [],
  parameters: {
    identifier: PARAMETER,
    assignment_pattern: { name: "left", default: "right" },
    rest_pattern: { name: (node) => node.firstNamedChild },
    object_pattern: PARAMETER,
    array_pattern: PARAMETER,
  },
  calls: {
    call_expression: { form: "call", callee: calledFunction, plain: PLAIN_CALL },
    new_expression: { form: "new", callee: "constructor" },
    decorator: { form: "decorator", callee: decoratorFunction },
    jsx_opening_element: { form: "call", callee: component },
    jsx_self_closing_element: { form: "call", callee: component },
  },
  imports: {
    import_statement: importNames,
    export_statement: reexportedNames,
    call_expression: loadedNames,
  },
  exports: { export_statement: exportedNames, assignment_expression: assignedExports },
  bindings: javascriptBindings,
  functions: ["arrow_function", "function_expression", "generator_function"],
  references: { arguments: handedOver },
  modules: javascriptModules,
  layout: {
    comments: ["comment", "html_comment", "hash_bang_line"],
    transparent: ["parenthesized_expression", "formal_parameters", "jsx_expression"],
    optional: [",", ";"],
    strings: ["string"],
    mayGo,
    leaf,
    folded,
  },
  tests: {
    files: [
      "*.test.*",
      "*.spec.*",
      "*_test.*",
      "__tests__/**",
      "test/**/*.js",
      "tests/**/*.js",
      "cypress/**",
      "e2e/**",
    ],
  },
};

/** What a value builds on when it is a class. */
function basesOf(node: SyntaxNode, source: Source): string[] {
  return node.type === "class" ? bases(node, source) : [];
}

/** What a call calls; `import()` is no call. */
function calledFunction(node: SyntaxNode, source: Source): SyntaxNode | null {
  let callee = source.field(node, "function");
  // The parser reads `await f<T>(a)` as a call of `await f`.
  if (callee?.type === "await_expression") callee = callee.firstNamedChild;
  if (callee === null || callee.type === "import") return null;
  return callee.type === "non_null_expression" ? callee.firstNamedChild : callee;
}

/** What is called by a decorator without arguments; with them it is a call. */
function decoratorFunction(node: SyntaxNode): SyntaxNode | null {
  const target = node.firstNamedChild;
  return target?.type === "call_expression" ? null : target;
}

/** The component of an element; `null` for elements of the page, which have small names. */
function component(node: SyntaxNode, source: Source): SyntaxNode | null {
  const first = source.text[node.startIndex + 1];
  if (first >= "a" && first <= "z") {
    const name = source.field(node, "name");
    return name?.type === "member_expression" ? name : null;
  }
  return source.field(node, "name");
}
