/**
 * Tests that macros make: GoogleTest, Catch2, doctest, Boost.
 *
 * @module
 */

import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const TEST_MACRO =
  /(?:(?:GTEST_|TYPED_)?TEST(?:_[A-Z0-9]+)*|BENCHMARK(?:_[A-Z0-9]+)*|SCENARIO|BOOST_[A-Z_]*TEST_CASE[A-Z_]*|[A-Z0-9]+_TEST(?:_[A-Z0-9]+)*)\s*\(/y;
const TITLE = /"((?:\\.|[^"\\])*)"/;

/** `TEST(Suite, Name) { … }`: a function without a type, called as test macros are. */
export function isTestMacro(node: SyntaxNode, { text }: Source): boolean {
  TEST_MACRO.lastIndex = node.startIndex;
  return TEST_MACRO.test(text);
}

/** The name that a test runner prints: `Suite.Name`, or the title. */
export function titleOf(declarator: SyntaxNode, source: Source): string {
  const text = source.textOf(source.field(declarator, "parameters"));
  const title = TITLE.exec(text)?.[1];
  if (title !== undefined && title !== "") return title;
  const given = text.replace(/^\(|\)$/g, "").split(",").map((each) => each.trim());
  const macro = source.textOf(source.field(declarator, "declarator"));
  // Those of Boost are followed by a fixture.
  return macro.startsWith("BOOST") || macro.startsWith("BENCHMARK")
    ? given[0]
    : given.slice(0, 2).join(".");
}
