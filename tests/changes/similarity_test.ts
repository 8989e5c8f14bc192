import assert from "node:assert/strict";
import { type ComparedFile, Similarity } from "../../src/changes/similarity.ts";
import { memorySide } from "../support/memory_side.ts";

function file(path: string, text: string): ComparedFile {
  const bytes = new TextEncoder().encode(text);
  return { path, side: memorySide(text, () => bytes) };
}

function matrix(capacity: number): { scores: number[][]; blocks: number } {
  const text = (i: number) =>
    Array.from({ length: 30 }, (_, n) => `${n % (i + 2)} ${n}\n`).join("");
  const sources = Array.from({ length: 9 }, (_, i) => file(`s${i}`, text(i)));
  const destinations = Array.from({ length: 7 }, (_, i) => file(`d${i}`, text(i + 4) + "x\n"));
  const scores = destinations.map(() => sources.map(() => -1));
  const firsts = new Set<number>();
  const similarity = new Similarity({}, capacity);
  similarity.matrix(sources, destinations, 30_000, (destination, first, row) => {
    firsts.add(first);
    row.forEach((score, i) => scores[destination][first + i] = score);
  });
  similarity.close();
  return { scores, blocks: firsts.size };
}

Deno.test("matrix() gives the same scores when the lists do not fit in memory", () => {
  const whole = matrix(1 << 20);
  assert.equal(whole.blocks, 1);
  assert.ok(whole.scores.flat().every((score) => score >= 0));
  assert.ok(whole.scores.flat().some((score) => score > 50_000));
  for (const capacity of [1, 700, 1500]) {
    const parts = matrix(capacity);
    assert.ok(parts.blocks > 1);
    assert.deepEqual(parts.scores, whole.scores);
  }
});

Deno.test("score() is the share of the larger file in sixty-thousandths", () => {
  const similarity = new Similarity();
  const whole = file("a", "one\ntwo\nsix\n");
  assert.equal(similarity.score(whole, file("b", "six\none\ntwo\n"), 1), 60_000);
  assert.equal(similarity.score(whole, file("b", "one\ntwo\n"), 1), 40_000);
  assert.equal(similarity.score(whole, file("b", "one\ntwo\n"), 45_000), 0);
  assert.equal(similarity.score(whole, file("b", ""), 1), 0);
  similarity.close();
});

Deno.test("score() leaves the CR of a CRLF out wherever it stands in the file", () => {
  const similarity = new Similarity();
  // Files are read a mebibyte at a time, and a CR may come last in one.
  for (const lead of [0, 1, 2]) {
    const dos = "y".repeat(lead) + ("x".repeat(30) + "\r\n").repeat(33_000);
    const unix = dos.replaceAll("\r\n", "\n");
    const expected = Math.floor(unix.length * 60_000 / dos.length);
    assert.equal(similarity.score(file(`dos${lead}`, dos), file(`unix${lead}`, unix), 1), expected);
  }
  similarity.close();
});
