import assert from "node:assert/strict";
import type { RawChange } from "../../src/git/file_side.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { compareTreeToIndex } from "../../src/git/tree_index_diff.ts";
import { numbersFrom } from "../support/generated_history.ts";
import { gitText, runGit, tryGit, withRepository } from "../support/scratch_repository.ts";
import { stateByGit, stateByUs, wrongContent } from "../support/worktree_states.ts";

const NAMES = ["a", "b", "a.x", "a-b", "B", "é", "x y"];

/** A path of up to three names, so that files and directories often want the same place. */
function randomPath(next: (limit: number) => number): string {
  return Array.from({ length: 1 + next(3) }, () => NAMES[next(NAMES.length)]).join("/");
}

function makeRoom(directory: string, path: string): void {
  const parts = path.split("/");
  for (let n = 1; n <= parts.length; n++) {
    const at = `${directory}/${parts.slice(0, n).join("/")}`;
    let info: Deno.FileInfo | null = null;
    try {
      info = Deno.lstatSync(at);
    } catch {
      // Nothing is in the way.
    }
    if (info !== null && (n === parts.length || !info.isDirectory)) {
      Deno.removeSync(at, { recursive: true });
    }
    if (n < parts.length) Deno.mkdirSync(at, { recursive: true });
  }
}

type Edit = (directory: string, path: string, next: (limit: number) => number) => void;

const EDITS: Edit[] = [
  ...Array.from({ length: 3 }, (): Edit => (directory, path, next) => {
    makeRoom(directory, path);
    Deno.writeTextFileSync(`${directory}/${path}`, "line\r\n".repeat(next(3)) + next(4));
    if (next(4) === 0) Deno.chmodSync(`${directory}/${path}`, 0o755);
  }),
  (directory, path, next) => {
    makeRoom(directory, path);
    // Not in circles: git reports no entry behind such a link, neither as there nor as deleted.
    Deno.symlinkSync(["nowhere", "..", "/etc"][next(3)], `${directory}/${path}`);
  },
  (directory, path) => {
    makeRoom(directory, path);
    Deno.mkdirSync(`${directory}/${path}`);
  },
  makeRoom,
  (directory, path) => tryGit(directory, ["add", "-A", "--", path]),
  (directory, path) => tryGit(directory, ["add", "--", path]),
  (directory, path) => tryGit(directory, ["add", "-N", "--", path]),
  (directory, path) => tryGit(directory, ["rm", "-rq", "--cached", "--", path]),
  (directory, path) => tryGit(directory, ["update-index", "--chmod=+x", "--", path]),
  (directory, path) => tryGit(directory, ["update-index", "--assume-unchanged", "--", path]),
  (directory, path) => tryGit(directory, ["update-index", "--skip-worktree", "--", path]),
  (directory) => tryGit(directory, ["status"]),
];

for (const seed of Array.from({ length: 12 }, (_, i) => i + 1)) {
  Deno.test(`compareWorktree() finds what git finds after random edits, seed ${seed}`, () => {
    withRepository((directory) => {
      const next = numbersFrom(seed * 7919);
      const edit = (from: number, count: number) => {
        for (let n = 0; n < count; n++) {
          EDITS[from === 0 ? next(EDITS.length) : next(4)](directory, randomPath(next), next);
        }
      };
      edit(1, 30);
      Deno.writeTextFileSync(`${directory}/.gitignore`, ["", "a.x\n", "/B/\n!b\n"][seed % 3]);
      runGit(directory, ["add", "-A"]);
      runGit(directory, ["commit", "-qm", "base"]);
      if (seed % 4 === 1) runGit(directory, ["update-index", "--index-version", "4"]);
      if (seed % 4 === 2) runGit(directory, ["update-index", "--split-index"]);
      runGit(directory, ["config", "core.autocrlf", ["false", "input", "true"][seed % 3]]);
      for (let round = 0; round < 4; round++) {
        edit(0, 12);
        const { state, changes, worktree } = stateByUs(directory);
        assert.deepEqual(state, stateByGit(directory));
        // The cache tree only saves work.
        const { objects, index } = worktree;
        const tree = gitText(directory, ["rev-parse", "HEAD^{tree}"]) as ObjectId;
        const without = compareTreeToIndex(objects, tree, { ...index, cacheTree: null });
        const staged = (list: readonly RawChange[]) =>
          list.filter(({ scope }) => scope === "staged").map(({ path }) => path);
        assert.deepEqual(staged(without), staged(changes));
        objects.close();
        if (round === 3) assert.deepEqual(wrongContent(directory, changes), []);
      }
    });
  });
}
