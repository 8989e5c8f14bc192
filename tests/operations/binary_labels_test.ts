import assert from "node:assert/strict";
import { changeManifest } from "../../mod.ts";
import { gitText, runGit } from "../support/scratch_repository.ts";

async function withRepository(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = Deno.makeTempDirSync({ prefix: "prism-test-" });
  try {
    runGit(directory, ["init", "-q", "-b", "main"]);
    await work(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

/** What git counts: lines of `--numstat`, dashes for a binary file. */
function countsByGit(directory: string, args: readonly string[]): string[] {
  return gitText(directory, ["diff", "-M", "--numstat", ...args]).split("\n").sort();
}

async function countsByUs(directory: string, scope: string): Promise<string[]> {
  const { files } = await changeManifest({ base_ref: "HEAD", repo_path: directory });
  return files.filter((file) => file.change_scope === scope).map((file) => {
    const counts = file.is_binary ? "-\t-" : `${file.lines_added}\t${file.lines_removed}`;
    const path = file.old_path === null ? file.path : `${file.old_path} => ${file.path}`;
    return `${counts}\t${path}`;
  }).sort();
}

Deno.test("changeManifest() takes each side for binary by its own path and kind", async () => {
  await withRepository(async (directory) => {
    const write = (path: string, text: string) =>
      Deno.writeTextFileSync(`${directory}/${path}`, text);
    write(".gitattributes", "*.c -diff\n");
    write("from.c", "a\n".repeat(20));
    write("to", "b\n".repeat(20));
    Deno.symlinkSync("nowhere", `${directory}/link.c`);
    runGit(directory, ["add", "-A"]);
    runGit(directory, ["commit", "-qm", "x"]);
    runGit(directory, ["mv", "from.c", "from"]);
    runGit(directory, ["mv", "to", "to.c"]);
    runGit(directory, ["rm", "-q", "link.c"]);
    const ours = await countsByUs(directory, "staged");
    assert.deepEqual(ours, countsByGit(directory, ["--cached"]));
    assert.deepEqual(ours, ["-\t-\tfrom.c => from", "-\t-\tto => to.c", "0\t1\tlink.c"]);
  });
});

Deno.test("changeManifest() reads attributes that are not on disk from the index", async () => {
  await withRepository(async (directory) => {
    const write = (path: string, text: string) =>
      Deno.writeTextFileSync(`${directory}/${path}`, text);
    write(".gitattributes", "*.c -diff\n");
    for (const name of ["staged.c", "unstaged.c"]) write(name, "a\n");
    runGit(directory, ["add", "-A"]);
    runGit(directory, ["commit", "-qm", "x"]);
    Deno.removeSync(`${directory}/.gitattributes`);
    runGit(directory, ["update-index", "--skip-worktree", ".gitattributes"]);
    for (const name of ["staged.c", "unstaged.c"]) write(name, "b\n");
    runGit(directory, ["add", "staged.c"]);
    assert.deepEqual(await countsByUs(directory, "staged"), countsByGit(directory, ["--cached"]));
    assert.deepEqual(await countsByUs(directory, "unstaged"), ["-\t-\tunstaged.c"]);
    assert.deepEqual(countsByGit(directory, []), ["-\t-\tunstaged.c"]);
  });
});
