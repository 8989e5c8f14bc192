/**
 * Callers of Python against jedi: what it says of each call whose name one of the drawn functions may have.
 *
 * `--python PROGRAM` is a Python that has jedi. Edges that only we have at calls of which jedi knows nothing
 * are counted apart: nobody judges them.
 */

import { parseArgs } from "node:util";
import { definitionOf, type DefinitionSymbol } from "../../src/calls/symbol.ts";
import { isType } from "../../src/calls/value.ts";
import { callerOptions } from "./caller_options.ts";
import { CallerSample, described } from "./caller_sample.ts";
import { CallerScore } from "./caller_score.ts";
import { missReason } from "./caller_misses.ts";

/** A call as jedi sees it. */
interface KnownCall {
  readonly path: string;
  readonly start: number;
  readonly name: string;
  /** Whether it says anything. */
  readonly known: boolean;
  readonly targets: readonly { path: string; line: number; name: string; type: string }[];
}

const { dir, functions, seed, misses } = callerOptions();
const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: { python: { type: "string", default: "python3" } },
  strict: false,
});
const sample = await CallerSample.open(dir, "python");
const drawn = sample.functions(functions, seed);
const calls = await knownCalls(drawn);
const byTarget = new Map<string, KnownCall[]>();
for (const call of calls) {
  for (const target of new Set(call.targets.flatMap(symbols).map(keyOf))) {
    byTarget.set(target, [...byTarget.get(target) ?? [], call]);
  }
}
const silent = new Set(
  calls.filter(({ known }) => !known).map(({ path, start, name }) =>
    `${path}\0${sample.around(path, start)}\0${name}`
  ),
);
const score = new CallerScore();
let unjudged = 0;
for (const target of drawn) {
  const theirs = new Map((byTarget.get(keyOf(target)) ?? []).map(({ path, start, name }) => [
    sample.around(path, start),
    `${path}:${start} ${name}`,
  ]));
  const ours = new Map<string, { confidence: string; detail: string }>();
  for (const { file, call, confidence, via } of sample.callers(target).callers) {
    if (call.form === "reference") continue;
    const edge = sample.callable(file, call.within);
    if (!theirs.has(edge) && silent.has(`${file.path}\0${edge}\0${call.callee}`)) {
      unjudged++;
      continue;
    }
    if (!theirs.has(edge) && confidence === "likely") {
      // A call of what is above may run what overrides it; jedi names what is above.
      const above = inherited(target).flatMap((each) => byTarget.get(keyOf(each)) ?? []);
      if (above.some(({ path, start }) => sample.around(path, start) === edge)) {
        theirs.set(edge, `${file.path}:${call.start} ${call.callee}`);
      }
    }
    const detail = `line ${call.line} ${call.receiver ?? ""} ${call.callee} via ${via}`;
    ours.set(edge, { confidence, detail });
  }
  score.add(described(target), ours, theirs, (_edge, detail) => {
    const [, path, start] = /^(.*?):(\d+) /.exec(detail)!;
    return missReason(sample, target, path, Number(start));
  });
}
score.print(`${dir.split("/").at(-1)}, seed ${seed}`, misses);
console.log(`  only ours where jedi knows nothing: ${unjudged}`);

/** What jedi says of the calls that may be of these functions. */
async function knownCalls(targets: readonly DefinitionSymbol[]): Promise<KnownCall[]> {
  const names = new Set(targets.map((each) => {
    const { name, kind, parent } = definitionOf(each);
    return kind === "constructor" && parent >= 0 ? each.file.definition(parent).name : name;
  }));
  for (const path of sample.paths) {
    const file = sample.code.file(path)!;
    for (const { name, alias } of file.outline.imports) {
      if (name !== null && alias !== null && names.has(name)) names.add(alias);
    }
    // A class is called for the constructor that it inherits.
    for (const { name, kind } of file.outline.definitions) if (kind === "class") names.add(name);
  }
  names.add("super");
  const child = new Deno.Command(String(values.python), {
    args: [new URL("./python_calls.py", import.meta.url).pathname],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(
    new TextEncoder().encode(JSON.stringify({ dir, paths: sample.paths, names: [...names] })),
  );
  await writer.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean)
    .map((line) => JSON.parse(line) as KnownCall);
}

/** Our definitions of what jedi names: of a class, the constructor that it has or inherits. */
function symbols({ path, line, name }: KnownCall["targets"][number]): DefinitionSymbol[] {
  const file = sample.code.file(path);
  if (file === null) return [];
  const at = file.named(name).map((index) => ({ file, index })).filter((each) => {
    const { startLine, endLine } = definitionOf(each);
    return startLine <= line && line <= endLine;
  }).slice(-1);
  return at.flatMap((each) => {
    if (!isType(each)) return [each];
    return sample.search.resolver.values.members(each, "__init__");
  });
}

/** The methods that a method overrides. */
function inherited(target: DefinitionSymbol): DefinitionSymbol[] {
  const { values } = sample.search.resolver;
  const { name, parent } = definitionOf(target);
  if (parent < 0) return [];
  const found: DefinitionSymbol[] = [];
  let level = [{ file: target.file, index: parent }];
  for (let depth = 0; depth < 8 && level.length > 0; depth++) {
    level = level.flatMap((each) => values.bases(each));
    found.push(...level.flatMap((each) => values.members(each, name)));
  }
  return found;
}

function keyOf({ file, index }: DefinitionSymbol): string {
  return `${file.path}\0${index}`;
}
