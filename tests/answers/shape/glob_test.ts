import assert from "node:assert/strict";
import fc from "fast-check";
import picomatch from "picomatch";
import { compileGlob, GlobProblem, literalPattern } from "../../../src/answers/shape/glob.ts";

Deno.test("compileGlob() matches as gitignore does", () => {
  const cases: [string, string[], string[]][] = [
    ["*.rs", ["a.rs", "x/y/a.rs", "dir.rs/file"], ["a.rsx", "rs"]],
    ["src/*.rs", ["src/a.rs"], ["src/b/a.rs", "x/src/a.rs"]],
    ["src/**/*.rs", ["src/a.rs", "src/b/c/a.rs"], ["a.rs"]],
    ["**/a", ["a", "x/a", "x/a/b"], ["xa"]],
    ["a/**", ["a/b", "a/b/c"], ["a", "x/a/b"]],
    ["a/**/b", ["a/b", "a/x/y/b"], ["ab", "a/xb"]],
    ["/foo", ["foo", "foo/bar"], ["x/foo"]],
    ["docs/", ["docs/a", "x/docs/a"], ["docs"]],
    ["/docs/", ["docs/a"], ["x/docs/a"]],
    ["{a,b{c,d}}.js", ["a.js", "bc.js", "x/bd.js"], ["b.js", "ac.js"]],
    ["src/{a,b/c}.js", ["src/a.js", "src/b/c.js"], ["b/c.js"]],
    ["{a}", ["{a}"], ["a"]],
    ["[a-c]?.x", ["bz.x", "c漢.x"], ["d1.x", "b.x", "b/.x"]],
    ["[!a-c].x", ["d.x"], ["a.x"]],
    ["[]-].x", ["].x", "-.x"], ["a.x"]],
    ["\\*.x", ["*.x"], ["a.x"]],
    ["**", ["a", "b/c"], []],
    ["a**b", ["axxb", "ab"], ["ax/b"]],
    [".*", [".hidden"], ["seen"]],
    ["*", [".hidden", "a/b"], []],
  ];
  for (const [pattern, matching, others] of cases) {
    const glob = compileGlob(pattern);
    for (const path of matching) assert.ok(glob.matches(path), `${pattern} matches ${path}`);
    for (const path of others) assert.ok(!glob.matches(path), `${pattern} matches not ${path}`);
  }
});

Deno.test("compileGlob() agrees with picomatch where the two mean the same", () => {
  const piece = fc.constantFrom("a", "b", "*", "?", "[ab]", "ab", "{a,b}");
  const segment = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")).filter((text) =>
      !text.includes("**")
    ),
    fc.constant("**"),
  );
  const pattern = fc.array(segment, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("/"))
    .filter((text) => !text.includes("**/**") && !text.endsWith("**"));
  const name = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(""));
  const path = fc.array(name, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(pattern, path, (pattern, parts) => {
      const matches = picomatch(pattern, { dot: true });
      // What matches a directory matches all in it.
      const expected = parts.some((_, i) => matches(parts.slice(0, i + 1).join("/")));
      assert.equal(compileGlob(pattern).matches(parts.join("/")), expected, `${pattern} ${parts}`);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("literalPattern() matches its own path and no sibling", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "binary" }), (text) => {
      const path = text.replaceAll("\0", "").replace(/^\/+|\/+$/g, "").replace(/\/+/g, "/");
      fc.pre(path !== "" && path.length < 300);
      assert.ok(compileGlob(literalPattern(path)).matches(path));
      assert.ok(!compileGlob(literalPattern(path)).matches(`${path}x`));
    }),
  );
});

Deno.test("compileGlob() refuses what cannot be meant", () => {
  const cases: [string, RegExp][] = [
    ["", /is empty/],
    ["a\0b", /NUL/],
    ["[ab", /\[ without its \]/],
    ["{a,b", /\{ without its \}/],
    ["a}", /\} without its \{/],
    ["a\\", /lone backslash/],
    ["!a", /begins with !/],
    ["/", /names no file/],
    ["[z-a]", /runs backwards/],
    ["a".repeat(10_000), /10000 characters/],
    ["{a,b}".repeat(20), /alternatives/],
  ];
  for (const [pattern, message] of cases) {
    assert.throws(() => compileGlob(pattern), (error: unknown) => {
      assert.ok(error instanceof GlobProblem, String(error));
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("compileGlob() does bounded work on hostile patterns", () => {
  const hostile = ["*a*a*a*a*b", `${"*a".repeat(500)}b`, "**/".repeat(300) + "b", "*?".repeat(500)];
  const path = `${"a/".repeat(200)}${"a".repeat(4000)}`;
  for (const pattern of hostile) compileGlob(pattern).matches(path);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string(), (pattern, path) => {
      try {
        compileGlob(pattern).matches(path);
      } catch (error) {
        assert.ok(error instanceof GlobProblem, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});
