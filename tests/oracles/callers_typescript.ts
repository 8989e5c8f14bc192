/**
 * Callers of TypeScript and JavaScript against those of the TypeScript language service: references that
 * are calls, `new`, elements or decorators. The compiler is fetched from npm when this runs.
 */

import { callerOptions } from "./caller_options.ts";
import { CallerSample, described } from "./caller_sample.ts";
import { CallerScore } from "./caller_score.ts";
import { missReason } from "./caller_misses.ts";
import { languageService } from "./typescript_service.ts";
import { TypeScriptReferences } from "./typescript_references.ts";

const { dir, functions, seed, misses } = callerOptions();
const sample = await CallerSample.open(dir, "ecmascript");
const references = new TypeScriptReferences(languageService(sample), dir);
const score = new CallerScore();
let drawn = 0;
for (const target of sample.functions(Infinity, seed)) {
  if (drawn >= functions) break;
  const calls = references.callsOf(target);
  if (calls === null) continue;
  drawn++;
  const found = sample.callers(target).callers.filter(({ call }) => call.form !== "reference");
  const ours = new Map(found.map(({ file, call, confidence, via }) => [
    sample.callable(file, call.within),
    { confidence, detail: `line ${call.line} ${call.receiver ?? ""} ${call.callee} via ${via}` },
  ]));
  const theirs = new Map(calls.map(({ path, start, text }) => [
    sample.around(path, start),
    `${path}:${start} ${text}`,
  ]));
  for (const { file, call } of found) {
    const edge = sample.callable(file, call.within);
    if (theirs.has(edge)) continue;
    if (references.confirms(target, file.path, call.start, call.callee)) {
      theirs.set(edge, `${file.path}:${call.start} ${call.callee}`);
    }
  }
  score.add(described(target), ours, theirs, (_edge, detail) => {
    const [, path, start] = /^(.*?):(\d+) /.exec(detail)!;
    return missReason(sample, target, path, Number(start));
  });
}
score.print(`${dir.split("/").at(-1)}, seed ${seed}`, misses);
