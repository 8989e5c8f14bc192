import assert from "node:assert/strict";
import { VERSION } from "../../src/version.ts";
import { runGit } from "../support/scratch_repository.ts";
import { AUDITED_READ, denoEnvironment, readOnly, ROOT, runReadOnly } from "../support/spawned.ts";

/** Gives the work a new repository and removes it afterwards. */
async function inRepository(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "prism-test-" });
  try {
    runGit(directory, ["init", "-q", "-b", "main"]);
    await work(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const fake = (...args: string[]) => runReadOnly("tests/support/fake_cli.ts", args);

Deno.test("--version prints the version of deno.json and loads nothing else", async () => {
  const config = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  assert.equal(VERSION, config.version);
  const { code, stdout } = await runReadOnly("cli.ts", ["--version"]);
  assert.deepEqual([code, stdout], [0, `git-prism ${VERSION}\n`]);
  const source = await Deno.readTextFile(`${ROOT}cli.ts`);
  const imports = [...source.matchAll(/^import .* from "(.*)";$/gm)].map(([, path]) => path);
  assert.deepEqual(imports, ["./src/version.ts"]);
  assert.ok(!/import/.test(await Deno.readTextFile(`${ROOT}src/version.ts`)));
});

Deno.test("manifest returns everything as one line of JSON when it is piped", async () => {
  const { code, stdout, stderr } = await fake("manifest", "main..HEAD");
  assert.equal(stderr, "");
  assert.equal(code, 0);
  assert.equal(stdout.split("\n").length, 2);
  const answer = JSON.parse(stdout);
  assert.equal(answer.files.length, 20_000);
  assert.equal(answer.pagination.next_cursor, null);
  assert.equal(answer.metadata.budget_tokens, undefined);
});

Deno.test("manifest returns one page when a page is asked for, and the command for the next", async () => {
  const page = JSON.parse((await fake("manifest", "main", "HEAD", "--page-size", "2")).stdout);
  assert.equal(page.files.length, 2);
  assert.equal(
    page.omitted[0].how,
    `git-prism manifest --page-size=2 --cursor=${page.pagination.next_cursor} main HEAD`,
  );
  const words = page.omitted[0].how.split(" ").slice(1);
  assert.equal(JSON.parse((await fake(...words)).stdout).pagination.page_start, 2);
  const small = JSON.parse(
    (await fake("manifest", "main..HEAD", "--max-response-tokens=2000")).stdout,
  );
  assert.ok(small.files.length < 100);
  assert.ok(small.metadata.token_estimate <= 2000);
});

Deno.test("manifest compares HEAD with the working tree when nothing is named", async () => {
  const { metadata } = JSON.parse((await fake("manifest", "--page-size=1")).stdout);
  assert.deepEqual([metadata.base_ref, metadata.head_ref], ["HEAD", "WORKTREE"]);
});

Deno.test("exit codes tell whose fault it was", async () => {
  const cases: [string[], number, RegExp][] = [
    [
      ["manifest", "mian"],
      1,
      /^error: The ref "mian" does not exist\.\nhint: Did you mean main\?\n$/,
    ],
    [["manifest", "--repo=/nowhere"], 1, /^error: No repository at/],
    [["manifest", "--nonsense"], 2, /^error: The flag "--nonsense" is not known/],
    [["manifest", "a", "b", "c"], 2, /at most two refs/],
    [["manifest", "a", "--base-ref=b"], 2, /the same side twice/],
    [["manifest", "--include-patterns=["], 2, /^error: The pattern "\["/],
    [["manifest", "--cursor=zzz"], 2, /^error: The cursor "zzz"/],
    [["history"], 2, /^error: The command history was given no range/],
    [["languages", "--all"], 2, /^error: The command languages takes no "--all"/],
    [["manifesto"], 2, /Did you mean git-prism manifest\?/],
    [["main..HEAD"], 2, /git-prism manifest main\.\.HEAD/],
    [["completions"], 2, /Usage: git-prism completions/],
    [[], 2, /Usage: git-prism COMMAND/],
    [["manifest", "bug"], 255, /^error: git-prism has failed: a fault of ours\nhint: /],
  ];
  for (const [args, exit, message] of cases) {
    const { code, stdout, stderr } = await fake(...args);
    assert.equal(code, exit, args.join(" "));
    assert.match(stderr, message);
    assert.equal(stdout, "");
  }
});

Deno.test("help goes to stdout", async () => {
  for (
    const args of [["--help"], ["help", "manifest"], ["manifest", "--help"], ["serve", "--help"]]
  ) {
    const { code, stdout, stderr } = await fake(...args);
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
    assert.match(stdout, /Usage: git-prism/);
  }
});

Deno.test("a reader that goes away is no failure", async () => {
  const process = new Deno.Command(Deno.execPath(), {
    args: [...readOnly("tests/support/fake_cli.ts"), "manifest", "main..HEAD"],
    clearEnv: true,
    env: denoEnvironment(),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = process.stdout.getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(await new Response(process.stderr).text(), "");
  assert.equal((await process.status).code, 0);
});

Deno.test("git-prism serve is the server", async () => {
  const stdin = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;
  const { code, stdout } = await runReadOnly("cli.ts", ["serve"], { stdin });
  assert.deepEqual([code, JSON.parse(stdout)], [0, { jsonrpc: "2.0", id: 1, result: {} }]);
});

Deno.test("the command line reads and asks for nothing else, with and without an environment", async () => {
  await inRepository(async (directory) => {
    await Deno.writeTextFile(`${directory}/a.txt`, "one\n");
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "one"]);
    await Deno.writeTextFile(`${directory}/a.txt`, "one\ntwo\n");
    await Deno.writeTextFile(`${directory}/new file.txt`, "x\n");
    await Deno.mkdir(`${directory}/deep`);
    const log = await Deno.makeTempFile();
    for (const entry of ["cli.ts", "mod.ts"]) {
      for (const flags of [[AUDITED_READ], [AUDITED_READ, "--ignore-env"]]) {
        await Deno.writeTextFile(log, "");
        const { code, stdout, stderr } = await runReadOnly(entry, ["manifest"], {
          cwd: `${directory}/deep`,
          flags,
          env: { DENO_AUDIT_PERMISSIONS: log },
        });
        assert.equal(code, 0, stderr);
        const { files } = JSON.parse(stdout);
        assert.deepEqual(
          files.map((file: Record<string, unknown>) => [
            file.path,
            file.change_type,
            file.change_scope,
            file.lines_added,
            file.lines_removed,
          ]),
          [["a.txt", "modified", "unstaged", 1, 0], ["new file.txt", "added", "untracked", 1, 0]],
        );
        const asked = (await Deno.readTextFile(log)).trim().split("\n")
          .map((line) => JSON.parse(line).permission);
        assert.deepEqual([...new Set(asked)], ["read"]);
      }
    }
    await Deno.remove(log);
  });
});

Deno.test("snapshot, history and languages answer as JSON when they are piped", async () => {
  await inRepository(async (directory) => {
    for (let i = 0; i < 3; i++) {
      await Deno.writeTextFile(`${directory}/a,b.py`, `def f${i}():\n    return ${i}\n`);
      runGit(directory, ["add", "."]);
      runGit(directory, ["commit", "-qm", `commit ${i}`]);
    }
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runReadOnly("cli.ts", args, { cwd: directory });
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
      assert.equal(stdout.split("\n").length, 2);
      return JSON.parse(stdout);
    };
    const { files } = await run("snapshot", "HEAD~1..HEAD", "--", "a,b.py");
    assert.equal(files[0].after.content, "def f2():\n    return 2\n");
    const history = await run("history", "HEAD~2..HEAD");
    assert.deepEqual(
      history.commits.map((commit: Record<string, Record<string, unknown>>) =>
        commit.metadata.subject
      ),
      ["commit 1", "commit 2"],
    );
    assert.ok(history.commits[1].summary.total_functions_changed > 0);
    assert.equal(history.pagination.next_cursor, null);
    // One page, and the command for the next.
    const page = await run("history", "HEAD~2..HEAD", "--page-size=1");
    const next = await run(...page.omitted[0].how.split(" ").slice(1));
    assert.deepEqual(next.commits, history.commits.slice(1));
    assert.deepEqual((await run("history", "HEAD..HEAD")).commits, []);
    const { languages } = await run("languages", "--json");
    assert.ok(languages.length > 100);
    assert.ok(
      languages.some(({ analysed }: { analysed: string[] }) => analysed.includes("functions")),
    );
  });
});

Deno.test("GIT_DIR counts when the environment may be read, and only then", async () => {
  await inRepository(async (directory) => {
    runGit(directory, ["commit", "-q", "--allow-empty", "-m", "one"]);
    const elsewhere = await Deno.makeTempDir();
    const ask = (flags: string[]) =>
      runReadOnly("cli.ts", ["manifest", "HEAD", "HEAD"], {
        cwd: elsewhere,
        flags,
        env: { GIT_DIR: `${directory}/.git` },
      });
    const seen = await ask(["--allow-env"]);
    assert.equal(seen.code, 0, seen.stderr);
    const blind = await ask([]);
    assert.equal(blind.code, 1);
    assert.match(blind.stderr, /^error: .*\nhint: /);
    await Deno.remove(elsewhere);
  });
});

Deno.test({
  name: "output that cannot be written is an error of its own, not a fault of the program",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const { code, stderr } = await new Deno.Command("sh", {
      args: ["-c", 'exec "$@" >/dev/full', "sh", Deno.execPath(), ...readOnly("cli.ts"), "help"],
      clearEnv: true,
      env: denoEnvironment(),
    }).output();
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stderr), /^error: The answer cannot be written: .*\n$/);
  },
});
