/**
 * Processor time and peak memory of a manifest against git's, in one interleaved run.
 *
 * `deno task bench -- --repo DIR [--range A..B] [--runs N]`
 *
 * Each row is the median of the runs, and the ratio the median of the ratios of neighbouring runs: the
 * machine's speed drifts, a ratio does not. Needs bash, and GNU time for memory. Figures are whole
 * processes, start-up included.
 */

import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    repo: { type: "string", default: "." },
    range: { type: "string", default: "HEAD~1..HEAD" },
    runs: { type: "string", default: "5" },
  },
});

const ROOT = new URL("../../", import.meta.url).pathname;
const deno = [Deno.execPath(), "run", "--no-prompt", "--allow-read", "--ignore-env"];
const prism = [...deno, `${ROOT}cli.ts`];
const git = ["git", "-C", values.repo];
const [base, head] = values.range.split("..");

const CASES: { name: string; ours: string[]; theirs: string[] }[] = [
  {
    name: "--version against an empty script",
    ours: [...prism, "--version"],
    theirs: [...deno, empty()],
  },
  {
    name: `manifest ${values.range} against git diff-tree -r -M --numstat`,
    ours: [...prism, "manifest", "--repo", values.repo, values.range],
    theirs: [...git, "diff-tree", "-r", "-M", "--numstat", base, head],
  },
  {
    name: `manifest ${values.range} against an empty script`,
    ours: [...prism, "manifest", "--repo", values.repo, values.range],
    theirs: [...deno, empty()],
  },
  {
    name: "manifest of the work tree against git status and git diff",
    ours: [...prism, "manifest", "--repo", values.repo],
    theirs: [...git, "status", "--porcelain=v2", "-z", "-uall"],
  },
];

for (const { name, ours, theirs } of CASES) {
  await measure(ours);
  await measure(theirs);
  const pairs: [Measure, Measure][] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    pairs.push([await measure(ours), await measure(theirs)]);
  }
  const a = pairs.map(([each]) => each), b = pairs.map(([, each]) => each);
  const ratio = median(pairs.map(([x, y]) => x.seconds / Math.max(y.seconds, 0.001)));
  console.log(name);
  for (const [side, all] of [["ours", a], ["theirs", b]] as const) {
    const seconds = median(all.map((each) => each.seconds));
    const memory = median(all.map((each) => each.kilobytes)) / 1024;
    console.log(`  ${side.padEnd(6)} ${seconds.toFixed(3)} s  ${memory.toFixed(0)} MiB`);
  }
  console.log(`  ratio  ${ratio.toFixed(2)}`);
}

interface Measure {
  seconds: number;
  kilobytes: number;
}

async function measure(command: string[]): Promise<Measure> {
  const script = 'TIMEFORMAT="cpu %U %S"; if [ -x /usr/bin/time ]; then ' +
    'time /usr/bin/time -f "memory %M" "$@" >/dev/null; else time "$@" >/dev/null; fi';
  const { stderr, success } = await new Deno.Command("bash", {
    args: ["-c", script, "-", ...command],
  })
    .output();
  const text = new TextDecoder().decode(stderr);
  if (!success) throw new Error(`${command.join(" ")}\n${text}`);
  const [, user, system] = /^cpu (\S+) (\S+)$/m.exec(text)!;
  const memory = /^memory (\d+)$/m.exec(text)?.[1] ?? "0";
  return { seconds: Number(user) + Number(system), kilobytes: Number(memory) };
}

function median(values: number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[Math.floor(sorted.length / 2)];
}

function empty(): string {
  const path = Deno.makeTempFileSync({ suffix: ".ts" });
  addEventListener("unload", () => Deno.removeSync(path));
  return path;
}
