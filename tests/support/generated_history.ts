/**
 * Histories without content, made in one `git fast-import`: any shape, any dates.
 *
 * @module
 */

import { gitText, runGit } from "./scratch_repository.ts";

/** One commit: positions of its parents among the commits before it, and its date. */
export interface PlannedCommit {
  parents: number[];
  time: number;
  message?: string;
}

/** Makes the commits, each under `refs/heads/c<n>`; their names in order. */
export function makeHistory(directory: string, commits: readonly PlannedCommit[]): string[] {
  const lines: string[] = [];
  commits.forEach(({ parents, time, message = "" }, n) => {
    const text = message === "" ? `commit ${n}` : message;
    lines.push(`commit refs/heads/c${n}`, `mark :${n + 1}`);
    lines.push(`committer C <c@example.com> ${time} +0000`);
    lines.push(`data ${new TextEncoder().encode(text).length}`, text);
    parents.forEach((parent, i) => lines.push(`${i === 0 ? "from" : "merge"} :${parent + 1}`));
    if (parents.length === 0) lines.push("deleteall");
    lines.push("");
  });
  runGit(directory, ["fast-import", "--quiet", "--force"], { stdin: lines.join("\n") + "\n" });
  const names = new Map(
    gitText(directory, ["for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads"])
      .split("\n").map((line) => line.split(" ") as [string, string]),
  );
  return commits.map((_, n) => names.get(`c${n}`)!);
}

/** Numbers that look random and are the same in each run; each call gives one in [0, limit). */
export function numbersFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

/**
 * A history with branches, merges, octopus merges, criss-crosses and several roots.
 * @param skew how many seconds a date may lie off its place
 */
export function randomHistory(count: number, seed: number, skew: number): PlannedCommit[] {
  const next = numbersFrom(seed);
  return Array.from({ length: count }, (_, n): PlannedCommit => {
    const kind = next(100);
    const wanted = n === 0 || kind < 3 ? 0 : kind < 60 ? 1 : kind < 94 ? 2 : 3 + next(3);
    const parents = new Set<number>();
    for (let i = 0; i < wanted; i++) parents.add(Math.max(0, n - 1 - next(Math.min(n, 8))));
    const offset = skew === 0 ? 0 : next(2 * skew) - skew;
    // Several commits share a second, as after a rebase.
    return { parents: [...parents], time: 1_600_000_000 + Math.floor(n / 3) * 60 + offset };
  });
}
