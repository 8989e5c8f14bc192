import assert from "node:assert/strict";
import fc from "fast-check";
import { byteString, fromByteString } from "../../src/git/byte_string.ts";
import { decodePath, encodePath } from "../../src/git/path_bytes.ts";
import { parsePattern } from "../../src/git/path_pattern.ts";
import { PatternList } from "../../src/git/pattern_list.ts";
import { wildmatch } from "../../src/git/wildmatch.ts";
import { runGit, withRepository } from "../support/scratch_repository.ts";

Deno.test("wildmatch() follows the rules for slashes and double stars", () => {
  const rows: [string, string, boolean][] = [
    ["*", "a", true],
    ["*", "a/b", false],
    ["a?b", "a/b", false],
    ["a[!x]b", "a/b", false],
    ["**", "a/b/c", true],
    ["**/c", "c", true],
    ["**/c", "a/b/c", true],
    ["a/**", "a", false],
    ["a/**", "a/b/c", true],
    ["a/**/c", "a/c", true],
    ["a/**/c", "a/b/b/c", true],
    ["a**c", "a/c", false],
    ["**/.git/**", "/home/x/.git/modules", true],
    ["https://example.com/**", "https://example.com/a/b", true],
    ["?", "é", false],
    ["??", "é", true],
    ["[[:digit:]]", "7", true],
    ["[[:nothing:]]", "7", false],
    ["[a", "[a", false],
    ["a\\", "a\\", false],
    ["\\*", "*", true],
    ["\\*", "a", false],
  ];
  for (const [pattern, text, expected] of rows) {
    assert.equal(wildmatch(pattern, text), expected, `${pattern} against ${text}`);
  }
});

Deno.test("wildmatch() folds ASCII letters as git does", () => {
  const rows: [string, string, boolean][] = [
    ["AbC", "aBc", true],
    ["É", "é", false],
    ["[A-Z]", "a", true],
    ["[[:upper:]]", "a", true],
    ["[A]", "a", false],
    ["\\A", "a", false],
  ];
  for (const [pattern, text, expected] of rows) {
    assert.equal(wildmatch(pattern, text, { ignoreCase: true }), expected, `${pattern}, ${text}`);
  }
});

Deno.test("wildmatch() does not hang on patterns that make a backtracker hang", () => {
  const text = "a".repeat(4000);
  assert.equal(wildmatch("*a".repeat(1000) + "*b", text), false);
  assert.equal(wildmatch("*".repeat(10_000) + "b", text), false);
  assert.equal(wildmatch("**/a/".repeat(500) + "b", "a/".repeat(2000) + "c"), false);
  assert.equal(wildmatch("[a-z]".repeat(10_000), text), false);
  assert.equal(wildmatch("x".repeat(1_000_000) + "*", text), false);
});

Deno.test("wildmatch() takes any pattern and any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (pattern, text) => {
    assert.equal(typeof wildmatch(pattern, text), "boolean");
    assert.equal(typeof wildmatch(pattern, text, { ignoreCase: true }), "boolean");
  }));
});

Deno.test("byteString() can be taken back", () => {
  for (const path of ["a/b", "é", "\u{1f600}", "a\udcffb\udc80"]) {
    assert.equal(fromByteString(byteString(path)), path);
    assert.equal(byteString(path).length, encodePath(path).length);
  }
});

// deno-fmt-ignore
const PATTERN_PARTS = ["a","b","c","A","B","/","/","*","*","**","**/","/**","?","[ab]","[!a]","[a-c]","[]a]","\\a","\\*","\\/","é","[[:upper:]]","[^A-B]","***","[","]","-","[[:alnum:]b]","[a","\\","[B-_]","[é]","!","[\\]a]","[a-\\c]","[[:x]","[[:","[a/b]"];
// deno-fmt-ignore
const PATH_PARTS = ["a","b","c","A","B","/","/","/","é","*","]","[","-","ab","aa","\\","\udcff"];

for (const ignoreCase of [false, true]) {
  Deno.test(`PatternList matches as git check-attr does, ignoreCase ${ignoreCase}`, () => {
    let state = 7;
    const draw = (parts: readonly string[], most: number): string => {
      const next = (n: number): number => {
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
        return (state >> 8) % n;
      };
      let text = "";
      for (let i = 1 + next(most); i > 0; i--) text += parts[next(parts.length)];
      return text;
    };
    const patterns: string[] = [];
    while (patterns.length < 800) {
      const pattern = draw(PATTERN_PARTS, 7);
      if (!pattern.startsWith("!")) patterns.push(pattern);
    }
    const paths = new Set<string>();
    while (paths.size < 250) {
      const path = draw(PATH_PARTS, 8).replace(/\/+/g, "/").replace(/^\/|\/$/g, "");
      if (path !== "") paths.add(path);
    }
    withRepository((directory) => {
      runGit(directory, ["config", "core.ignoreCase", String(ignoreCase)]);
      const lines = patterns.map((pattern, i) => `${pattern} x${i}\n`).join("");
      Deno.writeTextFileSync(`${directory}/.gitattributes`, lines);
      const stdin = Uint8Array.from([...paths].flatMap((path) => [...encodePath(path), 0]));
      const told = decodePath(runGit(directory, ["check-attr", "-z", "--stdin", "-a"], { stdin }));
      const fields = told.split("\0");
      const expected = new Map<string, number[]>();
      for (let i = 0; i + 2 < fields.length; i += 3) {
        const numbers = expected.get(fields[i]) ?? [];
        expected.set(fields[i], numbers);
        numbers.push(Number(fields[i + 1].slice(1)));
      }
      const compiled = patterns.map((pattern) => {
        const parsed = parsePattern(byteString(pattern), ignoreCase);
        return parsed.directoryOnly ? null : parsed.pattern;
      });
      const list = new PatternList(compiled, ignoreCase);
      assert.ok(fields.length > 3000, "the sample matches something");
      for (const path of paths) {
        const found: number[] = [];
        for (let i = list.last(byteString(path)); i >= 0; i = list.last(byteString(path), i)) {
          found.push(i);
        }
        assert.deepEqual(found.reverse(), (expected.get(path) ?? []).sort((a, b) => a - b), path);
      }
    });
  });
}
