import assert from "node:assert/strict";
import fc from "fast-check";
import { LANGUAGES } from "../../grammars/mod.ts";
import type { Outline } from "../../src/syntax/outline.ts";
import { openReader } from "../../src/syntax/read_source.ts";
import { outlineText } from "../support/outline_text.ts";

const READABLE = LANGUAGES.filter(({ grammar }) => grammar !== undefined);
const FIXTURES = new URL("../../fixtures/languages/", import.meta.url).pathname;

async function outlineOf(id: string, bytes: Uint8Array, path = ""): Promise<Outline> {
  const reader = await openReader(id, path);
  using reading = reader!.read(bytes);
  for (let at = 0; at < reading.outline.definitions.length; at++) {
    // Each must be walkable, whatever the tree looks like.
    reading.tokens(at);
    reading.layoutFreeKey(at, true);
  }
  return reading.outline;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function fixtures(id: string): { file: string; bytes: Uint8Array }[] {
  return [...Deno.readDirSync(`${FIXTURES}${id}`)].map(({ name }) => name)
    .filter((file) => !file.endsWith(".outline")).sort()
    .map((file) => ({ file, bytes: Deno.readFileSync(`${FIXTURES}${id}/${file}`) }));
}

for (const { id, name } of READABLE) {
  Deno.test(`hostile ${name}: no bytes break the reader`, async () => {
    const nested = (open: string, close: string, count: number) =>
      utf8(open.repeat(count) + close.repeat(count));
    const inputs: Uint8Array[] = [
      new Uint8Array(0),
      utf8("\0"),
      utf8("\ufeff"),
      utf8("\r\r\r"),
      new Uint8Array([0xff, 0xfe, 0x66, 0x00]),
      new Uint8Array([0xc3, 0x28, 0xa0, 0xa1]),
      utf8("\ud800".repeat(10)),
      ...["(", "[", "{", "<", '"', "'", "`", "/*", "#", "<<<<<<< "].map((each) =>
        utf8(each.repeat(2_000))
      ),
      nested("(", ")", 10_000),
      nested("{", "}", 10_000),
      nested("[", "]", 10_000),
      utf8("a" + ".b()".repeat(1_000)),
      utf8("a = ".repeat(10_000) + "1"),
      utf8("x + ".repeat(10_000) + "y"),
    ];
    for (const bytes of inputs) await outlineOf(id, bytes);
  });

  Deno.test(`hostile ${name}: pieces of real source break nothing`, async () => {
    const sources = fixtures(id).map(({ bytes }) => bytes);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sources),
        fc.nat(),
        fc.nat(),
        fc.uint8Array({ maxLength: 8 }),
        async (bytes, from, length, noise) => {
          const start = from % (bytes.length + 1);
          const end = start + length % (bytes.length - start + 1);
          const mixed = new Uint8Array(start + noise.length + bytes.length - end);
          mixed.set(bytes.subarray(0, start));
          mixed.set(noise, start);
          mixed.set(bytes.subarray(end), start + noise.length);
          const outline = await outlineOf(id, mixed);
          for (const definition of outline.definitions) {
            assert.ok(definition.start <= definition.nameStart);
            assert.ok(definition.nameStart <= definition.end);
            assert.ok(definition.startLine <= definition.endLine);
            assert.notEqual(definition.name, "");
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  Deno.test(`hostile ${name}: the outline does not depend on what was read before`, async () => {
    const all = fixtures(id);
    const read = async () => {
      const texts: string[] = [];
      for (const { file, bytes } of all) texts.push(outlineText(await outlineOf(id, bytes, file)));
      return texts;
    };
    const first = await read();
    for (const { bytes } of all) await outlineOf(id, bytes.subarray(0, bytes.length / 2));
    assert.deepEqual(await read(), first);
  });

  Deno.test(`hostile ${name}: line ends and a byte order mark change no name`, async () => {
    for (const { file, bytes } of fixtures(id)) {
      const text = new TextDecoder().decode(bytes);
      const names = async (changed: string) =>
        (await outlineOf(id, utf8(changed), file)).definitions.map((each) =>
          `${each.startLine}-${each.endLine} ${each.qualifiedName}`
        );
      const plain = await names(text);
      assert.deepEqual(await names(`\ufeff${text}`), plain, file);
      assert.deepEqual(await names(text.replaceAll("\n", "\r\n")), plain, file);
    }
  });
}

Deno.test("a file with merge conflict markers keeps the functions around them", async () => {
  const text =
    "def before(): pass\n\n<<<<<<< ours\ndef ours(): pass\n=======\ndef theirs(): pass\n" +
    ">>>>>>> theirs\n\ndef after(): pass\n";
  const { definitions } = await outlineOf("python", utf8(text));
  const names = definitions.map((each) => each.name);
  assert.deepEqual(names, ["before", "ours", "theirs", "after"]);
});
