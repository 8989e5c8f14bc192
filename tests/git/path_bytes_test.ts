import assert from "node:assert/strict";
import fc from "fast-check";
import { compareBytes, comparePaths, decodePath, encodePath } from "../../src/git/path_bytes.ts";

const byte = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.constantFrom(
    0xc0,
    0xc2,
    0xe0,
    0xed,
    0xef,
    0xf0,
    0xf4,
    0x80,
    0x9f,
    0xa0,
    0x8f,
    0x90,
    0xbf,
    0x41,
  ),
);
const bytes = fc.array(byte, { maxLength: 12 }).map((list) => Uint8Array.from(list));

Deno.test("decodePath() loses nothing and leaves valid text alone", () => {
  fc.assert(fc.property(bytes, (path) => {
    const text = decodePath(path);
    assert.deepEqual(encodePath(text), path);
  }));
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(decodePath(new TextEncoder().encode(text)), text);
  }));
});

Deno.test("decodePath() finds the valid sequences that a decoder finds", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  fc.assert(
    fc.property(bytes, (path) => {
      let valid = true;
      try {
        decoder.decode(path);
      } catch {
        valid = false;
      }
      assert.equal(
        !/[\udc80-\udcff]/.test(decodePath(path).replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")),
        valid,
      );
      // Behind a byte that is never valid, everything is decoded the slow way.
      const slow = decodePath(Uint8Array.from([0xff, ...path]));
      assert.equal(slow, "\udcff" + decodePath(path));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("comparePaths() orders as the bytes do", () => {
  fc.assert(fc.property(bytes, bytes, (a, b) => {
    assert.equal(
      Math.sign(comparePaths(decodePath(a), decodePath(b))),
      Math.sign(compareBytes(a, b)),
    );
  }));
});
