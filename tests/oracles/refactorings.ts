/**
 * Scores function changes against the labels of RefactoringMiner's oracle: methods that were renamed or
 * moved, and what changed in their signatures, in commits of some hundred projects, with the sources
 * of both sides.
 *
 * `deno task oracle:refactorings -- DIR [--digits 01234567] [--set NAME] [--misses] [--commit ID]`
 *
 * DIR is a checkout of github.com/tsantalis/RefactoringMiner, bare or not. Only commits whose id
 * begins with one of the digits count; the others are kept for a look nobody has taken yet.
 *
 * - Labels validated as true (`TP`, and `CTP`: true as part of a larger change) are to be found: recall. The
 *   two sides of a label name the functions by name, parameter names and class; classes may be
 *   written differently, so a class decides only between functions that are otherwise equal.
 * - A rename of ours is right when a label says so, whether as a rename or as part of a move, and
 *   wrong when one says that it is none (`FP`). Those that no label speaks of are counted apart, and as
 *   wrong in the strict precision: tools found the labels, and not all of what is true. Left out are
 *   constructors, whose name changes with the class, and tests whose name is a sentence.
 * - Moves of whole classes are one label there, so moves are scored by recall alone.
 * - Of the Java labels, the newest version that the checkout holds is read; the file itself may be too
 *   large for a mirror.
 */

import { parseArgs } from "node:util";
import type { FunctionChange } from "../../src/changes/function_change.ts";
import type { Definition } from "../../src/syntax/outline.ts";
import { functionChanges } from "./compared_commit.ts";
import { OracleRepository } from "./oracle_repository.ts";
import type { Label, LabelledMethod } from "./refactoring_labels.ts";

const { values, positionals } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    digits: { type: "string", default: "01234567" },
    set: { type: "string" },
    commit: { type: "string", default: "" },
    misses: { type: "boolean", default: false },
  },
});

/** A pair of ours. */
type Pair = FunctionChange & {
  before: NonNullable<FunctionChange["before"]>;
  after: NonNullable<FunctionChange["after"]>;
};

interface Score {
  labels: number;
  found: number;
  right: number;
  wrong: number;
  unlabelled: number;
}

const scores = new Map<string, Score>();

function score(set: string, type: string): Score {
  const key = `${set}\t${type}`;
  let found = scores.get(key);
  if (found === undefined) {
    scores.set(key, found = { labels: 0, found: 0, right: 0, wrong: 0, unlabelled: 0 });
  }
  return found;
}

/** The type a label asks for, and what ours must have. */
const SIGNATURE_KINDS: Record<string, string> = {
  "Add Parameter": "parameter_added",
  "Remove Parameter": "parameter_removed",
  "Reorder Parameter": "parameter_reordered",
  "Rename Parameter": "parameter_renamed",
  "Change Parameter Type": "parameter_type_changed",
  "Change Return Type": "return_type_changed",
  "Add Method Annotation": "decorator_added",
  "Remove Method Annotation": "decorator_removed",
  "Change Method Access Modifier": "visibility_changed",
  "Add Method Modifier": "modifier_changed",
  "Remove Method Modifier": "modifier_changed",
};

function isMethod(definition: Definition, { name, parameters }: LabelledMethod): boolean {
  const accessor = /^([gs]et)ter$/.exec(definition.kind)?.[1] ?? "";
  const names = [definition.name, definition.container?.split(".").at(-1) ?? ""];
  if (
    names[0] !== name &&
    !names.some((own) => `${accessor}${own}`.toLowerCase() === name.toLowerCase())
  ) {
    return false;
  }
  const ours = (definition.parameters ?? []).map((parameter) => parameter.name.replace(/^\W+/, ""))
    .filter((name, i) => i > 0 || (name !== "self" && name !== "cls"));
  return ours.length === parameters.length &&
    ours.every((name, i) => name === parameters[i].replace(/^\W+/, ""));
}

/** 0 to 2: how well the place fits the class of a label. */
function placeFit({ definition, path }: Pair["before"], { container }: LabelledMethod): number {
  const theirs = container.split(".").at(-1)!;
  const ours = definition.container?.split(/[^\p{L}\p{N}_$]+/u).at(-1);
  if (ours === theirs) return 2;
  if (ours === undefined && /^(__module__|module)$/.test(theirs)) return 2;
  return path.includes(`${theirs}.`) || container.includes(ours ?? "\0") ? 1 : 0;
}

function renamePair(pairs: readonly Pair[], label: Label): Pair | undefined {
  return best(pairs, (pair) => {
    if (
      !isMethod(pair.before.definition, label.before!) ||
      !isMethod(pair.after.definition, label.after!)
    ) {
      return -1;
    }
    return placeFit(pair.before, label.before!) + placeFit(pair.after, label.after!);
  });
}

