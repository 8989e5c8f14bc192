/**
 * What answers cost a model, in real tokens, against the git output that they replace.
 *
 * `deno task bench:tokens -- --repo DIR [--commits N]`
 *
 * Takes N commits evenly from the first parents of HEAD and compares, for each, `git diff` with the
 * manifest: with functions, as an agent gets it, and as a bare list of files. The tokenizer is a public
 * one (o200k); others differ by some percent, and not in who wins. Commits where the answer is longer
 * than the diff are counted, not left out.
 */

import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer";
import { changeManifest } from "../../mod.ts";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: { repo: { type: "string", default: "." }, commits: { type: "string", default: "200" } },
});

function git(...args: string[]): string {
  const { stdout, success, stderr } = new Deno.Command("git", {
    args: ["-C", values.repo, ...args],
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

interface Row {
  readonly name: string;
  readonly tokens: number[];
}

const wanted = Number(values.commits);
const all = git("rev-list", "--first-parent", "--min-parents=1", "HEAD").trim().split("\n");
const step = Math.max(1, Math.floor(all.length / wanted));
const commits = all.filter((_, at) => at % step === 0).slice(0, wanted);

const rows: Row[] = ["git diff", "manifest with functions", "manifest, files only"]
  .map((name) => ({ name, tokens: [] }));
for (const sha of commits) {
  const range = { repo_path: values.repo, base_ref: `${sha}^`, head_ref: sha };
  const texts = [
    git("diff", "--no-ext-diff", "--no-color", `${sha}^`, sha),
    JSON.stringify(await changeManifest({ ...range, include_function_analysis: true })),
    JSON.stringify(await changeManifest(range)),
  ];
  texts.forEach((text, at) => rows[at].tokens.push(countTokens(text, { allowedSpecial: "all" })));
}

const [diff] = rows;
console.log(`${commits.length} commits of ${values.repo}`);
console.log("| answer | tokens, sum | of git diff | median | 90 % | longer than the diff |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const { name, tokens } of rows) {
  const sorted = tokens.toSorted((a, b) => a - b);
  const sum = tokens.reduce((a, b) => a + b, 0);
  const share = sum / diff.tokens.reduce((a, b) => a + b, 0);
  const longer = tokens.filter((count, at) => count > diff.tokens[at]).length;
  const cells = [
    name,
    sum,
    `${(100 * share).toFixed(0)} %`,
    sorted[sorted.length >> 1],
    sorted[Math.floor(sorted.length * 0.9)],
    `${longer} of ${commits.length}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
