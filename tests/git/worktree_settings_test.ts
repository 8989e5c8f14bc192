import assert from "node:assert/strict";
import { PrismError } from "../../src/errors.ts";
import {
  stateByGit,
  stateByUs,
  unstagedByStatus,
  wrongContent,
} from "../support/worktree_states.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";
import { withScript } from "../support/scripted_repository.ts";

const FORMS: [string, string[][]][] = [
  ["version 4", [["update-index", "--index-version", "4"]]],
  ["a split index", [
    ["config", "splitIndex.maxPercentChange", "100"],
    ["update-index", "--split-index"],
    ["update-index", "--chmod=+x", "racy"],
  ]],
  ["an untracked cache", [["update-index", "--untracked-cache"], ["status"]]],
];

for (const [name, commands] of FORMS) {
  Deno.test(`compareWorktree() finds the same through ${name}`, () => {
    withScript("worktree_states", (directory) => {
      for (const command of commands) runGit(directory, command);
      const { state } = stateByUs(directory);
      assert.deepEqual(state, stateByGit(directory));
      assert.ok(state.unstaged.length > 25);
    });
  });
}

Deno.test("compareWorktree() works in a repository of SHA-256 names", () => {
  withScript("worktree_states", (directory) => {
    assert.equal(gitText(directory, ["rev-parse", "HEAD"]).length, 64);
    const { state, changes } = stateByUs(directory);
    assert.deepEqual(state, stateByGit(directory));
    assert.deepEqual(wrongContent(directory, changes), []);
  }, { GIT_DEFAULT_HASH: "sha256" });
});

Deno.test("compareWorktree() works in a linked worktree", () => {
  withScript("worktree_states", (directory) => {
    const linked = `${directory}/linked`;
    runGit(directory, ["worktree", "add", "-q", "-f", "linked", "HEAD"]);
    Deno.writeTextFileSync(`${linked}/clean`, "no longer\n");
    Deno.writeTextFileSync(`${linked}/new`, "new\n");
    Deno.removeSync(`${linked}/racy`);
    runGit(linked, ["add", "clean"]);
    const { state } = stateByUs(linked);
    assert.deepEqual(state, stateByGit(linked));
    assert.deepEqual([state.staged.length, state.unstaged.length], [1, 1]);
    assert.deepEqual(stateByUs(directory).state.nested, ["linked"]);
  });
});

Deno.test("compareWorktree() works before the first commit and against the empty tree", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(`${directory}/added`, "x\n");
    Deno.writeTextFileSync(`${directory}/untracked`, "x\n");
    runGit(directory, ["add", "added"]);
    const { state } = stateByUs(directory, null);
    const id = gitText(directory, ["hash-object", "added"]);
    assert.deepEqual(state.staged, [`"added" 000000 100644 - ${id}`]);
    assert.deepEqual(state.untracked, ['"untracked"']);
  });
});

const SETTINGS = [
  ["core.fileMode", "false"],
  ["core.symlinks", "false"],
  ["core.ignoreCase", "true"],
  ["core.trustCtime", "false"],
  ["core.checkStat", "minimal"],
];

for (const [name, value] of SETTINGS) {
  Deno.test(`compareWorktree() obeys ${name}=${value}`, () => {
    withScript("worktree_states", (directory) => {
      runGit(directory, ["config", name, value]);
      if (name === "core.symlinks") {
        // As such a system checks links out.
        Deno.removeSync(`${directory}/dangling`);
        Deno.writeTextFileSync(`${directory}/dangling`, "nowhere/at/all");
        Deno.writeTextFileSync(`${directory}/link_deleted`, "elsewhere");
      }
      if (name === "core.ignoreCase") {
        Deno.renameSync(`${directory}/clean`, `${directory}/CLEAN`);
        Deno.renameSync(`${directory}/elsewhere`, `${directory}/Elsewhere`);
        Deno.writeTextFileSync(`${directory}/Elsewhere/new`, "");
      }
      const { state } = stateByUs(directory);
      assert.deepEqual(state, stateByGit(directory));
    });
  });
}

function touch(path: string, milliseconds: number): void {
  Deno.utimeSync(path, milliseconds / 1000, milliseconds / 1000);
}

