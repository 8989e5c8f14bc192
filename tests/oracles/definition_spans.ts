/**
 * Compares the definitions that outlines have with those of another tool: Universal Ctags, or any tool
 * whose findings stand in a file.
 *
 * `deno task oracle:spans -- --language ID --dir DIR [--reference FILE] [--misses N] [--ends]`
 *
 * DIR holds files. FILE has a line for each definition: path below DIR, line of the name, name, and
 * perhaps last line, with tabs between. Printed are recall, which is how many of the reference's
 * definitions the outlines have with the same name in the same line, the first N misses, and with `--ends`
 * those whose last line differs.
 */

import { parseArgs } from "node:util";
import { LANGUAGES } from "../../grammars/mod.ts";
import { detectLanguage } from "../../src/syntax/detect_language.ts";
import { openReader } from "../../src/syntax/read_source.ts";
import { type Tag, TAG_RULES, type TagRules } from "./tag_rules.ts";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    language: { type: "string" },
    dir: { type: "string" },
    reference: { type: "string" },
    misses: { type: "string", default: "30" },
    ends: { type: "boolean", default: false },
  },
});
const { language, dir } = values;
if (language === undefined || dir === undefined) {
  console.error("--language and --dir are needed");
  Deno.exit(2);
}
const grammar = LANGUAGES.find(({ id }) => id === language)?.grammar;
if (grammar === undefined) {
  console.error(`"${language}" is not read`);
  Deno.exit(2);
}
const rules: TagRules = TAG_RULES[language] ?? { language, kinds: "*" };
const tags = values.reference === undefined ? ctags() : given(values.reference);

let total = 0, found = 0, ends = 0, sameEnds = 0;
const misses: string[] = [], otherEnds: string[] = [];
for (const [path, expected] of Map.groupBy(tags, (tag) => tag.path)) {
  const bytes = Deno.readFileSync(`${dir}/${path}`);
  if (detectLanguage(path, bytes, null) !== language) continue;
  using reading = (await openReader(language, path))!.read(bytes);
  const { text, outline } = reading;
  const known = new Map<string, Set<number>>();
  for (const { name, nameStart, startLine, endLine } of outline.definitions) {
    const names = [rules.ours?.(name) ?? name, name];
    for (const line of [lineAt(text, nameStart), startLine]) {
      for (const each of names) {
        const key = `${each}\t${line}`;
        (known.get(key) ?? known.set(key, new Set()).get(key)!).add(endLine);
      }
    }
  }
  for (const tag of expected) {
    const name = rules.theirs === undefined ? tag.name : rules.theirs(tag);
    if (name === null) continue;
    total++;
    const endLines = known.get(`${name}\t${tag.line}`);
    if (endLines === undefined) {
      misses.push(`${path}:${tag.line} ${tag.kind} ${name}`);
      continue;
    }
    found++;
    if (tag.end === undefined) continue;
    ends++;
    if (endLines.has(tag.end)) sameEnds++;
    else {otherEnds.push(
        `${path}:${tag.line} ${tag.kind} ${name} ends ${[...endLines]}, not ${tag.end}`,
      );}
  }
}
console.log(`${language}: ${found} of ${total} definitions, ${percent(found, total)}`);
if (ends > 0) console.log(`last line equal: ${sameEnds} of ${ends}, ${percent(sameEnds, ends)}`);
for (const miss of misses.slice(0, Number(values.misses))) console.log(`missed ${miss}`);
if (values.ends) {
  for (const each of otherEnds.slice(0, Number(values.misses))) {
    console.log(each);
  }
}

/** What Universal Ctags finds. */
function ctags(): Tag[] {
  const { code, stdout, stderr } = new Deno.Command("ctags", {
    args: [
      "-R",
      "--output-format=json",
      "--fields=+neKsS",
      `--languages=${rules.language}`,
      `--kinds-${rules.language}=${rules.kinds}`,
      ...rules.options ?? [],
      "-f",
      "-",
      ".",
    ],
    cwd: dir,
  }).outputSync();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Tag & { _type: string })
    .filter(({ _type }) => _type === "tag");
}

/** What stands in a file. */
function given(file: string): Tag[] {
  return Deno.readTextFileSync(file).split("\n").filter((line) => line !== "").map((each) => {
    const [path, line, name, end] = each.split("\t");
    const last = end === undefined || end === "" ? {} : { end: Number(end) };
    return { path, line: Number(line), name, kind: "", ...last };
  });
}

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "none" : `${(100 * part / whole).toFixed(2)} %`;
}
