import assert from "node:assert/strict";
import fc from "fast-check";
import { CommitGraph } from "../../src/git/commit_graph.ts";
import { CommitSource, openCommits } from "../../src/git/commits.ts";
import type { ObjectFormat, ObjectId } from "../../src/git/object_id.ts";
import { dumpObjects } from "../support/dumped_objects.ts";
import { dumpConfig } from "../support/dumped_refs.ts";
import { makeHistory, randomHistory } from "../support/generated_history.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";

const GRAPH = ".git/objects/info/commit-graph";

/** Compares every commit's answer with what the commit itself says. */
function assertGraphTells(directory: string, format: ObjectFormat, ids: readonly ObjectId[]): void {
  const graph = CommitGraph.open([`${directory}/.git/objects`], format);
  assert.ok(graph !== null);
  const bare = new CommitSource(dumpObjects(directory, format));
  for (const id of ids) {
    const told = graph.find(id);
    assert.ok(told !== null, id);
    const { parents, time } = bare.read(id);
    assert.deepEqual(told.parents, parents);
    assert.equal(told.time, time);
    assert.equal(told.tree, bare.tree(id));
    for (const parent of parents) assert.ok(graph.find(parent)!.generation < told.generation);
  }
  graph.close();
}

for (const format of ["sha1", "sha256"] as const) {
  for (const version of ["1", "2"]) {
    Deno.test(`CommitGraph.find() tells what the commits say: ${format}, generations v${version}`, () => {
      withRepository((directory) => {
        const ids = makeHistory(directory, randomHistory(90, 11, 4000)) as ObjectId[];
        runGit(directory, [
          ...["-c", `commitGraph.generationVersion=${version}`],
          ...["commit-graph", "write", "--reachable"],
        ]);
        assertGraphTells(directory, format, ids);
      }, [`--object-format=${format}`]);
    });
  }
}

Deno.test("CommitGraph.find() knows corrected dates that need 64 bits", () => {
  withRepository((directory) => {
    const ids = makeHistory(directory, [
      { parents: [], time: 8_000_000_000 },
      { parents: [0], time: 1000 },
      { parents: [1], time: 2000 },
    ]) as ObjectId[];
    runGit(directory, ["commit-graph", "write", "--reachable"]);
    assertGraphTells(directory, "sha1", ids);
    const graph = CommitGraph.open([`${directory}/.git/objects`], "sha1")!;
    assert.equal(graph.find(ids[1])!.generation, 8_000_000_001);
    assert.equal(graph.find(ids[2])!.generation, 8_000_000_002);
    graph.close();
  });
});

Deno.test("CommitGraph.find() reads a chain of files", () => {
  withRepository((directory) => {
    const history = randomHistory(90, 12, 100);
    makeHistory(directory, history.slice(0, 40));
    runGit(directory, ["commit-graph", "write", "--reachable", "--split=no-merge"]);
    makeHistory(directory, history.slice(0, 70));
    runGit(directory, ["commit-graph", "write", "--reachable", "--split=no-merge"]);
    const ids = makeHistory(directory, history) as ObjectId[];
    runGit(directory, ["commit-graph", "write", "--reachable", "--split=no-merge"]);
    const chain = `${directory}/.git/objects/info/commit-graphs/commit-graph-chain`;
    assert.equal(Deno.readTextFileSync(chain).trim().split("\n").length, 3);
    assertGraphTells(directory, "sha1", ids);
    const graph = CommitGraph.open([`${directory}/.git/objects`], "sha1")!;
    assert.equal(graph.size, 90);
    assert.equal(graph.find("f".repeat(40) as ObjectId), null);
    graph.close();
  });
});

Deno.test("CommitGraph.find() survives every damage", () => {
  withRepository((directory) => {
    const ids = makeHistory(directory, randomHistory(40, 13, 100)) as ObjectId[];
    runGit(directory, ["commit-graph", "write", "--reachable"]);
    const path = `${directory}/${GRAPH}`;
    const sound = Deno.readFileSync(path);
    Deno.removeSync(path);
    const ask = (): void => {
      const graph = CommitGraph.open([`${directory}/.git/objects`], "sha1");
      for (const id of ids) graph?.find(id);
      graph?.close();
    };
    fc.assert(
      fc.property(
        fc.nat(sound.length),
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.boolean(),
        (length, changes, cut) => {
          const bytes = sound.slice(0, cut ? length : undefined);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          Deno.writeFileSync(path, bytes);
          ask();
        },
      ),
      { numRuns: 300 },
    );
    Deno.writeFileSync(path, sound.subarray(0, 600));
    assert.equal(CommitGraph.open([`${directory}/.git/objects`], "sha1"), null);
  });
});

Deno.test("CommitSource leaves the graph aside in a shallow or grafted repository", () => {
  withRepository((directory) => {
    const ids = makeHistory(directory, [
      { parents: [], time: 100 },
      { parents: [0], time: 200 },
      { parents: [1], time: 300 },
    ]) as ObjectId[];
    runGit(directory, ["commit-graph", "write", "--reachable"]);
    const objects = dumpObjects(directory, "sha1");
    const options = { objectDirs: [`${directory}/.git/objects`], commonDir: `${directory}/.git` };
    const whole = new CommitSource(objects, options);
    assert.equal(whole.read(ids[1]).generation, 200);
    whole.close();
    Deno.writeTextFileSync(`${directory}/.git/shallow`, `${ids[1]}\n`);
    const shallow = new CommitSource(objects, options);
    assert.deepEqual(shallow.read(ids[1]).parents, []);
    assert.equal(shallow.read(ids[2]).generation, Infinity);
    Deno.removeSync(`${directory}/.git/shallow`);
    Deno.writeTextFileSync(`${directory}/.git/info/grafts`, `# graft\n${ids[2]} ${ids[0]}\n`);
    const grafted = new CommitSource(objects, options);
    assert.deepEqual(grafted.read(ids[2]).parents, [ids[0]]);
    assert.equal(gitText(directory, ["rev-parse", `${ids[2]}^`]), ids[0]);
  });
});

Deno.test("openCommits() leaves the graph aside where git does", () => {
  withRepository((directory) => {
    const ids = makeHistory(directory, [
      { parents: [], time: 100 },
      { parents: [0], time: 200 },
      { parents: [0], time: 300 },
    ]) as ObjectId[];
    runGit(directory, ["commit-graph", "write", "--reachable"]);
    const gitDir = `${directory}/.git`;
    const generation = (replacements?: Map<ObjectId, ObjectId>): number => {
      const layout = {
        objectDir: `${gitDir}/objects`,
        commonDir: gitDir,
        config: dumpConfig(directory),
      };
      const commits = openCommits(layout, dumpObjects(directory, "sha1"), { replacements });
      const { generation } = commits.read(ids[1]);
      commits.close();
      return generation;
    };
    assert.equal(generation(), 200);
    assert.equal(generation(new Map([[ids[1], ids[2]]])), Infinity);
    runGit(directory, ["config", "core.commitGraph", "false"]);
    assert.equal(generation(), Infinity);
  });
});

Deno.test("CommitGraph.open() ignores what is no file", () => {
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/${GRAPH}`, { recursive: true });
    Deno.mkdirSync(`${directory}/${GRAPH}s`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/${GRAPH}s/commit-graph-chain`, "../../x\n");
    assert.equal(CommitGraph.open([`${directory}/.git/objects`], "sha1"), null);
  });
});