Deno.test("compareWorktree() compares the content of a file as young as the index", () => {
  withRepository((directory) => {
    const file = `${directory}/file`;
    const index = `${directory}/.git/index`;
    const time = 1_700_000_000_000;
    // Only time and size are left to tell by.
    runGit(directory, ["config", "core.trustCtime", "false"]);
    Deno.writeTextFileSync(file, "before\n");
    touch(file, time);
    runGit(directory, ["add", "file"]);
    runGit(directory, ["commit", "-qm", "x"]);
    Deno.writeTextFileSync(file, "after!\n");
    touch(file, time);
    // git looks at whole seconds.
    const indexes = [[time, 1], [time - 5000, 1], [time + 999, 1], [time + 1000, 0]];
    for (const [written, changed] of indexes) {
      touch(index, written);
      const { state } = stateByUs(directory);
      assert.equal(state.unstaged.length, changed);
      assert.deepEqual(state, stateByGit(directory));
    }
    // A millisecond is enough to see it.
    touch(index, time + 5000);
    touch(file, time + 1);
    assert.equal(stateByUs(directory).state.unstaged.length, 1);
  });
});

Deno.test("compareWorktree() takes the mode of an unmerged path from its lowest stage", () => {
  withRepository((directory) => {
    runGit(directory, ["config", "core.fileMode", "false"]);
    runGit(directory, ["commit", "-qm", "x", "--allow-empty"]);
    Deno.writeTextFileSync(`${directory}/file`, "x\n");
    const id = gitText(directory, ["hash-object", "-w", "file"]);
    for (const modes of [["100755", "100644", "100644"], ["100644", "100644", "100755"]]) {
      const stages = modes.map((mode, at) => `${mode} ${id} ${at + 1}\tfile\n`).join("");
      runGit(directory, ["update-index", "--index-info"], { stdin: stages });
      const [{ after }] = stateByUs(directory).changes;
      assert.equal(after?.mode.toString(8), modes[0]);
      assert.match(
        gitText(directory, ["diff", "--raw", "HEAD"]),
        RegExp(`^:000000 ${modes[0]} `, "m"),
      );
    }
  });
});

