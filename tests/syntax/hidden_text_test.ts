import assert from "node:assert/strict";
import { hiddenSpans, hiddenTokens } from "../../src/syntax/hidden_text.ts";

Deno.test("hiddenSpans() finds what a code has blanks for, line by line", () => {
  const text = "int a;\nEXPORT int b;\nFOO\n";
  const code = "int a;\n       int b;\n   \n";
  const spans = hiddenSpans(text, code);
  assert.deepEqual(spans.map(({ start, end }) => text.slice(start, end)), ["EXPORT", "FOO"]);
  assert.deepEqual(hiddenSpans(text, text), []);
});

Deno.test("hiddenTokens() gives the tokens between two places without remarks", () => {
  const text = "a(1); // one\nb(2);\nc(3);\n";
  const spans = hiddenSpans(text, text.replace(/[^\n]/g, " "));
  assert.deepEqual(hiddenTokens(text, spans, 0, 14), ["a", "(", "1", ")", ";", "b"]);
  assert.deepEqual(hiddenTokens(text, [], 0, 99), []);
});
