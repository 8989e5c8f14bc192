import assert from "node:assert/strict";
import fc from "fast-check";
import { type CursorScope, mintCursor, readCursor } from "../../../src/answers/shape/cursor.ts";
import { PrismError } from "../../../src/errors.ts";

const scope: CursorScope = {
  tool: "get_change_manifest",
  baseSha: "a".repeat(64),
  headSha: "b".repeat(64),
  filtersHash: "0123456789abcdef",
  changeSet: null,
};

Deno.test("readCursor() gives back the offset of mintCursor()", () => {
  fc.assert(fc.property(fc.nat(), fc.option(fc.string()), (offset, changeSet) => {
    const own = { ...scope, changeSet };
    const cursor = mintCursor(own, offset);
    assert.match(cursor, /^[A-Za-z0-9_-]+$/);
    assert.equal(readCursor(cursor, own, offset + 1), offset);
  }));
});

Deno.test("readCursor() refuses any text with a reason", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json().map((text) => new TextEncoder().encode(text).toBase64({ alphabet: "base64url" })),
    fc.base64String(),
  );
  fc.assert(
    fc.property(anything, (text) => {
      assert.throws(() => readCursor(text, scope, 10), (error: unknown) => {
        assert.ok(error instanceof PrismError, String(error));
        assert.equal(error.code, "invalid_cursor");
        assert.ok(error.hint);
        assert.ok(error.message.length < 400);
        return true;
      });
    }),
    { numRuns: 1000 },
  );
});

Deno.test("readCursor() accepts the start of an empty answer", () => {
  assert.equal(readCursor(mintCursor(scope, 0), scope, 0), 0);
});
