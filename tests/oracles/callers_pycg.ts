/**
 * Callers of Python against the call graphs of the PyCG micro-benchmark (V. Salis et al., "PyCG: Practical
 * Call Graph Generation in Python", ICSE 2021), by category.
 *
 * `--dir DIR` is its folder `micro-benchmark/snippets`. Calls of lambdas and of what is out of a snippet
 * are left out: they are no functions with a name.
 */

import { CALLABLE_KINDS } from "../../src/syntax/outline.ts";
import { callerOptions } from "./caller_options.ts";
import { CallerSample } from "./caller_sample.ts";

interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

const { dir, misses } = callerOptions();
const all: Counts = { right: 0, wrong: 0, missed: 0 };
for (const category of folders(dir)) {
  const counts: Counts = { right: 0, wrong: 0, missed: 0 };
  for (const name of folders(`${dir}/${category}`)) await compare(`${category}/${name}`, counts);
  print(category, counts);
  for (const key of ["right", "wrong", "missed"] as const) all[key] += counts[key];
}
print("all", all);

async function compare(snippet: string, counts: Counts): Promise<void> {
  const graph: Record<string, string[]> = JSON.parse(
    Deno.readTextFileSync(`${dir}/${snippet}/callgraph.json`),
  );
  const sample = await CallerSample.open(`${dir}/${snippet}`, "python");
  const ours = new Set<string>();
  const functions = new Set<string>();
  for (const path of sample.paths) {
    const file = sample.code.file(path)!;
    for (const [index, { kind, qualifiedName }] of file.outline.definitions.entries()) {
      if (!CALLABLE_KINDS.has(kind) || /\blambda\b/.test(file.definition(index).signature)) {
        continue;
      }
      const target = `${moduleOf(path)}.${qualifiedName}`;
      functions.add(target);
      for (const { file: from, call } of sample.callers({ file, index }).callers) {
        if (call.form === "reference") continue;
        const around = [...from.around(call.within)]
          .find((each) => CALLABLE_KINDS.has(from.definition(each).kind));
        const caller = around === undefined ? "" : `.${from.definition(around).qualifiedName}`;
        ours.add(`${moduleOf(from.path)}${caller} -> ${target}`);
      }
    }
  }
  const theirs = new Set(
    Object.entries(graph).flatMap(([caller, targets]) =>
      targets.filter((target) => functions.has(target)).map((target) => `${caller} -> ${target}`)
    ),
  );
  for (const edge of theirs) {
    if (ours.has(edge)) counts.right++;
    else {
      counts.missed++;
      if (misses > 0) console.log(`missed ${snippet}: ${edge}`);
    }
  }
  for (const edge of ours) {
    if (theirs.has(edge)) continue;
    counts.wrong++;
    if (misses > 0) console.log(`only ours ${snippet}: ${edge}`);
  }
}

function moduleOf(path: string): string {
  return path.replace(/(?:(?:^|\/)__init__)?\.py$/, "").replaceAll("/", ".");
}

function folders(path: string): string[] {
  return [...Deno.readDirSync(path)].filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => name).sort();
}

function print(name: string, { right, wrong, missed }: Counts): void {
  const share = (part: number, whole: number): string =>
    whole === 0 ? "none" : (part / whole).toFixed(3);
  console.log(
    `${name.padEnd(14)} precision ${share(right, right + wrong)}, recall ${
      share(right, right + missed)
    }; ${right} edges agree, ${wrong} only ours, ${missed} missed`,
  );
}
