import assert from "node:assert/strict";
import { compareImports } from "../../src/changes/imports.ts";
import { toySource } from "../support/toy_source.ts";

const outline = (...names: string[]) =>
  toySource(names.map((name) => `use ${name}\n`).join("")).outline;

Deno.test("compareImports() lists what came and went, sorted", () => {
  assert.deepEqual(compareImports(outline("a", "b"), outline("d", "b", "c")), {
    added: ["c", "d"],
    removed: ["a"],
  });
});

Deno.test("compareImports() does not report another order", () => {
  assert.deepEqual(compareImports(outline("a", "b", "c"), outline("c", "a", "b")), {
    added: [],
    removed: [],
  });
});

Deno.test("compareImports() counts repeated imports", () => {
  assert.deepEqual(compareImports(outline("a", "a"), outline("a")), { added: [], removed: ["a"] });
});

Deno.test("compareImports() takes a missing side for an empty one", () => {
  assert.deepEqual(compareImports(null, outline("a")), { added: ["a"], removed: [] });
  assert.deepEqual(compareImports(outline("a"), null), { added: [], removed: ["a"] });
});
