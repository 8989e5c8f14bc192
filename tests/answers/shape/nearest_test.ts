import assert from "node:assert/strict";
import { nearest } from "../../../src/answers/shape/nearest.ts";

Deno.test("nearest() finds the word that was meant, or none", () => {
  const known = ["base_ref", "head_ref", "page_size", "cursor"];
  assert.equal(nearest("baseRef", known), "base_ref");
  assert.equal(nearest("base", known), "base_ref");
  assert.equal(nearest("curser", known), "cursor");
  assert.equal(nearest("--page-sise", ["--page-size", "--json"]), "--page-size");
  assert.equal(nearest("whatever", known), null);
  assert.equal(nearest("x".repeat(10_000), known), null);
});
