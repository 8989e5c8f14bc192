import assert from "node:assert/strict";
import { CommitSource } from "../../src/git/commits.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { revList, type RevListOptions } from "../../src/git/rev_list.ts";
import { dumpObjects } from "../support/dumped_objects.ts";
import { makeHistory, numbersFrom, randomHistory } from "../support/generated_history.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";

const VARIANTS: { flags: string[]; options: RevListOptions }[] = [
  { flags: [], options: {} },
  { flags: ["--topo-order"], options: { order: "topo" } },
  { flags: ["--topo-order", "--reverse"], options: { order: "topo", reverse: true } },
  { flags: ["--reverse"], options: { reverse: true } },
  { flags: ["--first-parent"], options: { firstParent: true } },
  { flags: ["--first-parent", "--topo-order"], options: { firstParent: true, order: "topo" } },
  {
    flags: ["--first-parent", "--topo-order", "--reverse"],
    options: { firstParent: true, order: "topo", reverse: true },
  },
];

for (
  const { skew, seed } of [{ skew: 0, seed: 5 }, { skew: 300, seed: 6 }, { skew: 9000, seed: 7 }]
) {
  for (const graph of [false, true]) {
    Deno.test(`revList() equals git rev-list where clocks are off by ${skew} seconds${graph ? ", commit-graph" : ""}`, () => {
      withRepository((directory) => {
        const ids = makeHistory(directory, randomHistory(150, seed, skew)) as ObjectId[];
        if (graph) runGit(directory, ["commit-graph", "write", "--reachable"]);
        const commits = new CommitSource(dumpObjects(directory, "sha1"), {
          objectDirs: [`${directory}/.git/objects`],
        });
        const next = numbersFrom(seed);
        const some = (count: number): ObjectId[] =>
          Array.from({ length: count }, () => ids[next(ids.length)]);
        for (let i = 0; i < 16; i++) {
          const include = some(1 + i % 2);
          const exclude = some(i % 4 === 3 ? 2 : i % 2 === 0 ? 1 : 0);
          for (const { flags, options } of VARIANTS) {
            const args = [...flags, ...exclude.map((id) => `^${id}`), ...include];
            const expected = gitText(directory, ["rev-list", ...args]).split("\n").filter(Boolean);
            const actual = [...revList(commits, include, exclude, options)].map((node) => node.id);
            assert.deepEqual(actual, expected, args.join(" "));
          }
        }
        commits.close();
      });
    });
  }
}
