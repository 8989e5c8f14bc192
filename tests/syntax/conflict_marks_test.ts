import assert from "node:assert/strict";
import { blankConflictMarks } from "../../src/syntax/conflict_marks.ts";

Deno.test("blankConflictMarks() leaves every character in its place", () => {
  const text = "a\n<<<<<<< ours\r\nb\n||||||| base\nc\n=======\nd\n>>>>>>> theirs";
  const blank = blankConflictMarks(text);
  assert.equal(blank.length, text.length);
  assert.deepEqual(blank.split("\n").map((line) => line.trim()), [
    "a",
    "",
    "b",
    "",
    "c",
    "",
    "d",
    "",
  ]);
});

Deno.test("blankConflictMarks() keeps underlines and shifts of texts without a conflict", () => {
  const text = "Title\n=======\nx = y <<<<<<< z\n";
  assert.equal(blankConflictMarks(text), text);
});
