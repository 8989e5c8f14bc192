import assert from "node:assert/strict";
import { argumentCount, takes } from "../../src/calls/argument_count.ts";
import { openReader } from "../../src/syntax/read_source.ts";

Deno.test("argumentCount() counts what stands between the commas of a call", () => {
  const cases: [string, string, number | null][] = [
    ["f()", "f", 0],
    ["f(1)", "f", 1],
    ["f(1, 2,)", "f", 2],
    ["a.f(g(1, 2), [3, 4], {b: 5, c: 6})", "f", 3],
    ["f('a, b', \"c, d\", `e, f`)", "f", 3],
    ["f(\n  1, // one, two\n  2,\n)", "f", null],
    ["f(a // b, c)", "f", null],
    ["f(1, # one, two\n  2)", "f", null],
    ["f(new Map<string, number>(), 1)", "f", null],
    ["f(|a, b| a + b, 1)", "f", null],
    ["f(lambda a, b: a, 1)", "f", null],
    ["f((a, b) => a + b, x >= 1, y -> z)", "f", 3],
    ["f(lambda a: a, 1)", "f", 2],
    ["f<A, B>(1)", "f", 1],
    ["f::<Vec<u8>>(1, 2)", "f", 2],
    ['f("\\"", 1)', "f", 2],
    ["f(...all)", "f", null],
    ["f(*args)", "f", null],
    ["f(1, **named)", "f", null],
    ["f(&block)", "f", null],
    ["f", "f", null],
    ["f 1, 2", "f", null],
    ["f(1, (2", "f", null],
    ["f('never closed", "f", null],
    [`f(${"(".repeat(9000)}`, "f", null],
  ];
  for (const [text, callee, count] of cases) {
    assert.equal(argumentCount(text, text.indexOf(callee), callee), count, text);
  }
});

Deno.test("takes() knows what may be left out, and what takes any number", async () => {
  const cases: [string, string, number, number][] = [
    ["a.py", "def f(a, b): pass", 2, 2],
    ["a.py", "def f(a, b=1, *, c=2): pass", 1, 3],
    ["a.py", "def f(a, *rest, **named): pass", 1, Infinity],
    ["a.py", "class C:\n    def f(self, a): pass", 1, 1],
    ["a.ts", "function f(a: string, b?: number, c = 3) {}", 1, 3],
    ["a.ts", "function f(a: string, ...rest: string[]) {}", 1, Infinity],
    ["a.rs", "impl S { fn f(&self, a: u8) {} }", 1, 1],
    ["A.java", "class A { int f(int a, String... b) { return 1; } }", 1, Infinity],
    ["a.go", "package a\n\nfunc f(a int, b ...string) {}", 1, Infinity],
    ["a.go", "package a\n\nfunc f(a, b int) {}", 2, 2],
    ["a.php", "<?php function f($a, $b = 1) {}", 1, 2],
    ["a.rb", "def f(a, b = 1)\nend", 1, 2],
  ];
  const languages: Record<string, string> = {
    py: "python",
    ts: "typescript",
    rs: "rust",
    java: "java",
    go: "go",
    php: "php",
    rb: "ruby",
  };
  for (const [path, text, least, most] of cases) {
    const reader = await openReader(languages[path.split(".")[1]], path);
    using reading = reader!.read(new TextEncoder().encode(text), {});
    const definition = reading.outline.definitions.find(({ name }) => name === "f");
    assert.ok(definition, text);
    const range = [0, 1, 2, 3, 4, 99].filter((count) => takes(definition, count));
    const expected = [0, 1, 2, 3, 4, 99].filter((count) => count >= least && count <= most);
    assert.deepEqual(range, expected, text);
  }
});