function signaturePair(pairs: readonly Pair[], label: Label): Pair | undefined {
  return best(pairs, (pair) => {
    const after = isMethod(pair.after.definition, label.after!);
    const before = isMethod(pair.before.definition, label.after!);
    if (!after && !before) return -1;
    const fit = Math.max(placeFit(pair.after, label.after!), placeFit(pair.before, label.after!));
    return fit + (hasSignature(pair, label) ? 0.5 : 0);
  });
}

function best(pairs: readonly Pair[], fit: (pair: Pair) => number): Pair | undefined {
  let found: Pair | undefined;
  let most = -1;
  for (const pair of pairs) {
    const value = fit(pair);
    if (value > most) [most, found] = [value, pair];
  }
  return most < 0.5 ? undefined : found;
}

/** There, names with an underscore and inner functions are private; in the language they are not. */
const WITHOUT_VISIBILITY = new Set(["javascript"]);

function hasSignature(pair: Pair, label: Label): boolean {
  const kind = SIGNATURE_KINDS[label.type];
  const name = /^[^\s:]+/.exec(
    label.detail![label.type === "Add Parameter" ? 0 : 1] || label.detail![0],
  )?.[0];
  return pair.signatureChanges.some((change) =>
    change.kind === kind &&
    (!kind.startsWith("parameter_") || kind === "parameter_reordered" ||
      change.name?.replace(/^\W+/, "") === name?.replace(/^\W+/, ""))
  );
}

function scoreCommit(
  set: string,
  commit: string,
  labels: readonly Label[],
  pairs: readonly Pair[],
): void {
  const say = (what: string, text: string): void => {
    if (values.misses) console.log(`${what}\t${set} ${commit.slice(0, 10)}\t${text}`);
  };
  const right = new Set<Pair>();
  const wrong = new Set<Pair>();
  for (const label of labels) {
    const isPair = label.before !== null;
    const type = isPair && label.type !== "Rename Method" && label.type !== "Move And Rename Method"
      ? "Move Method"
      : label.type;
    const pair = isPair ? renamePair(pairs, label) : signaturePair(pairs, label);
    const found = pair !== undefined && (isPair || hasSignature(pair, label));
    if (isPair && pair !== undefined) (label.valid ? right : wrong).add(pair);
    if (!label.valid || (WITHOUT_VISIBILITY.has(set) && type.endsWith("Access Modifier"))) continue;
    const counts = score(set, type);
    counts.labels++;
    if (found) counts.found++;
    else say("MISS", `${label.text}${pair === undefined ? "" : ` [${describe(pair)}]`}`);
  }
  for (const pair of pairs) {
    const { definition: old } = pair.before;
    const { definition: now } = pair.after;
    if (old.name === now.name || old.kind === "constructor" || /\s/.test(now.name)) continue;
    const counts = score(set, pair.kind === "moved" ? "Move And Rename Method" : "Rename Method");
    if (right.has(pair)) counts.right++;
    else if (wrong.has(pair)) counts.wrong++;
    else counts.unlabelled++;
    if (!right.has(pair)) say(wrong.has(pair) ? "FALSE" : "EXTRA", describe(pair));
  }
}

function describe({ kind, before, after, signatureChanges }: Pair): string {
  const changes = signatureChanges.map(({ kind, old, new: now }) => `${kind} ${old} > ${now}`);
  return `${kind} ${before.definition.qualifiedName}:${before.definition.startLine} -> ` +
    `${after.definition.qualifiedName}:${after.definition.startLine} ${after.path} ${
      changes.join("; ")
    }`;
}

const oracle = new OracleRepository(positionals[0] ?? ".");
for (const { name, commits } of oracle.labels(values.digits)) {
  if (values.set !== undefined && values.set !== name) continue;
  for (const { id, labels } of commits) {
    if (!id.startsWith(values.commit) || labels.length === 0) continue;
    const changes = await oracle.changes(id);
    if (changes === null) continue;
    const pairs = (await functionChanges(changes))
      .filter((change): change is Pair => change.before !== null && change.after !== null);
    scoreCommit(name, id, labels, pairs);
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? "-" : (part / whole).toFixed(3);
console.log("set\tkind\tlabels\tfound\trecall\tright\twrong\tunlabelled\tprecision\tstrict");
const total: Record<string, Score> = {};
for (const [key, counts] of [...scores]) {
  const all = total[`all\t${key.split("\t")[1]}`] ??= {
    labels: 0,
    found: 0,
    right: 0,
    wrong: 0,
    unlabelled: 0,
  };
  for (const part of Object.keys(all) as (keyof Score)[]) all[part] += counts[part];
}
const rows = [...[...scores].sort((a, b) => a[0] < b[0] ? -1 : 1), ...Object.entries(total)];
for (const [key, { labels, found, right, wrong, unlabelled }] of rows) {
  const precision = [percent(right, right + wrong), percent(right, right + wrong + unlabelled)];
  console.log(
    [key, labels, found, percent(found, labels), right, wrong, unlabelled, ...precision].join("\t"),
  );
}
