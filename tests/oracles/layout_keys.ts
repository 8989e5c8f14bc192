/**
 * Counts the functions that a formatter changes by the measure of `layoutFreeKey`, which should be none.
 *
 * `deno task oracle:layout -- --language ID --before DIR --after DIR [--show N]`
 *
 * The two folders hold the same files, before and after the formatter ran. Functions are paired by path,
 * qualified name and order; printed are how many differ in text, and of those the ones whose keys differ,
 * or that have no partner.
 */

import { parseArgs } from "node:util";
import { detectLanguage } from "../../src/syntax/detect_language.ts";
import type { SourceReading } from "../../src/syntax/outline.ts";
import { openReader } from "../../src/syntax/read_source.ts";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    language: { type: "string" },
    before: { type: "string" },
    after: { type: "string" },
    show: { type: "string", default: "20" },
  },
});
const { language, before, after } = values;
if (language === undefined || before === undefined || after === undefined) {
  console.error("--language, --before and --after are needed");
  Deno.exit(2);
}

let files = 0, functions = 0, changed = 0;
const found: string[] = [];
for (const path of paths(before, "")) {
  const old = Deno.readFileSync(`${before}/${path}`);
  if (detectLanguage(path, old, null) !== language) continue;
  files++;
  const reader = (await openReader(language, path))!;
  using left = reader.read(old);
  using right = reader.read(Deno.readFileSync(`${after}/${path}`));
  const pairs = named(right);
  for (const [name, index] of named(left)) {
    functions++;
    const other = pairs.get(name);
    pairs.delete(name);
    const [one, two] = [spanOf(left, index), other === undefined ? "" : spanOf(right, other)];
    if (one === two) continue;
    changed++;
    const place = `${path}:${left.outline.definitions[index].startLine} ${name}`;
    if (other === undefined) {
      found.push(`${place} has no partner`);
      continue;
    }
    const [from, to] = [left.layoutFreeKey(index), right.layoutFreeKey(other)];
    if (from !== to) found.push(`${place}\n${difference(from, to)}`);
  }
  for (const name of pairs.keys()) found.push(`${path} ${name} is new`);
}
console.log(
  `${language}: ${functions} definitions in ${files} files, ${changed} with another text, ` +
    `${found.length} that are not equal in all but layout`,
);
for (const each of found.slice(0, Number(values.show))) console.log(each);

function* paths(dir: string, below: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(`${dir}/${below}`)) {
    if (name === "node_modules" || name === ".git") continue;
    if (isDirectory) yield* paths(dir, `${below}${name}/`);
    else if (isFile) yield below + name;
  }
}

/** Indices of definitions by name and order. */
function named(reading: SourceReading): Map<string, number> {
  const result = new Map<string, number>();
  const counts = new Map<string, number>();
  reading.outline.definitions.forEach(({ qualifiedName, kind }, index) => {
    const name = `${kind} ${qualifiedName}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    result.set(`${name}#${count}`, index);
  });
  return result;
}

function spanOf(reading: SourceReading, index: number): string {
  const { start, end } = reading.outline.definitions[index];
  return reading.text.slice(start, end);
}

/** Where two keys part. */
function difference(one: string, two: string): string {
  let at = 0;
  while (one[at] === two[at]) at++;
  const part = (key: string) => JSON.stringify(key.slice(Math.max(0, at - 60), at + 60));
  return `  ${part(one)}\n  ${part(two)}`;
}
