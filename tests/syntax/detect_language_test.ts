import assert from "node:assert/strict";
import { LABELS, LANGUAGES, SHARED_EXTENSIONS } from "../../grammars/mod.ts";
import {
  detectLanguage,
  findLanguage,
  UNKNOWN_LANGUAGE,
} from "../../src/syntax/detect_language.ts";

interface Case {
  path: string;
  content?: string;
  attribute?: string;
  label: string;
}

const CASES: Case[] = JSON.parse(
  Deno.readTextFileSync(new URL("../../fixtures/languages/detected.json", import.meta.url)),
);
const encoder = new TextEncoder();

Deno.test("detectLanguage() labels every file of the table", () => {
  const wrong = CASES.flatMap(({ path, content, attribute, label }) => {
    const bytes = content === undefined ? undefined : encoder.encode(content);
    const got = detectLanguage(path, bytes, attribute);
    return got === label
      ? []
      : [`${path} ${attribute ?? ""} ${content ?? ""}: ${got}, not ${label}`];
  });
  assert.deepEqual(wrong, []);
});

Deno.test("detectLanguage() finds every language by each of its extensions, names and interpreters", () => {
  for (const language of LANGUAGES) {
    assert.equal(detectLanguage("x", null, language.name), language.id);
    for (const extension of language.extensions) {
      assert.equal(detectLanguage(`dir/x${extension}`), language.id, extension);
    }
    for (const name of language.filenames) assert.equal(detectLanguage(`d/${name}`), language.id);
    for (const program of language.interpreters) {
      const line = encoder.encode(`#!/usr/bin/env ${program}\n`);
      assert.equal(detectLanguage("x", line), language.id, program);
    }
  }
});

Deno.test("the language tables hold no id, file name or interpreter twice", () => {
  const all = [...LANGUAGES, ...LABELS];
  for (const key of ["extensions", "filenames", "interpreters"] as const) {
    const seen = new Set<string>();
    for (const language of all) {
      for (const value of language[key]) {
        assert(!seen.has(value), `${value} of ${language.id} stands twice`);
        seen.add(value);
      }
    }
  }
  const ids = all.map((language) => language.id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z][a-z0-9]*$/);
  assert(!ids.includes(UNKNOWN_LANGUAGE));
  assert(LANGUAGES.length >= 14);
  assert(LABELS.length >= 80);
});

Deno.test("the shared extensions name labels that exist", () => {
  const ids = new Set([...LANGUAGES, ...LABELS].map((language) => language.id));
  for (const { otherwise, rules } of SHARED_EXTENSIONS) {
    for (const label of [otherwise, ...rules.map((rule) => rule.label)]) {
      assert(ids.has(label), label);
    }
  }
});

Deno.test("findLanguage() knows the languages and not the labels", () => {
  for (const language of LANGUAGES) assert.equal(findLanguage(language.id), language);
  assert.equal(findLanguage(LABELS[0].id), undefined);
});
