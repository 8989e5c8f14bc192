/**
 * Tests that macros make: GoogleTest, Catch2, doctest, Boost.
 *
 * @module
 */

import type { FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

const TEST_MACRO =
  /(?:(?:GTEST_|TYPED_)?TEST(?:_[A-Z0-9]+)*|BENCHMARK(?:_[A-Z0-9]+)*|SCENARIO|BOOST_[A-Z_]*TEST_CASE[A-Z_]*|[A-Z0-9]+_TEST(?:_[A-Z0-9]+)*)\s*\(/y;
/** The head of such a macro whose arguments are no parameters: `TEST_CASE("adds", "[tag]")`. */
const HEAD =
  /(?:^|[;{}\n])[ \t]*((?:TEMPLATE_)?(?:TEST_CASE|SCENARIO)(?:_[A-Z_]+)?|TEST(?:_[A-Z]+)?)\s*\(((?:[^;{}"]|"(?:\\.|[^"\\])*")*)\)\s*$/;
const TITLE = /"((?:\\.|[^"\\])*)"/;
const REACH = 400;

/** `TEST(Suite, Name) { … }`: a function without a type, called as test macros are. */
export function isTestMacro(node: SyntaxNode, { text }: Source): boolean {
  TEST_MACRO.lastIndex = node.startIndex;
  return TEST_MACRO.test(text);
}

/** The name that a test runner prints: `Suite.Name`. */
export function titleOf(declarator: SyntaxNode, source: Source): string {
  const parameters = source.field(declarator, "parameters");
  const given = source.textOf(parameters).replace(/^\(|\)$/g, "").split(",")
    .map((each) => each.trim());
  const macro = source.textOf(source.field(declarator, "declarator"));
  // Templated ones are followed by types, fixtures of Boost by the fixture.
  return macro.startsWith("BOOST") || macro.startsWith("BENCHMARK")
    ? given[0]
    : given.slice(0, 2).join(".");
}

/** The block of `TEST_CASE("adds") { … }`, which the parser takes for a block of its own. */
export function testName(
  node: SyntaxNode,
  { text }: Source,
  around: Omit<Surroundings, "decorators">,
): FoundName | null {
  if (around.kind !== null && around.kind !== "scope") return null;
  const end = node.startIndex;
  const from = Math.max(0, end - REACH);
  const head = HEAD.exec(text.slice(from, end));
  if (head === null) return null;
  const start = from + head.index + head[0].indexOf(head[1]);
  const title = TITLE.exec(head[2])?.[1] ??
    head[2].split(",").slice(0, 2).map((each) => each.trim()).join(".");
  return title === "" ? null : { name: title, at: start, start };
}
