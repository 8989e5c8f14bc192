/**
 * How shell scripts are read. The parser is made for Bash; what other shells share with it is read too.
 *
 * @module
 */

import type { Grammar } from "../../src/syntax/language.ts";
import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { shellParsers } from "./parser.ts";

const SOURCE = /(?:source|\.)[ \t]/y;

/** `source file`, `. file`. */
function sourcedFile(node: SyntaxNode, source: Source): Omit<ImportedName, "line">[] {
  SOURCE.lastIndex = node.startIndex;
  if (!SOURCE.test(source.text)) return [];
  const file = source.field(node, "argument");
  if (file === null) return [];
  const text = source.textOf(file);
  return [{
    text: `${source.textOf(source.field(node, "name"))} ${text}`,
    path: text.replace(/^(["'])(.*)\1$/, "$2"),
    name: null,
    alias: null,
    reexport: false,
    typeOnly: false,
  }];
}

/** Tables of shell scripts. */
export const shellGrammar: Grammar = {
  parsers: shellParsers,
  separator: ".",
  definitions: { function_definition: { kind: "function", name: "name", body: "body" } },
  wrappers: {},
  decorators: [],
  modifiers: [],
  visibilities: [],
  parameters: {},
  calls: { command: { form: "call", name: "name", verbatim: true } },
  imports: { command: sourcedFile },
  layout: {
    comments: ["comment"],
    transparent: [],
    optional: [";"],
    // Quotes decide what is expanded, so a change of them is no change of layout.
    strings: [],
  },
  tests: { files: ["*.bats", "test_*.sh", "*_test.sh", "test/**/*.sh", "tests/**/*.sh", "t/*.sh"] },
};