Deno.test("compareWorktree() looks into a directory that conflicts with a file once", () => {
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/dir`);
    for (const name of ["a", "b"]) Deno.writeTextFileSync(`${directory}/dir/${name}`, "x\n");
    runGit(directory, ["add", "dir/a"]);
    runGit(directory, ["commit", "-qm", "x"]);
    const id = gitText(directory, ["rev-parse", ":dir/a"]);
    const stages = [1, 3].map((stage) => `100644 ${id} ${stage}\tdir\n`).join("");
    runGit(directory, ["update-index", "--index-info"], {
      stdin: `${stages}100644 ${id} 0\tdir/a\n`,
    });
    const { state } = stateByUs(directory);
    assert.deepEqual(state, stateByGit(directory));
    assert.deepEqual([state.untracked, state.conflicted], [['"dir/b"'], ['"dir"']]);
  });
});

Deno.test("compareWorktree() takes a file that was only touched for unchanged", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(`${directory}/file`, "x\n");
    runGit(directory, ["add", "file"]);
    runGit(directory, ["commit", "-qm", "x"]);
    touch(`${directory}/file`, 1_000_000_000_000);
    assert.deepEqual(stateByUs(directory).state.unstaged, []);
    assert.deepEqual(unstagedByStatus(directory), []);
  });
});

Deno.test("compareWorktree() says which names it cannot look at", () => {
  withRepository((directory) => {
    const write = (script: string) =>
      new Deno.Command("bash", { args: ["-c", script], cwd: directory }).outputSync();
    write(
      "mkdir $'d\\xe9' ok; for f in $'a\\xe9' $'gone\\xe9' $'d\\xe9/x' ok/x; do echo 1 > $f; done",
    );
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "x"]);
    write(
      "rm $'gone\\xe9'; echo 2 > $'a\\xe9'; echo 3 > $'new\\xe9'; echo 4 > ok/y; echo 5 > $'real\\xef\\xbf\\xbd'",
    );
    const { state, notices } = stateByUs(directory);
    assert.deepEqual(state.unstaged.map((line) => line.split(" ")[0]), ['"gone\\udce9"']);
    assert.deepEqual(state.untracked, ['"ok/y"', '"real\ufffd"']);
    assert.deepEqual(
      notices.map(({ code, path }) => `${code} ${JSON.stringify(path)}`).sort(),
      ['"a\\udce9"', '"d\\udce9/x"', '"d\ufffd"', '"new\ufffd"'].map((path) =>
        `path_not_utf8 ${path}`
      ).sort(),
    );
  });
});

Deno.test("compareWorktree() hides the submodules that the configuration hides", () => {
  withScript("worktree_submodules", (directory) => {
    Deno.writeTextFileSync(`${directory}/dirty/file`, "1\n");
    // git gives up when it looks into a submodule that became a link.
    Deno.removeSync(`${directory}/to_link`);
    const all = stateByUs(directory).state.unstaged.length;
    const modules = ["moved", "removed", "to_file", "packed"].map((path) =>
      `[submodule "of ${path}"]\n\tpath = ${path}\n\tignore = all\n`
    );
    Deno.writeTextFileSync(`${directory}/.gitmodules`, modules.join(""));
    runGit(directory, ["add", ".gitmodules"]);
    runGit(directory, ["config", "submodule.of packed.ignore", "none"]);
    const states = [stateByUs(directory).state];
    assert.deepEqual(states[0], stateByGit(directory, "HEAD", []));
    assert.equal(states[0].unstaged.length, all - 3);
    Deno.removeSync(`${directory}/.gitmodules`);
    assert.deepEqual(stateByUs(directory).state, stateByGit(directory, "HEAD", []));
    runGit(directory, ["config", "diff.ignoreSubmodules", "all"]);
    assert.deepEqual(
      stateByUs(directory).state.unstaged,
      stateByGit(directory, "HEAD", []).unstaged,
    );
  });
});

Deno.test("compareWorktree() refuses entries that lead out of the work tree", () => {
  for (const [name, hostile] of [["ab/x", "../x"], ["a", "."], ["a/bb", "a/.."], ["a/b", "//b"]]) {
    for (const ignoreCase of ["true", "false"]) {
      withRepository((directory) => {
        runGit(directory, ["config", "core.ignoreCase", ignoreCase]);
        const id = gitText(directory, ["hash-object", "-w", "--stdin"], { stdin: "" });
        runGit(directory, ["update-index", "--add", "--cacheinfo", `100644,${id},${name}`]);
        Deno.mkdirSync(`${directory}/a`);
        const index = `${directory}/.git/index`;
        const bytes = Deno.readFileSync(index);
        bytes.set(new TextEncoder().encode(hostile), 12 + 62);
        Deno.writeFileSync(index, bytes);
        assert.throws(
          () => stateByUs(directory, null),
          (error) => error instanceof PrismError && error.code === "index_corrupt",
        );
      });
    }
  }
});

Deno.test("compareWorktree() writes nothing, and its fingerprint follows the files", () => {
  withScript("worktree_states", (directory) => {
    const index = `${directory}/.git/index`;
    const bytes = Deno.readFileSync(index);
    const { mtime } = Deno.statSync(index);
    const names = () => [...Deno.readDirSync(`${directory}/.git`)].map(({ name }) => name).sort();
    const before = names();
    const { fingerprint } = stateByUs(directory);
    assert.equal(stateByUs(directory).fingerprint, fingerprint);
    assert.deepEqual(Deno.readFileSync(index), bytes);
    assert.deepEqual(Deno.statSync(index).mtime, mtime);
    assert.deepEqual(names(), before);
    const seen = new Set([fingerprint]);
    const edits = [
      () => Deno.writeTextFileSync(`${directory}/modified`, "again\n"),
      () => Deno.writeTextFileSync(`${directory}/brand_new`, ""),
      () => Deno.removeSync(`${directory}/brand_new`),
      () => runGit(directory, ["add", "modified"]),
      () => Deno.chmodSync(`${directory}/untracked`, 0o600),
    ];
    for (const edit of edits) {
      edit();
      seen.add(stateByUs(directory).fingerprint);
    }
    // Taking the new file away again leads back to the state before it.
    assert.equal(seen.size, edits.length);
  });
});

Deno.test({
  name: "compareWorktree() reports a file that it may not read",
  ignore: Deno.uid() === 0 || Deno.build.os === "windows",
  fn() {
    withScript("worktree_states", (directory) => {
      Deno.chmodSync(`${directory}/modified`, 0);
      const { state, notices } = stateByUs(directory);
      assert.deepEqual(state, stateByGit(directory));
      assert.ok(notices.some(({ code, path }) => code === "unreadable" && path === "modified"));
    });
  },
});
