import assert from "node:assert/strict";
import fc from "fast-check";
import { firstLines, selectText } from "../../src/answers/file_content.ts";
import { sentBytes } from "../../src/answers/shape/json_size.ts";

const encoder = new TextEncoder();
const cost = (text: string): number => sentBytes(JSON.stringify(text));
const all = { lines: null, bytes: Infinity } as const;

/** Lines with their ends; the last may have none. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const texts = fc.array(
  fc.constantFrom("", "a", "é", "漢字", "🙂", "\r", "long ".repeat(20), '"\\'),
  { maxLength: 12 },
).chain((lines) =>
  fc.boolean().map((end) => lines.join("\n") + (end && lines.length > 0 ? "\n" : ""))
);

Deno.test("selectText() gives the lines that were asked for, whatever the text", () => {
  fc.assert(
    fc.property(texts, fc.nat(14), fc.nat(14), (text, from, more) => {
      const lines = linesOf(text);
      const selected = selectText(encoder.encode(text), null, {
        lines: [from + 1, from + 1 + more],
        bytes: Infinity,
      });
      assert.equal(selected.text, lines.slice(from, from + 1 + more).join(""));
      assert.equal(selected.lines, linesOf(selected.text).length);
      assert.equal(selected.total, lines.length);
      assert.equal(selected.last, Math.min(from + 1 + more, lines.length));
      assert.equal(selected.cut, false);
    }),
  );
});

Deno.test("selectText() cuts behind a line, or else behind a character, and never exceeds the size", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, bytes) => {
      const selected = selectText(encoder.encode(text), null, { lines: null, bytes });
      assert.ok(encoder.encode(selected.text).length <= bytes);
      assert.ok(text.startsWith(selected.text));
      assert.ok(selected.text.isWellFormed());
      assert.equal(selected.cut, selected.text !== text);
      assert.equal(selected.insideLine, selected.cut && !selected.text.endsWith("\n"));
      if (selected.insideLine) assert.ok(!selected.text.includes("\n"));
    }),
  );
});

Deno.test("joining pieces of any size gives every line of a file once", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 8, max: 400 }), (text, most) => {
      const bytes = encoder.encode(text);
      const total = linesOf(text).length;
      let joined = "";
      for (let next = 1; next <= total;) {
        const selected = selectText(bytes, null, { lines: [next, total], bytes: Infinity });
        const part = firstLines(selected, cost, { most, something: true });
        if (part.insideLine) {
          // A line that is too long is had alone, without the limit.
          joined += selectText(bytes, null, { lines: [next, next], bytes: Infinity }).text;
          next++;
          continue;
        }
        assert.ok(part.lines > 0);
        joined += part.text;
        next += part.lines;
      }
      assert.equal(joined, text);
    }),
  );
});

Deno.test("selectText() decodes other encodings and leaves byte order marks out", () => {
  const latin1 = Uint8Array.from("caf\xe9\nno\xebl\n", (character) => character.charCodeAt(0));
  assert.equal(selectText(latin1, "iso-8859-1", all).text, "café\nnoël\n");
  const text = "\ufeffeins\nzwei\n";
  const wide = new Uint8Array(
    Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer,
  );
  const second = selectText(wide, "utf-16le", { lines: [2, 2], bytes: 100 });
  assert.deepEqual([second.text, second.total], ["zwei\n", 2]);
  assert.equal(selectText(encoder.encode(text), null, all).text, "eins\nzwei\n");
  // Inside of a file the character is part of the text.
  assert.equal(
    selectText(encoder.encode(`a\n${text}`), null, { lines: [2, 2], bytes: 9 }).text,
    "\ufeffeins\n".slice(0, 6),
  );
  const broken = selectText(Uint8Array.of(97, 0xff, 98), null, all);
  assert.deepEqual([broken.text, broken.damaged], ["a\ufffdb", true]);
});

Deno.test("firstLines() gives something of a line that is too long when it must, and nothing else", () => {
  const selected = selectText(encoder.encode("x".repeat(5000) + "\nend\n"), null, all);
  const some = firstLines(selected, cost, { most: 1000, something: true });
  assert.ok(cost(some.text) <= 1000 && some.text.length > 900);
  assert.deepEqual([some.lines, some.cut, some.insideLine], [1, true, true]);
  const none = firstLines(selected, cost, { most: 1000, something: false });
  assert.deepEqual([none.text, none.lines, none.cut, none.insideLine], ["", 0, true, false]);
  const least = firstLines(selected, cost, { most: 0, something: true });
  assert.equal(least.text.length, 200);
});
