import assert from "node:assert/strict";
import { PrismError } from "../../src/errors.ts";
import { discover } from "../../src/git/discover.ts";
import type { GitEnvironment, RepositoryLayout } from "../../src/git/layout.ts";
import { GIT_ENVIRONMENT, gitText, runGit, tryGit } from "../support/scratch_repository.ts";

const QUIET = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

/** Works in a directory of its own, by its canonical name. */
function inScratch(work: (directory: string) => void): void {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "prism-test-" }));
  try {
    work(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function find(start: string, environment: GitEnvironment = {}): RepositoryLayout {
  return discover(start, { ...QUIET, ...environment });
}

function create(directory: string, ...options: string[]): void {
  Deno.mkdirSync(directory, { recursive: true });
  runGit(directory, ["init", "-q", "-b", "main", ...options]);
}

function commit(directory: string): void {
  runGit(directory, ["commit", "-q", "--allow-empty", "-m", "x"]);
}

/** What git says of the same place. */
function gitSays(
  start: string,
  env: Record<string, string> = {},
): Partial<RepositoryLayout> | null {
  const all = tryGit(start, [
    "rev-parse",
    "--path-format=absolute",
    "--git-dir",
    "--git-common-dir",
    "--git-path",
    "objects",
    "--show-object-format",
  ], { env });
  if (!all.ok) return null;
  const [gitDir, commonDir, objectDir, objectFormat] = new TextDecoder().decode(all.stdout)
    .split("\n");
  const top = tryGit(start, ["rev-parse", "--show-toplevel"], { env });
  const workTree = top.ok ? new TextDecoder().decode(top.stdout).replace(/\n$/, "") : null;
  return {
    gitDir: Deno.realPathSync(gitDir),
    commonDir: Deno.realPathSync(commonDir),
    objectDir: Deno.realPathSync(objectDir),
    objectFormat: objectFormat as "sha1",
    workTree,
  };
}

/** Compares with git; returns what was found. */
function same(start: string, environment: Record<string, string> = {}): RepositoryLayout {
  const found = find(start, environment);
  const { gitDir, commonDir, objectDir, objectFormat, workTree } = found;
  assert.deepEqual(
    { gitDir, commonDir, objectDir, objectFormat, workTree },
    gitSays(start, environment),
    start,
  );
  return found;
}

function fails(code: string, pattern: RegExp, work: () => unknown): void {
  assert.throws(work, (error: unknown) => {
    assert.ok(error instanceof PrismError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, pattern);
    assert.ok(error.hint);
    return true;
  });
}

Deno.test("discover() finds a repository from every folder and spelling", () => {
  inScratch((root) => {
    create(`${root}/r`);
    Deno.mkdirSync(`${root}/r/a/b`, { recursive: true });
    Deno.symlinkSync(`${root}/r/a`, `${root}/link`);
    const here = Deno.cwd();
    for (const start of ["r", "r/", "r/a/b", "r/a/../a/./", "link", "link/b/"]) {
      assert.equal(same(`${root}/${start}`).workTree, `${root}/r`);
    }
    try {
      Deno.chdir(`${root}/r/a`);
      for (const start of [".", "..", "./b/", ""]) {
        if (start !== "") assert.equal(find(start).gitDir, `${root}/r/.git`);
      }
    } finally {
      Deno.chdir(here);
    }
  });
});

Deno.test("discover() finds linked worktrees and what they share", () => {
  inScratch((root) => {
    create(`${root}/r`);
    commit(`${root}/r`);
    runGit(`${root}/r`, ["worktree", "add", "-q", "../w"]);
    Deno.mkdirSync(`${root}/w/in`);
    const found = same(`${root}/w/in`);
    assert.equal(found.gitDir, `${root}/r/.git/worktrees/w`);
    assert.equal(found.commonDir, `${root}/r/.git`);
    // The shared settings of the main worktree do not concern it; its own do.
    runGit(`${root}/r`, ["config", "core.bare", "true"]);
    same(`${root}/w`);
    same(`${root}/r`);
    runGit(`${root}/r`, ["config", "core.bare", "false"]);
    runGit(`${root}/r`, ["config", "core.worktree", "../a"]);
    Deno.mkdirSync(`${root}/r/a`);
    same(`${root}/w`);
    same(`${root}/r`);
    runGit(`${root}/r`, ["config", "--unset", "core.worktree"]);
    runGit(`${root}/r`, ["config", "extensions.worktreeConfig", "true"]);
    runGit(`${root}/w`, ["config", "--worktree", "core.worktree", root]);
    runGit(`${root}/w`, ["config", "--worktree", "my.key", "own"]);
    assert.equal(same(`${root}/w`).config.get("my.key"), "own");
    assert.equal(same(`${root}/r`).config.get("my.key"), undefined);
    // A path from the worktree's file, relative as newer gits write it.
    Deno.writeTextFileSync(`${root}/w/.git`, "gitdir: ../r/.git/worktrees/w\n");
    same(`${root}/w`);
  });
});

Deno.test("discover() finds submodules", () => {
  inScratch((root) => {
    create(`${root}/lib`);
    commit(`${root}/lib`);
    create(`${root}/r`);
    runGit(`${root}/r`, [
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      `${root}/lib`,
      "deps/lib",
    ]);
    const found = same(`${root}/r/deps/lib`);
    assert.equal(found.workTree, `${root}/r/deps/lib`);
    assert.equal(found.gitDir, `${root}/r/.git/modules/deps/lib`);
    same(`${root}/r/deps`);
    assert.equal(find(`${root}/r/.git/modules/deps/lib`).workTree, `${root}/r/deps/lib`);
  });
});

Deno.test("discover() finds bare repositories and git directories from inside", () => {
  inScratch((root) => {
    create(`${root}/b.git`, "--bare");
    same(`${root}/b.git`);
    same(`${root}/b.git/objects/pack`);
    create(`${root}/r`);
    commit(`${root}/r`);
    runGit(`${root}/r`, ["worktree", "add", "-q", "../w"]);
    // Where git asks for a work tree, the one that belongs to the directory is used.
    assert.equal(find(`${root}/r/.git`).workTree, `${root}/r`);
    assert.equal(find(`${root}/r/.git/refs`).workTree, `${root}/r`);
    assert.equal(find(`${root}/r/.git/worktrees/w`).workTree, `${root}/w`);
    assert.equal(find(`${root}/r/.git/worktrees/w`).commonDir, `${root}/r/.git`);
  });
});

Deno.test("discover() honours the environment", () => {
  inScratch((root) => {
    create(`${root}/r`);
    create(`${root}/other`);
    commit(`${root}/r`);
    runGit(`${root}/r`, ["worktree", "add", "-q", "../w"]);
    Deno.mkdirSync(`${root}/r/a`);
    Deno.mkdirSync(`${root}/elsewhere`);
    for (
      const environment of [
        { GIT_DIR: "../r/.git" },
        { GIT_DIR: `${root}/r/.git`, GIT_WORK_TREE: ".." },
        { GIT_DIR: "../w/.git" },
        { GIT_DIR: "../r/.git/worktrees/w", GIT_WORK_TREE: `${root}/w` },
        { GIT_DIR: "../r/.git", GIT_OBJECT_DIRECTORY: "../other/.git/objects" },
        { GIT_DIR: "../r/.git/worktrees/w", GIT_COMMON_DIR: `${root}/other/.git` },
      ]
    ) same(`${root}/elsewhere`, environment as unknown as Record<string, string>);
    same(`${root}/r/a`, { GIT_WORK_TREE: "." });
    runGit(`${root}/r`, ["config", "core.bare", "true"]);
    same(`${root}/r/a`, { GIT_DIR: "../.git" });
    same(`${root}/r/a`, { GIT_DIR: "../.git", GIT_WORK_TREE: "." });
    fails(
      "unsupported_repository",
      /GIT_REFERENCE_BACKEND is "reftable"/,
      () => find(`${root}/r`, { GIT_REFERENCE_BACKEND: "reftable" }),
    );
    fails(
      "not_a_repository",
      /GIT_DIR is "nothing", but nothing exists there/,
      () => find(root, { GIT_DIR: "nothing" }),
    );
    fails("not_a_repository", /it has no HEAD/, () => find(root, { GIT_DIR: "elsewhere" }));
  });
});

Deno.test("discover() reads core.worktree relative to the git directory", () => {
  inScratch((root) => {
    create(`${root}/r`);
    Deno.mkdirSync(`${root}/tree`);
    runGit(`${root}/r`, ["config", "core.worktree", "../../tree"]);
    assert.equal(same(`${root}/r`).workTree, `${root}/tree`);
    same(`${root}/r`, { GIT_DIR: ".git" });
    // Neither includes nor the environment's configuration can move the work tree.
    runGit(`${root}/r`, ["config", "--unset", "core.worktree"]);
    Deno.writeTextFileSync(`${root}/r/.git/more`, `[core]\nworktree = ${root}/tree\nbare = true\n`);
    runGit(`${root}/r`, ["config", "include.path", "more"]);
    assert.equal(same(`${root}/r`).workTree, `${root}/r`);
  });
});

Deno.test("discover() stops at ceilings", () => {
  inScratch((root) => {
    create(`${root}/r`);
    Deno.mkdirSync(`${root}/r/a/b`, { recursive: true });
    Deno.symlinkSync(`${root}/r`, `${root}/s`);
    for (
      const ceilings of [
        `${root}/r`,
        `${root}/r/`,
        `${root}/r/a`,
        `${root}/r/a/b`,
        root,
        `/nowhere:${root}/r`,
        `${root}/s`,
        `:${root}/s`,
        "r",
        "/",
      ]
    ) {
      for (const start of [`${root}/r`, `${root}/r/a`, `${root}/r/a/b`]) {
        const expected = gitSays(start, { GIT_CEILING_DIRECTORIES: ceilings });
        if (expected !== null) same(start, { GIT_CEILING_DIRECTORIES: ceilings });
        else {
          fails(
            "not_a_repository",
            /GIT_CEILING_DIRECTORIES/,
            () => find(start, { GIT_CEILING_DIRECTORIES: ceilings }),
          );
        }
      }
    }
  });
});

Deno.test("discover() tells formats", () => {
  inScratch((root) => {
    create(`${root}/r`, "--object-format=sha256");
    assert.equal(same(`${root}/r`).objectFormat, "sha256");
    create(`${root}/t`);
    const config = `${root}/t/.git/config`;
    const write = (version: string, extensions: string) =>
      Deno.writeTextFileSync(
        config,
        `[core]\nrepositoryformatversion = ${version}\n[extensions]\n${extensions}\n`,
      );
    // What git 2.39 knows it decides alike; what it does not, newer gits know.
    for (const version of ["0", "1"]) {
      for (
        const extension of [
          "",
          "foo",
          "noop",
          "noop-v1",
          "objectFormat = sha1",
          "partialClone = o",
          "preciousObjects",
        ]
      ) {
        write(version, extension);
        if (gitSays(`${root}/t`) !== null) same(`${root}/t`);
        else fails("unsupported_repository", /extensions\./, () => find(`${root}/t`));
      }
    }
    write(
      "1",
      "refStorage = reftable\nrelativeWorktrees\nsubmodulePathConfig\ncompatObjectFormat = sha256",
    );
    assert.equal(find(`${root}/t`).refFormat, "reftable");
    write("1", "partialClone = origin");
    assert.equal(find(`${root}/t`).partialClone, true);
    write("1", "refStorage = reftable:///elsewhere");
    fails(
      "unsupported_repository",
      /refStorage to "reftable:\/\/\/elsewhere"/,
      () => find(`${root}/t`),
    );
    write("1", "objectFormat = md5");
    fails("unsupported_repository", /objectFormat to "md5"/, () => find(`${root}/t`));
    write("2", "");
    fails("unsupported_repository", /to 2, but 1/, () => find(`${root}/t`));
    write("x", "");
    fails("config_invalid", /"x"/, () => find(`${root}/t`));
    Deno.writeTextFileSync(config, "[core\n");
    fails("config_invalid", /line 1/, () => find(`${root}/t`));
    Deno.removeSync(config);
    same(`${root}/t`);
  });
});

Deno.test("discover() says what is wrong with a place", () => {
  inScratch((root) => {
    fails("not_a_repository", /Neither ".*" nor a directory above it/, () => find(root));
    fails("invalid_argument", /"\/nowhere\/x" does not exist/, () => find("/nowhere/x"));
    Deno.writeTextFileSync(`${root}/file`, "");
    fails("invalid_argument", /is no directory/, () => find(`${root}/file`));
    fails("invalid_argument", /does not exist/, () => find(`${root}/file/x`));
    create(`${root}/r`);
    const head = `${root}/r/.git/HEAD`;
    for (
      const [break_, pattern] of [
        [() => Deno.writeTextFileSync(head, ""), /HEAD is empty/],
        [() => Deno.writeTextFileSync(head, "\0".repeat(1000)), /HEAD is damaged/],
        [() => Deno.writeTextFileSync(head, "ref: elsewhere\n"), /HEAD is damaged/],
        [() => Deno.removeSync(head), /has no HEAD/],
        [() => Deno.mkdirSync(head), /HEAD is no file/],
      ] as const
    ) {
      break_();
      assert.equal(gitSays(`${root}/r`), null);
      fails("not_a_repository", pattern, () => find(`${root}/r`));
    }
    Deno.removeSync(head);
    Deno.writeFileSync(head, new Uint8Array(10 << 20));
    fails("unreadable", /HEAD/, () => find(`${root}/r`));
    // The same place inside of a repository belongs to that one.
    create(`${root}/outer`);
    Deno.mkdirSync(`${root}/outer/in/.git`, { recursive: true });
    same(`${root}/outer/in`);
  });
});

Deno.test("discover() refuses .git files that lead nowhere", () => {
  inScratch((root) => {
    Deno.mkdirSync(`${root}/r`);
    const file = `${root}/r/.git`;
    for (
      const [content, pattern] of [
        ["", /does not say "gitdir: <path>"/],
        ["gitdir: .git\n", /it is no directory/],
        ["gitdir: ../none\n", /nothing exists there/],
        ["gitdir: .\n", /it has no HEAD/],
        ["\xff\0", /does not say/],
      ] as const
    ) {
      Deno.writeTextFileSync(file, content);
      assert.equal(gitSays(`${root}/r`), null);
      fails("not_a_repository", pattern, () => find(`${root}/r`));
    }
  });
});

Deno.test("discover() reads an old HEAD that is a symbolic link", () => {
  inScratch((root) => {
    create(`${root}/r`);
    Deno.removeSync(`${root}/r/.git/HEAD`);
    Deno.symlinkSync("refs/heads/old", `${root}/r/.git/HEAD`);
    same(`${root}/r`);
  });
});

Deno.test("discover() knows promisors by their packs and remotes", () => {
  inScratch((root) => {
    create(`${root}/r`);
    assert.equal(find(`${root}/r`).partialClone, false);
    runGit(`${root}/r`, ["config", "remote.o.promisor", "true"]);
    assert.equal(find(`${root}/r`).partialClone, true);
    runGit(`${root}/r`, ["config", "--unset", "remote.o.promisor"]);
    Deno.writeTextFileSync(`${root}/r/.git/objects/pack/pack-x.promisor`, "");
    assert.equal(find(`${root}/r`).partialClone, true);
  });
});

Deno.test("discover() survives a broken file of the user, and says so", () => {
  inScratch((root) => {
    create(`${root}/r`);
    Deno.writeTextFileSync(`${root}/global`, "[a\n");
    const { config } = find(`${root}/r`, { GIT_CONFIG_GLOBAL: `${root}/global` });
    assert.deepEqual(config.unread.map(({ path }) => path), [`${root}/global`]);
    assert.equal(config.bool("core.bare"), false);
    assert.equal(gitText(`${root}/r`, ["config", "core.bare"]), "false");
    assert.ok(GIT_ENVIRONMENT.GIT_CONFIG_NOSYSTEM);
  });
});

Deno.test("discover() says what it is not permitted to read", () => {
  inScratch((root) => {
    create(`${root}/r`);
    commit(`${root}/r`);
    runGit(`${root}/r`, ["worktree", "add", "-q", "../w"]);
    Deno.mkdirSync(`${root}/empty`);
    const module = new URL("../../src/git/discover.ts", import.meta.url).href;
    Deno.writeTextFileSync(
      `${root}/main.ts`,
      `import { discover } from "${module}";
for (const start of Deno.args) {
  try {
    console.log(discover(start, { GIT_CONFIG_NOSYSTEM: "1" }).workTree);
  } catch (error) {
    console.log((error as { code?: string }).code + ": " + (error as Error).message);
  }
}`,
    );
    const { stdout } = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--no-check",
        `--allow-read=${root}/r,${root}/w/.git,${root}/empty`,
        `${root}/main.ts`,
        ...["r", "r/.git", "w", "empty", "other"].map((name) => `${root}/${name}`),
      ],
      stderr: "inherit",
    }).outputSync();
    const [own, inside, linked, empty, other] = new TextDecoder().decode(stdout).split("\n");
    assert.equal(own, `${root}/r`);
    assert.equal(inside, `${root}/r`);
    assert.match(linked, /^unreadable: Cannot read ".*\/w": this process is not permitted/);
    assert.match(empty, /^not_a_repository: .*not permitted to look above/);
    assert.match(other, /^unreadable: /);
  });
});
