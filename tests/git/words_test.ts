import assert from "node:assert/strict";
import fc from "fast-check";
import { WordFilter, wordKey } from "../../src/git/words.ts";

const encoder = new TextEncoder();
const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** What the filter of these words holds, by its description alone. */
function bitsOf(words: ReadonlySet<string>): Set<number> {
  const hashes = new Set([...words].map((word) => wordKey(word)[0]));
  const size = Math.max(1, Math.ceil(hashes.size * 16 / 32)) * 32;
  const bits = new Set<number>();
  for (const hash of hashes) {
    let step = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
    step = (step ^ step >>> 13 | 1) >>> 0;
    for (let n = 0n; n < 4n; n++) {
      bits.add(Number((BigInt(hash) + n * BigInt(step)) % 0x1_0000_0000n) % size);
    }
  }
  return bits;
}

Deno.test("WordFilter.of() holds each word of any text", () => {
  const piece = fc.oneof(
    fc.constantFrom("a", "_x", "$", "9", "12ab", " ", "\n", "é", "À", "日本", "😀", ".", "\0"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
      const text = pieces.join("").toWellFormed();
      const words = new Set(text.match(WORD) ?? []);
      const filter = WordFilter.of(encoder.encode(text));
      for (const word of words) assert.ok(filter.mayHold(wordKey(word)), JSON.stringify(word));
      const hashes = new Set([...words].map((word) => wordKey(word)[0]));
      assert.equal(filter.byteLength, Math.max(1, Math.ceil(hashes.size * 16 / 32)) * 4);
    }),
    { numRuns: 300 },
  );
});

Deno.test("WordFilter.of() says no as its description does, on random bytes too", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2000 }),
      fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 50 }),
      (bytes, asked) => {
        const latin1 = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
        // Bytes beyond ASCII are compared as they are, so they are left to the test above.
        const ascii = latin1.replace(/[\x80-\xff]/g, "-");
        const filter = WordFilter.of(encoder.encode(ascii));
        const words = new Set(ascii.match(WORD) ?? []);
        const bits = bitsOf(words);
        const size = filter.byteLength * 8;
        for (const word of asked.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? [])) {
          const [hash] = wordKey(word);
          let step = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
          step = (step ^ step >>> 13 | 1) >>> 0;
          const held = [0n, 1n, 2n, 3n].every((n) =>
            bits.has(Number((BigInt(hash) + n * BigInt(step)) % 0x1_0000_0000n) % size)
          );
          assert.equal(filter.mayHold([hash]), held, word);
        }
        WordFilter.of(bytes);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("WordFilter.of() seldom says yes to a word that is not there", () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(" ");
  const filter = WordFilter.of(encoder.encode(text));
  let wrong = 0;
  for (let i = 0; i < 20_000; i++) if (filter.mayHold(wordKey(`other${i}`))) wrong++;
  assert.ok(wrong < 100, `${wrong} of 20,000`);
});

Deno.test("wordKey() takes a name apart: operators, titles, signs around", () => {
  const filter = WordFilter.of(encoder.encode("operator new save init"));
  assert.ok(filter.mayHold(wordKey("operator new")));
  assert.ok(filter.mayHold(wordKey("save!")));
  assert.ok(filter.mayHold(wordKey("~init")));
  assert.ok(!filter.mayHold(wordKey("operator delete")));
  assert.deepEqual(wordKey("=="), []);
});

Deno.test("WordFilter.ofDefined() keeps words behind words, signs and line begins", () => {
  const text =
    "int made(a, b) {\n  return used(c);\n}\nfirst(x);\n  *pointed = other.far();\n#define M(x) inner\nx = (plain)(y)";
  const filter = WordFilter.ofDefined(encoder.encode(text), "*", ["return"]);
  const held = [
    "int",
    "made",
    "a",
    "b",
    "used",
    "c",
    "first",
    "x",
    "pointed",
    "other",
    "far",
    "define",
    "M",
    "plain",
    "y",
  ]
    .filter((word) => filter.mayHold(wordKey(word)));
  assert.deepEqual(held, ["int", "made", "first", "x", "pointed", "M", "plain"]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      assert.ok(
        WordFilter.ofDefined(bytes, "*&", ["a"]).byteLength <= WordFilter.of(bytes).byteLength,
      );
    }),
  );
});

Deno.test("WordFilter.ofDefined() looks into no comment and no string", () => {
  const text = `// int no;
/* int
no */ char yes;
print("int no /* ", '"', "\\" int no") int also;
char c = '"'; int third; /* never closed: int last;
int end;
`;
  const filter = WordFilter.ofDefined(encoder.encode(text), "", []);
  const held = ["no", "yes", "also", "third", "end"].filter((word) =>
    filter.mayHold(wordKey(word))
  );
  assert.deepEqual(held, ["yes", "also", "third", "end"]);
});
