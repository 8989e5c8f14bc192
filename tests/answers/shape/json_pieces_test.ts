import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonPieces } from "../../../src/answers/shape/json_pieces.ts";

Deno.test("jsonPieces() joined is what JSON.stringify makes of an object", () => {
  const value = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined)));
  fc.assert(fc.property(value, (value) => {
    assert.equal([...jsonPieces(value)].join(""), JSON.stringify(value));
  }));
});

Deno.test("jsonPieces() gives each item of a list as a piece", () => {
  const pieces = [...jsonPieces({ a: 1, list: [{ b: "x" }, undefined, 3], none: [] })];
  assert.deepEqual(pieces, ['{"a":1', ',"list":[{"b":"x"}', ",null", ",3", "]", ',"none":[]', "}"]);
});
