import assert from "node:assert/strict";
import type { FileChange } from "../../src/changes/change_set.ts";
import { LocalRepositories } from "../../src/operations/local_repositories.ts";
import { gitText, runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

/** One process that is asked again and again; each answer is the file `a.txt` of the last commit. */
function asker() {
  const repositories = new LocalRepositories();
  return async (directory: string): Promise<FileChange> => {
    const place = { cwd: directory, environment: {}, now: () => new Date(0) };
    const range = { base: "HEAD~1", head: "HEAD", symmetric: false };
    const reading = await repositories.open(null, place).readRange(range, {
      step: () => Promise.resolve(),
    });
    return reading.changeSet.files.find(({ path }) => path === "a.txt")!;
  };
}

function withTwoCommits(work: (directory: string) => Promise<void>): Promise<void> {
  return withRepositoryAsync(async (directory) => {
    Deno.writeTextFileSync(`${directory}/.gitattributes`, "*.txt diff=special\n");
    for (const text of ["one\n", "one\ntwo\n"]) {
      Deno.writeTextFileSync(`${directory}/a.txt`, text);
      runGit(directory, ["add", "."]);
      runGit(directory, ["commit", "-qm", text.trim()]);
    }
    await work(directory);
  });
}

Deno.test("a comparison is made anew when the configuration that counts has changed", async () => {
  await withTwoCommits(async (directory) => {
    const ask = asker();
    assert.equal((await ask(directory)).linesAdded, 1);
    assert.equal(await ask(directory), await ask(directory), "an unchanged range is kept");
    runGit(directory, ["config", "diff.special.binary", "true"]);
    assert.equal((await ask(directory)).binary, true);
    runGit(directory, ["config", "diff.special.binary", "false"]);
    assert.equal((await ask(directory)).binary, false);
    runGit(directory, ["config", "core.bigFileThreshold", "5"]);
    assert.equal((await ask(directory)).binary, true);
  });
});

Deno.test("a comparison is made anew when an object has been replaced", async () => {
  await withTwoCommits(async (directory) => {
    const ask = asker();
    assert.equal((await ask(directory)).linesAdded, 1);
    const stdin = "one\ntwo\nthree\nfour\n";
    const other = gitText(directory, ["hash-object", "-w", "--stdin"], { stdin });
    runGit(directory, ["replace", "HEAD:a.txt", other]);
    assert.equal((await ask(directory)).linesAdded, 3);
  });
});

Deno.test("repositories of the same trees do not answer for each other", async () => {
  await withTwoCommits(async (directory) => {
    const ask = asker();
    runGit(directory, ["clone", "-q", "--bare", ".", "bare"]);
    assert.equal((await ask(`${directory}/bare`)).binary, false);
    Deno.writeTextFileSync(`${directory}/.gitattributes`, "*.txt binary\n");
    assert.equal((await ask(directory)).binary, true);
    assert.equal((await ask(`${directory}/bare`)).binary, false);
  });
});

Deno.test("an object that was missing is looked for again", async () => {
  await withTwoCommits(async (directory) => {
    const ask = asker();
    const id = gitText(directory, ["rev-parse", "HEAD:a.txt"]);
    const path = `${directory}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`;
    Deno.renameSync(path, `${directory}/aside`);
    assert.equal((await ask(directory)).problem?.code, "object_missing");
    Deno.renameSync(`${directory}/aside`, path);
    const file = await ask(directory);
    assert.equal(file.problem, null);
    assert.equal(file.linesAdded, 1);
  });
});
