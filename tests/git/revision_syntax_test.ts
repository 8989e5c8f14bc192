import assert from "node:assert/strict";
import { PrismError } from "../../src/errors.ts";
import { parseRange, parseRevision } from "../../src/git/revision_syntax.ts";

Deno.test("parseRange() finds the sides", () => {
  const cases: [string, string, string | null, boolean][] = [
    ["A..B", "A", "B", false],
    ["A...B", "A", "B", true],
    ["A", "A", null, false],
    ["..B", "HEAD", "B", false],
    ["A..", "A", "HEAD", false],
    ["...", "HEAD", "HEAD", true],
    ["v1.0..v2.0", "v1.0", "v2.0", false],
    ["A^{/a..b}..B", "A^{/a..b}", "B", false],
    ["A@{2.days.ago}..B", "A@{2.days.ago}", "B", false],
    [":/text..B", ":/text", "B", false],
    ["A^!", "A^", "A", false],
    ["A^-", "A^1", "A", false],
    ["A^-2", "A^2", "A", false],
    ["-x..--y", "-x", "--y", false],
  ];
  for (const [text, base, head, symmetric] of cases) {
    assert.deepEqual(parseRange(text), { base, head, symmetric }, text);
  }
  for (const text of ["", "..", "A^@"]) assert.throws(() => parseRange(text), PrismError);
});

Deno.test("parseRevision() takes revisions apart", () => {
  assert.deepEqual(parseRevision("a@{u}@{1}~2^{/x:y}:p:q"), {
    base: { kind: "name", name: "a", marks: [{ kind: "upstream" }, { kind: "entry", count: 1 }] },
    steps: [
      { step: { kind: "ancestor", distance: 2 }, text: "a@{u}@{1}~2" },
      { step: { kind: "search", pattern: "x:y" }, text: "a@{u}@{1}~2^{/x:y}" },
    ],
    path: "p:q",
  });
  assert.deepEqual(parseRevision(":2:a:b").base, { kind: "index", stage: 2, path: "a:b" });
  assert.deepEqual(parseRevision(":/a~1").base, { kind: "search", pattern: "a~1" });
  assert.equal(parseRevision(`A${"~".repeat(8000)}`).steps.length, 8000);
  assert.equal(parseRevision("@{x}".repeat(2000)).steps.length, 0);
});
