import assert from "node:assert/strict";
import { CodeBase } from "../../src/calls/code_base.ts";
import { projectFiles } from "../../src/calls/project_files.ts";
import { detectLanguage } from "../../src/syntax/detect_language.ts";
import { CALLABLE_KINDS } from "../../src/syntax/outline.ts";
import { openGrammar, openReader } from "../../src/syntax/read_source.ts";
import { codeMemory } from "../support/code_base.ts";

const FIXTURES = new URL("../../fixtures/languages/", import.meta.url).pathname;
/** Nobody calls them by their names. */
const ACCESSORS = new Set(["getter", "setter", "test"]);
/** Accessors of events, and the second declarator of a declaration, which its definition is found by. */
const OTHERS = new Set(["add", "remove", "few"]);
const TYPES = new Set(["class", "interface", "enum", "struct", "trait", "type"]);

/** The fixtures of all languages whose names tell where they are defined. */
async function* sources(): AsyncGenerator<{ path: string; language: string; bytes: Uint8Array }> {
  for (const { name: folder, isDirectory } of Deno.readDirSync(FIXTURES)) {
    if (!isDirectory) continue;
    for (const { name } of Deno.readDirSync(FIXTURES + folder)) {
      if (name.endsWith(".outline")) continue;
      const bytes = Deno.readFileSync(`${FIXTURES}${folder}/${name}`);
      const language = detectLanguage(name, bytes);
      const grammar = await openGrammar(language);
      if (grammar?.definedAfter !== undefined) yield { path: name, language, bytes };
    }
  }
}

Deno.test("definers() finds every function and type, in files that nobody has read", async () => {
  let count = 0;
  const missed: string[] = [];
  for await (const { path, language, bytes } of sources()) {
    const reader = (await openReader(language, path))!;
    using reading = reader.read(bytes, { bindings: true });
    const wanted = reading.outline.definitions.filter(({ kind, name }) =>
      (CALLABLE_KINDS.has(kind) || TYPES.has(kind)) && !ACCESSORS.has(kind) && !OTHERS.has(name) &&
      /^[A-Za-z_]\w*$/.test(name)
    );
    for (const { name } of wanted) {
      const read = () => bytes;
      const source = { path, language, key: path, read };
      const family = (await openGrammar(language))!.modules?.family ?? language;
      const code = await CodeBase.open(
        [source],
        new Set([family]),
        codeMemory(),
        projectFiles([path], read),
      );
      if (code.definers(name, family).length === 0) missed.push(`${path}: ${name}`);
      count++;
    }
  }
  assert.deepEqual(missed, []);
  assert.ok(count > 50, `${count} definitions`);
});
