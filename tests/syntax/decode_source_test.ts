import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeSource } from "../../src/syntax/decode_source.ts";

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) {
    view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

Deno.test("decodeSource() gives back UTF-8, without its mark", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    fc.pre(!text.includes("\0") && !text.startsWith("\ufeff"));
    const bytes = new TextEncoder().encode(text);
    assert.deepEqual(decodeSource(bytes), { text, encoding: null });
    assert.deepEqual(decodeSource(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes)).text, text);
  }));
});

Deno.test("decodeSource() reads UTF-16 of both orders, with a mark and without", () => {
  const text = "class A { void f() {} }\n";
  for (const littleEndian of [true, false]) {
    const encoding = littleEndian ? "utf-16le" : "utf-16be";
    assert.deepEqual(decodeSource(utf16(text, littleEndian)), { text, encoding });
    assert.deepEqual(decodeSource(utf16(`\ufeff${text}é`, littleEndian)), {
      text: `${text}é`,
      encoding,
    });
  }
});

Deno.test("decodeSource() reads other bytes one by one", () => {
  const bytes = latin1("def caf\xe9(): pass\n");
  assert.deepEqual(decodeSource(bytes), { text: "def café(): pass\n", encoding: "iso-8859-1" });
  assert.equal(decodeSource(latin1("x = '\x93\xe4\x94'\n")).text.length, 10);
});

Deno.test("decodeSource() marks what is damaged and keeps the rest", () => {
  const bytes = Uint8Array.of(...new TextEncoder().encode("// äöü\nf();"), 0xff, 0x0a);
  assert.deepEqual(decodeSource(bytes), { text: "// äöü\nf();\ufffd\n", encoding: null });
});

Deno.test("decodeSource() takes any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assert.ok(decodeSource(bytes).text.length <= bytes.length);
  }));
});
