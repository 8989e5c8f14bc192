import assert from "node:assert/strict";
import { LANGUAGES } from "../../grammars/mod.ts";
import { compileGrammar } from "../../src/syntax/compiled_grammar.ts";
import type { Grammar } from "../../src/syntax/language.ts";
import { openParser } from "../../src/syntax/parser.ts";

/** All names of types and fields that the tables of a grammar write as text. */
function namesOf(grammar: Grammar): { types: string[]; fields: string[] } {
  const { definitions, wrappers, calls, imports, exports, parameters, layout } = grammar;
  const tables = [definitions, wrappers, calls, imports, exports ?? {}, parameters];
  const rules = [definitions, wrappers, calls, parameters].flatMap((table) =>
    Object.values<object>(table)
  );
  const skipped = new Set(["kind", "form", "types"]);
  const fields = rules.flatMap((rule) =>
    Object.entries(rule).flatMap(([key, value]) =>
      key === "value" ? [value.field] : skipped.has(key) ? [] : [value]
    )
  ).filter((value): value is string => typeof value === "string");
  return {
    types: [
      ...tables.flatMap((table) => Object.keys(table)),
      ...grammar.decorators,
      ...layout.comments,
      ...layout.transparent,
      ...layout.strings,
    ],
    fields,
  };
}

for (const { id, name, grammar: load } of LANGUAGES) {
  if (load === undefined) continue;

  Deno.test(`the tables of ${name} name types and fields that its parsers know`, async () => {
    const grammar = await load();
    const parsers = await Promise.all(grammar.parsers.map(openParser));
    const types = new Set(parsers.flatMap(({ language }) => language.types));
    const fields = new Set(parsers.flatMap(({ language }) => language.fields));
    const named = namesOf(grammar);
    assert.deepEqual(named.types.filter((each) => !types.has(each)), [], `types of ${id}`);
    assert.deepEqual(named.fields.filter((each) => !fields.has(each)), [], `fields of ${id}`);
    for (const { language } of parsers) compileGrammar(grammar, language, parsers.length > 1);
  });
}

Deno.test("compileGrammar() refuses a type and a field that the parser does not know", async () => {
  const grammar = await LANGUAGES.find((language) => language.grammar !== undefined)!.grammar!();
  const { language } = await openParser(grammar.parsers[0]);
  const bad = (changes: Partial<Grammar>) => () =>
    compileGrammar({ ...grammar, ...changes }, language, false);
  assert.throws(bad({ decorators: ["no_such_type"] }), /no node type "no_such_type"/);
  const definitions = { [Object.keys(grammar.definitions)[0]]: { kind: "class", name: "nope" } };
  assert.throws(bad({ definitions } as Partial<Grammar>), /no field "nope"/);
});
