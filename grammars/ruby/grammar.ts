/**
 * How Ruby is read.
 *
 * @module
 */

import type { Grammar } from "../../src/syntax/language.ts";
import { requireCall } from "./imports.ts";
import {
  callKind,
  callName,
  constantBody,
  constantKind,
  madeClassName,
  methodKind,
  methodName,
  scopeName,
  singletonClass,
  singletonName,
} from "./names.ts";
import { classBases, rubyBindings } from "./bindings.ts";
import { rubyModules } from "./modules.ts";
import { rubyParsers } from "./parser.ts";

const NAMED = { name: "name" } as const;

/** Tables of Ruby. */
export const rubyGrammar: Grammar = {
  parsers: rubyParsers,
  separator: "::",
  definitions: {
    method: { kind: methodKind, name: methodName, body: "body", parameters: "parameters" },
    singleton_method: {
      kind: "method",
      name: singletonName,
      body: "body",
      parameters: "parameters",
    },
    class: { kind: "class", name: scopeName, body: "body", bases: classBases },
    module: { kind: "class", name: scopeName, body: "body", bases: classBases },
    singleton_class: singletonClass,
    call: { kind: callKind, name: callName, body: "block" },
    assignment: { kind: constantKind, name: madeClassName, body: constantBody },
  },
  wrappers: {},
  decorators: [],
  modifiers: [],
  headerEnd: /[\s;]+(?:end|do)$/,
  visibilities: [],
  parameters: {
    optional_parameter: { name: "name", default: "value" },
    keyword_parameter: { name: "name", default: "value" },
    splat_parameter: NAMED,
    hash_splat_parameter: NAMED,
    block_parameter: NAMED,
  },
  calls: {
    call: { form: "call", name: "method" },
  },
  imports: { call: requireCall },
  bindings: rubyBindings,
  modules: rubyModules,
  layout: {
    comments: ["comment"],
    transparent: ["parenthesized_statements"],
    optional: [",", ";"],
    strings: ["string"],
  },
  tests: {
    files: ["*_test.rb", "*_spec.rb", "test_*.rb", "test/**/*.rb", "spec/**/*.rb"],
    names: /^test_/,
  },
};
