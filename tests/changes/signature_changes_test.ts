import assert from "node:assert/strict";
import { signatureChanges } from "../../src/changes/signature_changes.ts";
import { toySource } from "../support/toy_source.ts";

/** The changes between two headers, `kind name: old > new`. */
function changes(before: string, after: string): string[] {
  const [old, now] = [before, after].map((head) => toySource(`${head} { }`).outline.definitions[0]);
  return signatureChanges(old, now).map((change) =>
    `${change.kind}${change.name === null ? "" : ` ${change.name}`}: ${change.old} > ${change.new}`
  );
}

Deno.test("signatureChanges() finds nothing in equal signatures", () => {
  const head = "@mark pub async fn f<T>(a: int = 1, ...b): int throws E";
  assert.deepEqual(changes(head, head), []);
  assert.deepEqual(changes("fn f(a: Map<int, text>)", "fn f(a: Map<int,text>)"), []);
});

Deno.test("signatureChanges() lists parameters that came and went", () => {
  assert.deepEqual(changes("fn f(a: int)", "fn f(a: int, b: text = 1)"), [
    "parameter_added b: null > b: text = 1",
  ]);
  assert.deepEqual(changes("fn f(a: int, b: text)", "fn f(b: text)"), [
    "parameter_removed a: a: int > null",
  ]);
  assert.deepEqual(changes("fn f", "fn f(a)"), ["parameter_added a: null > a"]);
});

Deno.test("signatureChanges() tells a renamed parameter from a new one", () => {
  assert.deepEqual(changes("fn f(a: int, userName: text)", "fn f(a: int, user: text)"), [
    "parameter_renamed user: userName > user",
  ]);
  assert.deepEqual(changes("fn f(a: int, b: text)", "fn f(a: int, c: Map<text, int>, d: Set)"), [
    "parameter_removed b: b: text > null",
    "parameter_added c: null > c: Map<text, int>",
    "parameter_added d: null > d: Set",
  ]);
});

Deno.test("signatureChanges() compares types, marks and defaults of a parameter", () => {
  assert.deepEqual(changes("fn f(a: int)", "fn f(a: long)"), [
    "parameter_type_changed a: int > long",
  ]);
  assert.deepEqual(changes("fn f(a: int)", "fn f(...a: int)"), [
    "parameter_type_changed a: int > ... int",
  ]);
  assert.deepEqual(changes("fn f(a = 1)", "fn f(a = 2)"), ["parameter_default_changed a: 1 > 2"]);
});

Deno.test("signatureChanges() finds a new order of parameters", () => {
  assert.deepEqual(changes("fn f(a: int, b: text)", "fn f(b: text, a: int)"), [
    "parameter_reordered: a, b > b, a",
  ]);
  assert.deepEqual(changes("fn f(a: int, b: text)", "fn f(c: Set<Set>, a: int, b: text)"), [
    "parameter_added c: null > c: Set<Set>",
  ]);
});

Deno.test("signatureChanges() compares what stands around the parameters", () => {
  assert.deepEqual(changes("fn f(): int", "fn f(): text"), ["return_type_changed: int > text"]);
  assert.deepEqual(changes("fn f()", "fn f(): text"), ["return_type_changed: null > text"]);
  assert.deepEqual(changes("priv fn f()", "pub fn f()"), ["visibility_changed: priv > pub"]);
  assert.deepEqual(changes("fn f<T>()", "fn f<T, U>()"), ["generics_changed: <T> > <T, U>"]);
  assert.deepEqual(changes("fn f()", "fn f() throws E"), ["throws_changed: null > E"]);
  assert.deepEqual(changes("async fn f()", "static fn f()"), [
    "modifier_changed: async > null",
    "modifier_changed: null > static",
  ]);
});

Deno.test("signatureChanges() lists decorators that came and went, in any order", () => {
  assert.deepEqual(changes("@a @b fn f()", "@b @a fn f()"), []);
  assert.deepEqual(changes("@a @a fn f()", "@a @b(1) fn f()"), [
    "decorator_removed: @a > null",
    "decorator_added: null > @b(1)",
  ]);
});
