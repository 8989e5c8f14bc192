import assert from "node:assert/strict";
import { SourceReadings } from "../../src/changes/source_readings.ts";
import { type FileSide, MODE } from "../../src/git/file_side.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import type { OutlineProblem, SourceReading } from "../../src/syntax/outline.ts";
import type { SourceReader } from "../../src/syntax/read_source.ts";

/** A reader that counts, of texts that say what is wrong with them. */
function countingReader(): { reader: SourceReader; read: string[]; disposed: string[] } {
  const read: string[] = [];
  const disposed: string[] = [];
  const reader = {
    read(bytes: Uint8Array): SourceReading {
      const text = new TextDecoder().decode(bytes);
      read.push(text.slice(0, 20));
      const code = text.split(" ")[0] as OutlineProblem["code"];
      const problems = code === "parser_failed" ? [{ code, message: "" }] : [];
      return {
        text,
        outline: { definitions: [], imports: [], exports: [], calls: [], problems },
        [Symbol.dispose]: () => void disposed.push(text.slice(0, 20)),
      } as unknown as SourceReading;
    },
  } as SourceReader;
  return { reader, read, disposed };
}

function side(text: string, id: string): FileSide {
  const bytes = new TextEncoder().encode(text);
  return {
    mode: MODE.regular,
    id: () => id as ObjectId,
    size: () => bytes.length,
    read: () => bytes,
    head: () => bytes,
  } as unknown as FileSide;
}

Deno.test("SourceReadings reads each content once for each reader", () => {
  const one = countingReader();
  const other = countingReader();
  const readings = new SourceReadings();
  const first = readings.get(one.reader, side("a", "1"), 100);
  assert.equal(readings.get(one.reader, side("a", "1"), 100), first);
  readings.trim();
  assert.equal(readings.get(one.reader, side("a", "1"), 100), first);
  assert.notEqual(readings.get(other.reader, side("a", "1"), 100), first);
  assert.deepEqual([one.read, other.read, one.disposed], [["a"], ["a"], ["a"]]);
});

Deno.test("SourceReadings disposes what was not asked for longest, and nothing in between", () => {
  const { reader, read, disposed } = countingReader();
  const readings = new SourceReadings();
  const big = "x".repeat(400_000);
  for (const name of ["1", "2", "3"]) readings.get(reader, side(name + big, name), Infinity);
  assert.deepEqual(disposed, []);
  readings.get(reader, side("1" + big, "1"), Infinity);
  readings.trim();
  assert.deepEqual(disposed.map((text) => text[0]), ["2"]);
  readings.get(reader, side("1" + big, "1"), Infinity);
  assert.equal(read.length, 3);
  readings.clear();
  assert.deepEqual(disposed.map((text) => text[0]).sort(), ["1", "2", "3"]);
});

Deno.test("SourceReadings keeps nothing from before a parser broke down", () => {
  const { reader, disposed } = countingReader();
  const readings = new SourceReadings();
  readings.get(reader, side("fine", "1"), 100);
  readings.get(reader, side("parser_failed", "2"), 100);
  readings.trim();
  assert.deepEqual(disposed, ["fine", "parser_failed"]);
});
