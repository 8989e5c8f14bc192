import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { compilePattern } from "../../src/git/message_pattern.ts";
import { makeHistory } from "../support/generated_history.ts";
import { tryGit, withRepository } from "../support/scratch_repository.ts";

const MESSAGES = [
  "fix: crash when a.b is null\n\nSecond line (with brackets) and 42 apples\n",
  "Merge branch 'topic/x'\n",
  "aaaaaaaaab\n",
  "Ünïcödé subject\n\tTabbed\n",
];
const PATTERNS = [
  ...["fix", "^fix", "fix$", "^Merge", "a\\.b", "a.b", "a?b", "(with|without) brackets", "x'\n$"],
  ...["[0-9]+ apples", "[[:digit:]]{2} ", "[^a-z]{3,}", "(a|ab)+b", "a{9}b", "a{10}b", "a{2,4}b"],
  ...["(Second|First) line", "nul+$", "null.+Second", "[]a]b", "\\(with", "Ü.ïc", "\\w+ subject"],
  ...["()x", "x|^a", "a**b", "^(fix|Merge)[: ]", "[a-c]{3}$", "null\n\nS", "z|", "\\s\\s", "*fix"],
  ...["a{,2}b", "Ünïcödé", "[Ü]n", "[[:upper:]]n", "\\.", "null$"],
];

Deno.test("compilePattern() matches messages as git's :/text does", () => {
  withRepository((directory) => {
    for (const message of MESSAGES) {
      makeHistory(directory, [{ parents: [], time: 1_600_000_000, message }]);
      for (const pattern of PATTERNS) {
        const git =
          tryGit(directory, ["rev-parse", "--verify", "-q", `refs/heads/c0^{/${pattern}}`]).ok;
        assert.equal(compilePattern(pattern).matches(message), git, `${pattern} in ${message}`);
      }
    }
  });
});

Deno.test("compilePattern() matches what JavaScript matches", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "(a|b)",
      "(ab)*",
      "a*",
      "b+",
      "a?",
      "(a*)*",
      "b{1,2}",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 5 }),
      fc.array(fc.constantFrom("a", "b", "c")),
      (parts, text) => {
        const source = parts.join("");
        for (const pattern of [source, `^${source}`, `${source}$`, `^${source}$`]) {
          assert.equal(
            compilePattern(pattern).matches(text.join("")),
            new RegExp(pattern, "su").test(text.join("")),
            pattern,
          );
        }
      },
    ),
  );
});

Deno.test("compilePattern() does not hang on patterns made for it", () => {
  const text = "a".repeat(20_000);
  assert.equal(compilePattern("(a+)+b").matches(text), false);
  assert.equal(compilePattern("(a|a)*(a|a)*(a|a)*b").matches(text), false);
  assert.equal(compilePattern("(a|aa)+$").matches(text), true);
  for (
    const pattern of ["(", "a)", "[a", "[b-a]", "a{300}", "\\", "(a{99}){99}", "(".repeat(5000)]
  ) {
    assert.throws(
      () => compilePattern(pattern),
      (error) => error instanceof PrismError && error.code === "invalid_revision",
      pattern.slice(0, 20),
    );
  }
});
