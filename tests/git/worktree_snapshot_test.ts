import assert from "node:assert/strict";
import { IndexSnapshot } from "../../src/git/index_snapshot.ts";
import { comparePaths } from "../../src/git/path_bytes.ts";
import { PrismError } from "../../src/errors.ts";
import { openWorktree } from "../../src/git/worktree.ts";
import { WorktreeSnapshot } from "../../src/git/worktree_snapshot.ts";
import { runGit } from "../support/scratch_repository.ts";
import { withScript } from "../support/scripted_repository.ts";
import { sourcesOf } from "../support/worktree_states.ts";

/** Entries that a git command prints with NULs between. */
function printed(directory: string, args: string[]): string[] {
  return new TextDecoder().decode(runGit(directory, args)).split("\0").slice(0, -1);
}

Deno.test("IndexSnapshot has the files that git would commit", () => {
  for (const env of [{}, { SPARSE_INDEX: "true" }] as Record<string, string>[]) {
    for (const script of ["worktree_states", "worktree_sparse"]) {
      withScript(script, (directory) => {
        const { objects, index } = openWorktree(sourcesOf(directory));
        const snapshot = new IndexSnapshot(objects, index);
        const files = [...snapshot.files()];
        const tree = new TextDecoder().decode(runGit(directory, ["write-tree"])).trim();
        const wanted = printed(directory, ["ls-tree", "-r", "-z", tree]);
        assert.deepEqual(
          files.map(({ path, side }) => `${side.mode.toString(8)} blob ${side.id()}\t${path}`),
          wanted,
        );
        for (const { path, side } of files) assert.equal(snapshot.file(path)?.id(), side.id());
        assert.equal(snapshot.file("no/such"), null);
        assert.equal(snapshot.file("kept"), null);
        objects.close();
      }, env);
    }
  }
});

Deno.test("WorktreeSnapshot has every file on disk that is not ignored, in git's order", () => {
  withScript("worktree_states", (directory) => {
    const worktree = openWorktree(sourcesOf(directory));
    const snapshot = new WorktreeSnapshot(worktree);
    const files = [...snapshot.files()];
    const paths = files.map(({ path }) => path);
    const listed = new Set(
      printed(directory, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]),
    );
    // These two are not looked at: their entries say so.
    const wanted = [...listed].filter((path) =>
      path.startsWith("assumed") || path.startsWith("skipped") || isFile(directory, path)
    );
    assert.deepEqual(paths, wanted.sort(comparePaths));
    for (const { path, side } of files) {
      if (path.startsWith("assumed") || path.startsWith("skipped") || path === "pipe") continue;
      assert.equal(snapshot.file(path)?.id(), side.id(), path);
      assert.equal(snapshot.file(path)?.mode, side.mode, path);
    }
    worktree.objects.close();
  });
});

function isFile(directory: string, path: string): boolean {
  try {
    if (path.includes("/") && !Deno.lstatSync(`${directory}/${path.split("/")[0]}`).isDirectory) {
      return false;
    }
    return !Deno.lstatSync(`${directory}/${path}`).isDirectory;
  } catch {
    return false;
  }
}

Deno.test("WorktreeSnapshot reads nothing outside of the work tree", () => {
  withScript("worktree_states", (directory) => {
    const worktree = openWorktree(sourcesOf(directory));
    const snapshot = new WorktreeSnapshot(worktree);
    const outside = [
      ...["../x", "a/../clean", "/etc/passwd", ".git/config", "a/.GIT/config", "", ".", "a//b"],
      ...["directory_to_link/a", "clean/", "clean\0", "elsewhere"],
    ];
    for (const path of outside) assert.equal(snapshot.file(path), null, path);
    const link = snapshot.file("untracked_link")!;
    assert.equal(new TextDecoder().decode(link.read()), "/etc/passwd");
    const pipe = snapshot.file("pipe")!;
    assert.throws(
      () => pipe.read(),
      (error) => error instanceof PrismError && error.code === "unreadable",
    );
    // Replaced between the look and the reading.
    const file = snapshot.file("a/renamed_inside")!;
    Deno.renameSync(`${directory}/a`, `${directory}/moved`);
    Deno.symlinkSync("moved", `${directory}/a`);
    assert.throws(
      () => file.read(),
      (error) => error instanceof PrismError && error.code === "unreadable",
    );
    worktree.objects.close();
  });
});
