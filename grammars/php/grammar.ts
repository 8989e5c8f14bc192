/**
 * How PHP is read.
 *
 * @module
 */

import type { DefinitionRule, Grammar } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import { classBases, phpBindings } from "./bindings.ts";
import { includedFile, usedNames } from "./imports.ts";
import { phpModules } from "./modules.ts";
import {
  classOf,
  closureName,
  constantName,
  hookKind,
  memberName,
  methodKind,
  propertyName,
} from "./names.ts";
import { phpParsers } from "./parser.ts";

const PARAMETER = { name: "name", type: "type", default: "default_value" } as const;
const FUNCTION = {
  name: memberName,
  body: "body",
  parameters: "parameters",
  returns: "return_type",
} as const;
const CLOSURE: DefinitionRule = { ...FUNCTION, kind: "lambda", name: closureName };

function typeRule(kind: DefinitionKind): DefinitionRule {
  return { kind, name: memberName, body: "body", bases: classBases };
}

/** Tables of PHP. */
export const phpGrammar: Grammar = {
  parsers: phpParsers,
  separator: "\\",
  definitions: {
    namespace_definition: { kind: "scope", name: "name", body: "body", restOfBlock: true },
    class_declaration: typeRule("class"),
    interface_declaration: typeRule("interface"),
    trait_declaration: typeRule("trait"),
    enum_declaration: typeRule("enum"),
    anonymous_class: {
      kind: "scope",
      name: () => ({ name: "class@anonymous", joint: "::" }),
      body: "body",
    },
    function_definition: { ...FUNCTION, kind: "function" },
    method_declaration: { ...FUNCTION, kind: methodKind },
    anonymous_function: CLOSURE,
    arrow_function: CLOSURE,
    property_declaration: { kind: "field", name: propertyName },
    property_hook: {
      kind: hookKind,
      name: (node, source) => {
        const name = node.namedChildren.find((child) => child?.type === "name") ?? null;
        return name && { name: source.textOf(name), at: name.startIndex, joint: "::" };
      },
      body: "body",
      parameters: "parameters",
    },
    const_element: { kind: "constant", name: constantName },
    enum_case: { kind: "constant", name: memberName },
  },
  wrappers: { const_declaration: {} },
  decorators: ["attribute_group"],
  modifiers: ["abstract", "final", "static", "readonly", "const"],
  visibilities: ["public", "protected", "private", "var"],
  parameters: {
    simple_parameter: PARAMETER,
    property_promotion_parameter: PARAMETER,
    variadic_parameter: { name: "name", type: "type" },
  },
  calls: {
    function_call_expression: { form: "call", callee: "function" },
    member_call_expression: { form: "call", name: "name" },
    nullsafe_member_call_expression: { form: "call", name: "name" },
    scoped_call_expression: { form: "call", name: "name" },
    object_creation_expression: { form: "new", callee: classOf },
  },
  imports: {
    namespace_use_declaration: usedNames,
    require_expression: includedFile,
    require_once_expression: includedFile,
    include_expression: includedFile,
    include_once_expression: includedFile,
  },
  bindings: phpBindings,
  functions: ["anonymous_function", "arrow_function"],
  packages: { namespace_definition: "name" },
  modules: phpModules,
  layout: {
    comments: ["comment"],
    transparent: ["parenthesized_expression"],
    optional: [",", ";"],
    strings: ["string"],
  },
  tests: {
    files: ["*Test.php", "tests/**/*.php", "test/**/*.php", "*.phpt"],
    names: /^test(?:[A-Z_]|$)/,
    decorators: /^#\[\\?(?:[\w\\]+\\)?Test\b/,
  },
};
