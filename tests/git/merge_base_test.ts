import assert from "node:assert/strict";
import { CommitSource } from "../../src/git/commits.ts";
import { isAncestor, mergeBases } from "../../src/git/merge_base.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { dumpObjects } from "../support/dumped_objects.ts";
import { makeHistory, numbersFrom, randomHistory } from "../support/generated_history.ts";
import { runGit, tryGit, withRepository } from "../support/scratch_repository.ts";

function gitMergeBases(directory: string, a: string, b: string): string[] {
  const { stdout } = tryGit(directory, ["merge-base", "--all", a, b]);
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

const HISTORIES = [
  { name: "honest clocks", skew: 0, seed: 1 },
  { name: "clocks off by minutes", skew: 600, seed: 2 },
  { name: "clocks off by the whole history", skew: 5000, seed: 3 },
];

for (const { name, skew, seed } of HISTORIES) {
  for (const graph of [false, true]) {
    Deno.test(`mergeBases() equals git merge-base --all: ${name}${graph ? ", commit-graph" : ""}`, () => {
      withRepository((directory) => {
        const ids = makeHistory(directory, randomHistory(120, seed, skew)) as ObjectId[];
        if (graph) runGit(directory, ["commit-graph", "write", "--reachable"]);
        const objects = dumpObjects(directory, "sha1");
        const commits = new CommitSource(objects, { objectDirs: [`${directory}/.git/objects`] });
        const next = numbersFrom(seed + 100);
        let several = 0;
        let none = 0;
        for (let i = 0; i < 80; i++) {
          const [a, b] = [ids[next(ids.length)], ids[next(ids.length)]];
          const expected = gitMergeBases(directory, a, b);
          assert.deepEqual(mergeBases(commits, a, b), expected, `${a} ${b}`);
          assert.equal(isAncestor(commits, a, b), expected.includes(a), `${a} before ${b}`);
          if (expected.length > 1) several++;
          if (expected.length === 0) none++;
        }
        assert.ok(several > 0 && none > 0, `several ${several}, none ${none}`);
        commits.close();
      });
    });
  }
}

Deno.test("mergeBases() finds both bases of a criss-cross", () => {
  withRepository((directory) => {
    const time = 1_600_000_000;
    const ids = makeHistory(directory, [
      { parents: [], time },
      { parents: [0], time: time + 10 },
      { parents: [0], time: time + 20 },
      { parents: [1, 2], time: time + 30 },
      { parents: [2, 1], time: time + 30 },
    ]) as ObjectId[];
    const commits = new CommitSource(dumpObjects(directory, "sha1"));
    assert.deepEqual(mergeBases(commits, ids[3], ids[4]), [ids[2], ids[1]]);
    assert.deepEqual(mergeBases(commits, ids[4], ids[4]), [ids[4]]);
  });
});
