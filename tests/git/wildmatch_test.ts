import assert from "node:assert/strict";
import fc from "fast-check";
import { wildmatch } from "../../src/git/wildmatch.ts";
import { tryGit, withRepository } from "../support/scratch_repository.ts";

Deno.test("wildmatch() stops at slashes and crosses them with two stars", () => {
  const rows: [string, string, boolean][] = [
    ["a*c", "abc", true],
    ["a*c", "a/c", false],
    ["a?c", "a/c", false],
    ["**/foo", "foo", true],
    ["**/foo", "a/b/foo", true],
    ["**/foo", "afoo", false],
    ["a/**", "a/b/c", true],
    ["a/**", "a", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a**b", "a/b", false],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[^a]x", "/x", false],
    ["[]]x", "]x", true],
    ["[[:digit:]]", "7", true],
    ["\\*", "*", true],
    ["\\*", "a", false],
    ["[a", "[a", false],
    ["é*", "éx", true],
  ];
  for (const [pattern, text, expected] of rows) {
    assert.equal(wildmatch(pattern, text), expected, `${pattern} on ${text}`);
  }
  assert.ok(wildmatch("A/*", "a/B", { ignoreCase: true }));
});

Deno.test("wildmatch() takes hostile patterns in its stride", () => {
  assert.ok(!wildmatch("*a".repeat(200) + "b", "a".repeat(2000)));
  assert.ok(!wildmatch("**/a/".repeat(100) + "b", "a/".repeat(500)));
});

Deno.test("wildmatch() agrees with git's conditions on branches", () => {
  const glob = fc.array(
    fc.constantFrom(
      "*",
      "**",
      "/",
      "a",
      "b",
      "?",
      "[ab]",
      "[!a]",
      "[^b/]",
      "/**/",
      "**/",
      "/**",
      "\\\\a",
    ),
    { minLength: 1, maxLength: 6 },
  ).map((parts) => parts.join("")).filter((pattern) => !pattern.endsWith("/"));
  const branch = fc.array(fc.constantFrom("a", "b", "/"), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join("")).filter((name) => !/^\/|\/$|\/\//.test(name));
  let matches = 0;
  withRepository((directory) => {
    fc.assert(
      fc.property(fc.array(glob, { minLength: 12, maxLength: 12 }), branch, (globs, name) => {
        Deno.writeTextFileSync(`${directory}/.git/HEAD`, `ref: refs/heads/${name}\n`);
        const lines = globs.map((pattern, i) => {
          Deno.writeTextFileSync(`${directory}/${i}`, `[m]\nk = ${i}\n`);
          return `[includeIf "onbranch:${pattern}"]\npath = ${directory}/${i}\n`;
        });
        Deno.writeTextFileSync(`${directory}/all`, lines.join(""));
        const { stdout } = tryGit(directory, [
          "config",
          "--includes",
          "--file",
          "all",
          "--get-all",
          "m.k",
        ]);
        const theirs = new TextDecoder().decode(stdout).split("\n").slice(0, -1).map(Number);
        const ours = globs.flatMap((pattern, i) =>
          wildmatch(pattern.replaceAll("\\\\", "\\"), name) ? [i] : []
        );
        matches += ours.length;
        assert.deepEqual(ours, theirs, `${name}: ${globs.join(" ")}`);
      }),
      { numRuns: 60 },
    );
  });
  assert.ok(matches > 30, `only ${matches} matches`);
});
