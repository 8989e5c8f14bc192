import assert from "node:assert/strict";
import { stateByGit, stateByUs, wrongContent } from "../support/worktree_states.ts";
import { withScript } from "../support/scripted_repository.ts";

Deno.test("compareWorktree() finds what git finds in every state of a path", () => {
  withScript("worktree_states", (directory) => {
    const { state, changes } = stateByUs(directory);
    assert.deepEqual(state, stateByGit(directory));
    assert.ok(state.staged.length > 15 && state.unstaged.length > 25 && state.untracked.length > 5);
    assert.deepEqual(wrongContent(directory, changes), []);
  });
});

Deno.test("compareWorktree() reports each unmerged path once", () => {
  withScript("worktree_conflicts", (directory) => {
    const { state, changes } = stateByUs(directory);
    assert.deepEqual(state, stateByGit(directory));
    assert.ok(state.conflicted.length >= 9, state.conflicted.join());
    assert.deepEqual(wrongContent(directory, changes), []);
    for (const { before, after } of changes) assert.ok(before !== null || after !== null);
  });
});

Deno.test("compareWorktree() compares submodules by the commit that is checked out", () => {
  withScript("worktree_submodules", (directory) => {
    const { state } = stateByUs(directory);
    assert.deepEqual(state, stateByGit(directory));
    assert.deepEqual(state.nested, ["deep/below/untracked", "untracked", "untracked_unborn"]);
  });
});

for (const env of [{}, { SPARSE_INDEX: "true" }] as Record<string, string>[]) {
  const kind = env.SPARSE_INDEX === undefined ? "full" : "sparse";
  Deno.test(`compareWorktree() understands a sparse checkout with a ${kind} index`, () => {
    withScript("worktree_sparse", (directory) => {
      for (const base of ["HEAD", "HEAD~1"]) {
        const ours = stateByUs(directory, `${base}^{tree}`);
        assert.deepEqual(ours.state, stateByGit(directory, base));
        assert.ok(ours.notices.some(({ code }) => code === "sparse_checkout"));
        if (kind === "sparse") assert.ok(ours.worktree.index.sparse);
      }
    }, env);
  });
}

for (const setting of ["false", "true", "input"]) {
  Deno.test(`compareWorktree() compares what git would store, core.autocrlf=${setting}`, () => {
    withScript("worktree_conversions", (directory) => {
      const { state, changes, notices } = stateByUs(directory);
      assert.deepEqual(state, stateByGit(directory));
      assert.deepEqual(wrongContent(directory, changes), []);
      assert.deepEqual(notices, []);
      assert.ok(state.unstaged.length > 11, state.unstaged.join("\n"));
    }, { AUTOCRLF: setting });
  });
}

Deno.test("compareWorktree() leaves out ignored files, but not tracked ones", () => {
  withScript("worktree_ignored", (directory) => {
    const { state } = stateByUs(directory);
    assert.deepEqual(state, stateByGit(directory));
    assert.ok(state.untracked.length > 4 && state.unstaged.length === 2);
  });
});
