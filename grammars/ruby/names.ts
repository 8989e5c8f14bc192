/**
 * Names of Ruby as its documentation writes them: `A::B#method`, `A::B.singleton_method`.
 *
 * @module
 */

import type { DefinitionRule, FoundName, Surroundings } from "../../src/syntax/language.ts";
import type { DefinitionKind } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Around = Omit<Surroundings, "decorators">;

/** Name of the scope that `class << self` opens. */
const SINGLETON = "<<";

/** Words that open a definition with a title or a symbol; a cheap look before the tree is asked. */
const OPENERS =
  /(?:define_method|define_singleton_method|test|it|specify|scenario|example|describe|context|feature|RSpec)\b/y;
const UPPER_A = 0x41, UPPER_Z = 0x5a;
const TESTS = new Set(["test", "it", "specify", "scenario", "example"]);
const GROUPS = new Set(["describe", "context", "feature"]);

/** `class << self`. */
export const singletonClass: DefinitionRule = {
  kind: "scope",
  name: () => SINGLETON,
  qualifies: false,
};

/** A class or module; `class A::B` names its containers itself. */
export function scopeName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const parts = source.textOf(name).replace(/^::/, "").split("::");
  const last = parts.pop()!;
  return { name: last, container: parts.join("::"), at: name.endIndex - last.length };
}

/** `def name`: of instances unless it stands in `class << self`. */
export function methodName(node: SyntaxNode, source: Source, around: Around): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const joint = around.name === SINGLETON
    ? "."
    : around.kind === "class" || around.kind === "constant"
    ? "#"
    : ".";
  return { name: source.textOf(name), at: name.startIndex, joint };
}

/** `def self.name`, `def other.name`. */
export function singletonName(node: SyntaxNode, source: Source): FoundName | null {
  const name = source.field(node, "name");
  if (name === null) return null;
  const object = source.field(node, "object");
  const container = object === null || object.type === "self" ? "" : source.textOf(object);
  return { name: source.textOf(name), at: name.startIndex, joint: ".", container };
}

/** What a `def` is. */
export function methodKind(node: SyntaxNode, source: Source, around: Surroundings): DefinitionKind {
  const name = source.field(node, "name");
  if (name?.type === "operator") return "operator";
  const inClass = around.kind === "class" || around.kind === "constant" ||
    around.name === SINGLETON;
  if (!inClass) return "function";
  if (name?.type === "setter") return "setter";
  return source.textOf(name) === "initialize" ? "constructor" : "method";
}

/** `define_method(:name) { … }`, `it "does" do … end`, `describe Thing do … end`. */
export function callName(node: SyntaxNode, source: Source): FoundName | null {
  OPENERS.lastIndex = node.startIndex;
  if (!OPENERS.test(source.text) || source.field(node, "block") === null) return null;
  const method = source.field(node, "method");
  const title = source.field(node, "arguments")?.firstNamedChild ?? null;
  if (method === null || title === null) return null;
  const word = source.textOf(method);
  const text = source.textOf(title).replace(/^:?["']|^:|["']$/g, "");
  const at = title.startIndex;
  if (word === "define_method") return { name: text, at, joint: "#" };
  if (word === "define_singleton_method") return { name: text, at, joint: "." };
  return TESTS.has(word) || GROUPS.has(word) ? { name: text, at, joint: " > " } : null;
}

/** What such a call defines. */
export function callKind(node: SyntaxNode, source: Source): DefinitionKind | "scope" {
  const word = source.textOf(source.field(node, "method"));
  return TESTS.has(word) ? "test" : GROUPS.has(word) ? "scope" : "method";
}

/** `Point = Struct.new(:x) do … end`, `Error = Class.new(StandardError)`. */
export function madeClassName(node: SyntaxNode, source: Source): string | null {
  // Most assignments are to variables; a look at the first letter spares asking the tree.
  const first = source.text.charCodeAt(node.startIndex);
  if (first < UPPER_A || first > UPPER_Z) return null;
  const left = source.field(node, "left");
  if (left?.type !== "constant") return null;
  return source.textOf(left);
}

/** What a constant holds. */
export function constantKind(node: SyntaxNode, source: Source): DefinitionKind {
  const right = source.field(node, "right");
  if (right?.type === "lambda") return "lambda";
  const made = right?.type === "call" &&
    /^(?:Struct|Class|Module|Data)\.(?:new|define)\b/.test(source.textOf(right).slice(0, 20));
  return made ? "class" : "constant";
}

/** Where the value of a constant has its code: the block of `Struct.new do … end`, a lambda's body. */
export function constantBody(node: SyntaxNode, source: Source): SyntaxNode | null {
  const right = source.field(node, "right");
  if (right?.type === "lambda") return source.field(right, "body");
  return right?.type === "call" ? source.field(right, "block") : null;
}
