import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeText, detectEncoding } from "../../src/changes/encoding.ts";

function wide(text: string, unit: 2 | 4, littleEndian: boolean, mark: boolean): Uint8Array {
  const source = (mark ? "\ufeff" : "") + text;
  const codes = unit === 2
    ? Array.from({ length: source.length }, (_, i) => source.charCodeAt(i))
    : Array.from(source, (character) => character.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(codes.length * unit));
  codes.forEach((code, i) => {
    if (unit === 2) view.setUint16(i * 2, code, littleEndian);
    else view.setUint32(i * 4, code, littleEndian);
  });
  return new Uint8Array(view.buffer);
}

const narrow = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const TEXT = "let größe = 1;\r\nname: 😀\n";

Deno.test("detectEncoding() gives null for UTF-8, with a mark or not, and for ASCII", () => {
  for (const text of ["", "a", "plain\n", "größe 😀", "\ufeffmark", "日本語"]) {
    assert.equal(detectEncoding(utf8(text)), null, text);
    assert.equal(decodeText(utf8(text), null), text.replace("\ufeff", ""));
  }
});

Deno.test("detectEncoding() names UTF-16 and UTF-32, and decodeText() reads them", () => {
  const cases: [Uint8Array, string][] = [
    [wide(TEXT, 2, true, true), "utf-16le"],
    [wide(TEXT, 2, false, true), "utf-16be"],
    [wide(TEXT, 2, true, false), "utf-16le"],
    [wide(TEXT, 2, false, false), "utf-16be"],
    [wide(TEXT, 4, true, true), "utf-32le"],
    [wide(TEXT, 4, false, true), "utf-32be"],
  ];
  for (const [bytes, encoding] of cases) {
    assert.equal(detectEncoding(bytes), encoding);
    assert.equal(decodeText(bytes, encoding), TEXT);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    assert.equal(decodeText(shifted.subarray(3), encoding), TEXT);
  }
  const long = wide("日本語のテキスト 😀\n".repeat(5000), 2, true, true);
  assert.equal(detectEncoding(long), "utf-16le");
});

Deno.test("detectEncoding() names Latin-1 and windows-1252", () => {
  assert.equal(detectEncoding(narrow("gr\xf6\xdfe\n")), "iso-8859-1");
  assert.equal(detectEncoding(narrow("\x80 100 gr\xf6\xdfe\n")), "windows-1252");
  assert.equal(decodeText(narrow("\x80 gr\xf6\xdfe"), "windows-1252"), "€ größe");
  const late = narrow("x".repeat(3_000_000) + "\xe9\n");
  assert.equal(detectEncoding(late), "iso-8859-1");
});

Deno.test("detectEncoding() takes a text with a few broken characters for UTF-8", () => {
  const bytes = new Uint8Array([...utf8("größe äöü ß\n"), 0xff, ...utf8("é\n")]);
  assert.equal(detectEncoding(bytes), null);
  assert(decodeText(bytes, null).includes("\ufffd"));
});

Deno.test("detectEncoding() does not find a text in binary data", () => {
  const png = narrow("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0\\r\xa8f");
  const elf = narrow("\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0");
  assert.equal(detectEncoding(png), null);
  assert.equal(detectEncoding(elf), null);
  const noise = Uint8Array.from(
    { length: 20_000 },
    (_, i) => (i * i * 31 + (i >> 3) * 7) % 255 + 1,
  );
  assert.equal(detectEncoding(noise), null);
  assert.equal(detectEncoding(new Uint8Array(10_000)), null);
});

Deno.test("detectEncoding() and decodeText() take any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
    const encoding = detectEncoding(bytes);
    assert.equal(typeof decodeText(bytes, encoding), "string");
  }));
});

Deno.test("decodeText() gives back every text that has a byte order mark", () => {
  fc.assert(fc.property(
    fc.string({ unit: "grapheme" }).filter((text) => !/\p{Cc}|\ufeff|\ufffd/u.test(text)),
    fc.constantFrom<2 | 4>(2, 4),
    fc.boolean(),
    (text, unit, littleEndian) => {
      const bytes = wide(text, unit, littleEndian, true);
      const encoding = detectEncoding(bytes);
      assert.equal(encoding, `utf-${unit * 8}${littleEndian ? "le" : "be"}`);
      assert.equal(decodeText(bytes, encoding), text);
    },
  ));
});
