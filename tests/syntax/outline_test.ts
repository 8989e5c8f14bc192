import assert from "node:assert/strict";
import { LANGUAGES } from "../../grammars/mod.ts";
import { detectLanguage } from "../../src/syntax/detect_language.ts";
import { openReader } from "../../src/syntax/read_source.ts";
import { outlineText } from "../support/outline_text.ts";

// `fixtures/languages/<id>/<case>` beside `<case>.outline`, which `deno task golden` writes anew.

const FIXTURES = new URL("../../fixtures/languages/", import.meta.url).pathname;
const GOLDEN = ".outline";
const update = Deno.env.get("UPDATE_GOLDENS") === "1";

for (const { id, name, grammar } of LANGUAGES) {
  if (grammar === undefined) continue;
  const folder = `${FIXTURES}${id}`;

  Deno.test(`openReader() reads ${name} as its goldens say`, async () => {
    const cases = [...Deno.readDirSync(folder)].map((entry) => entry.name)
      .filter((file) => !file.endsWith(GOLDEN)).sort();
    assert.ok(cases.length > 0, `${folder} holds no file`);
    for (const file of cases) {
      const bytes = Deno.readFileSync(`${folder}/${file}`);
      assert.equal(detectLanguage(file, bytes, null), id, file);
      const reader = await openReader(id, file);
      using reading = reader!.read(bytes);
      const text = outlineText(reading.outline);
      const golden = `${folder}/${file}${GOLDEN}`;
      if (update) Deno.writeTextFileSync(golden, text);
      else assert.equal(text, Deno.readTextFileSync(golden), file);
    }
  });
}
