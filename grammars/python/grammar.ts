/**
 * How Python is read.
 *
 * @module
 */

import type { Grammar } from "../../src/syntax/language.ts";
import type { SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { assignment } from "./assignments.ts";
import { classBases, handedOver, pythonBindings } from "./bindings.ts";
import { importFrom, importModules } from "./imports.ts";
import { folded, leaf, mayGo } from "./layout.ts";
import { pythonModules } from "./modules.ts";
import { pythonParsers } from "./parser.ts";

/** `a.b(`, where no other call begins. */
const PLAIN_CALL = /((?:[\w\u0080-\uffff]+\s*\.\s*)*)([\w\u0080-\uffff]+)\s*\(/y;
const TYPED = { name: (node: SyntaxNode) => node.firstNamedChild, type: "type" } as const;

/** Tables of Python. */
export const pythonGrammar: Grammar = {
  parsers: pythonParsers,
  separator: ".",
  definitions: {
    function_definition: {
      kind: (node, source, { kind, decorators }) => {
        if (kind !== "class") return "function";
        const name = source.textOf(source.field(node, "name"));
        if (name === "__init__" || name === "__new__") return "constructor";
        if (name === "__del__") return "destructor";
        if (decorators.some((each) => /^@(?:\w+\.)*(?:cached_)?property\b/.test(each))) {
          return "getter";
        }
        if (decorators.some((each) => /\.(?:setter|deleter)$/.test(each))) return "setter";
        return "method";
      },
      name: "name",
      body: "body",
      parameters: "parameters",
      returns: "return_type",
      typeParameters: "type_parameters",
    },
    class_definition: {
      kind: "class",
      name: "name",
      body: "body",
      typeParameters: "type_parameters",
      bases: classBases,
    },
    assignment,
    type_alias_statement: {
      kind: "type",
      name: (node, source) => {
        const [left] = source.fields(node, "left");
        return left === undefined ? null : source.textOf(left).replace(/\[.*/s, "");
      },
      body: "right",
    },
  },
  wrappers: { decorated_definition: {} },
  decorators: ["decorator"],
  modifiers: ["async"],
  visibilities: [],
  parameters: {
    typed_parameter: TYPED,
    default_parameter: { name: "name", default: "value" },
    typed_default_parameter: { name: "name", type: "type", default: "value" },
  },
  calls: {
    call: { form: "call", callee: "function", plain: PLAIN_CALL },
    // `raise Error` makes one.
    raise_statement: {
      form: "new",
      callee: (node) => {
        const [raised] = node.namedChildren;
        return raised?.type === "identifier" || raised?.type === "attribute" ? raised : null;
      },
    },
    decorator: {
      form: "decorator",
      callee: (node) => {
        const target = node.firstNamedChild;
        return target?.type === "call" ? null : target;
      },
    },
  },
  imports: {
    import_statement: importModules,
    import_from_statement: importFrom,
    future_import_statement: importFrom,
  },
  bindings: pythonBindings,
  functions: ["lambda"],
  references: { argument_list: handedOver },
  modules: pythonModules,
  layout: {
    comments: ["comment", "line_continuation"],
    transparent: ["parenthesized_expression", "tuple_pattern"],
    optional: [",", ";", "(", ")"],
    strings: ["string"],
    mayGo,
    alike: {
      tuple: "tuple",
      expression_list: "tuple",
      tuple_pattern: "pattern",
      pattern_list: "pattern",
    },
    leaf,
    folded,
  },
  tests: {
    files: ["test_*.py", "*_test.py", "conftest.py", "tests/**/*.py", "test/**/*.py"],
    names: /^test(?:_|[A-Z0-9]|$)/,
  },
};
