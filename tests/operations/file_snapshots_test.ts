import assert from "node:assert/strict";
import type { FileSnapshots } from "../../src/answers/file_snapshots.ts";
import type { FileSnapshot } from "../../src/answers/file_snapshot.ts";
import { PrismError } from "../../src/errors.ts";
import { ask } from "../../src/operations/ask.ts";
import { fileSnapshotsOperation } from "../../src/operations/file_snapshots.ts";
import { localWorkspace } from "../support/local_workspace.ts";
import { gitText, runGit, tryGit, withRepositoryAsync } from "../support/scratch_repository.ts";

const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join("");
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${
  "1".repeat(64)
}\nsize 12345\n`;

/** A repository with two commits that hold a file of every kind. */
function build(directory: string): void {
  const write = (path: string, content: string | Uint8Array) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    Deno.mkdirSync(`${directory}/${folder}`, { recursive: true });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(`${directory}/${path}`, bytes);
  };
  write("src/main.rs", numbers(1, 40));
  write("src/old_name.py", numbers(1, 60));
  write("gone.txt", "gone\n");
  write("latin.txt", latin1("caf\xe9\n"));
  write(
    "wide.txt",
    new Uint8Array(Uint16Array.from("\ufeffa\nb\n", (c) => c.charCodeAt(0)).buffer),
  );
  write("image.bin", Uint8Array.of(0, 1, 2, 0xff));
  write("big.bin", POINTER);
  write("locked.txt", "locked\n");
  write(".gitattributes", "locked.txt -diff\nspecial.zz linguist-language=Go\n");
  write("special.zz", "package main\n");
  write("last", "no newline");
  Deno.symlinkSync("src/main.rs", `${directory}/link`);
  runGit(directory, ["add", "."]);
  const commit = "5".repeat(40);
  runGit(directory, ["update-index", "--add", "--cacheinfo", `160000,${commit},module`]);
  runGit(directory, ["commit", "-qm", "one"]);
  write("src/main.rs", `new\n${numbers(1, 20)}changed\n${numbers(22, 40)}`);
  runGit(directory, ["mv", "src/old_name.py", "src/new_name.py"]);
  write("src/new_name.py", numbers(1, 60).replace("line 30\n", "line thirty\n"));
  runGit(directory, ["rm", "-q", "gone.txt"]);
  write("latin.txt", latin1("caf\xe9\nno\xebl\n"));
  write("added.txt", "one\ntwo\n");
  write("empty.txt", "");
  write("last", "no newline\nbut more");
  runGit(directory, ["add", "."]);
  runGit(directory, ["update-index", "--add", "--cacheinfo", `160000,${"6".repeat(40)},module`]);
  runGit(directory, ["commit", "-qm", "two"]);
}

async function withSnapshots(
  work: (
    directory: string,
    snapshots: (args: Record<string, unknown>) => Promise<FileSnapshots>,
  ) => Promise<void>,
): Promise<void> {
  await withRepositoryAsync(async (directory) => {
    build(directory);
    const workspace = localWorkspace(directory);
    await work(
      directory,
      (args) =>
        ask(
          fileSnapshotsOperation,
          { base_ref: "HEAD~1", max_response_tokens: 0, ...args },
          workspace,
        ),
    );
  });
}

const by = (answer: FileSnapshots, path: string): FileSnapshot =>
  answer.files.find((file) => file.path === path)!;

Deno.test("snapshots hold what git show prints, for every kind of file", async () => {
  await withSnapshots(async (directory, snapshots) => {
    const paths = [
      "src/main.rs",
      "gone.txt",
      "added.txt",
      "empty.txt",
      "last",
      "special.zz",
      "locked.txt",
    ];
    const answer = await snapshots({ paths });
    for (const file of answer.files) {
      for (const [side, ref] of [["before", "HEAD~1"], ["after", "HEAD"]] as const) {
        const { ok, stdout } = tryGit(directory, ["show", `${ref}:${file.path}`]);
        const content = file[side];
        assert.equal(content === null, !ok, `${file.path} ${side}`);
        if (content === null) continue;
        const text = new TextDecoder().decode(stdout);
        assert.equal(content.content, text);
        assert.equal(content.size_bytes, stdout.length);
        assert.equal(
          content.line_count,
          text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0),
        );
        assert.equal(content.truncated, false);
        assert.equal(content.total_lines, undefined);
      }
      assert.equal(file.error, null);
    }
    assert.deepEqual(answer.omitted, []);
    assert.equal(by(answer, "special.zz").language, "go");
    assert.deepEqual([by(answer, "locked.txt").is_binary, by(answer, "last").is_binary], [
      true,
      false,
    ]);
    const { base_sha, head_sha, head_ref, object_format } = answer.metadata;
    assert.equal(base_sha, gitText(directory, ["rev-parse", "HEAD~1"]));
    assert.equal(head_sha, gitText(directory, ["rev-parse", "HEAD"]));
    assert.deepEqual([head_ref, object_format], ["HEAD", "sha1"]);
    assert.equal(answer.token_estimate, Math.ceil(JSON.stringify(answer).length / 4));
  });
});

Deno.test("a renamed file's before side is found, and where the old path went is told", async () => {
  await withSnapshots(async (directory, snapshots) => {
    const answer = await snapshots({
      paths: ["src/new_name.py", "src/old_name.py"],
      include_diff_hunks: true,
    });
    const [now, old] = answer.files;
    assert.equal(now.old_path, "src/old_name.py");
    assert.equal(
      now.before?.content,
      gitText(directory, ["show", "HEAD~1:src/old_name.py"]) + "\n",
    );
    assert.deepEqual(now.diff_hunks, [{
      old_start: 30,
      old_lines: 1,
      new_start: 30,
      new_lines: 1,
    }]);
    assert.deepEqual([old.old_path, old.after, old.error], [null, null, null]);
    assert.deepEqual(answer.metadata.notices, [{
      code: "path_renamed",
      path: "src/old_name.py",
      message: 'The file stands at "src/new_name.py" at the head.',
    }]);
  });
});

Deno.test("encodings, binaries, links, submodules and LFS pointers say what they are", async () => {
  await withSnapshots(async (_directory, snapshots) => {
    const answer = await snapshots({
      paths: ["latin.txt", "wide.txt", "image.bin", "big.bin", "link", "module"],
      include_diff_hunks: true,
    });
    const latin = by(answer, "latin.txt");
    assert.deepEqual([latin.before?.content, latin.after?.content], ["café\n", "café\nnoël\n"]);
    assert.deepEqual([latin.after?.encoding, latin.after?.size_bytes], ["iso-8859-1", 10]);
    assert.equal(latin.is_binary, false);
    const wide = by(answer, "wide.txt");
    assert.deepEqual([wide.after?.content, wide.after?.encoding], ["a\nb\n", "utf-16le"]);
    assert.deepEqual([wide.is_binary, wide.diff_hunks], [true, null]);
    assert.deepEqual(by(answer, "image.bin"), {
      path: "image.bin",
      old_path: null,
      language: "unknown",
      is_binary: true,
      before: { content: "", line_count: 0, size_bytes: 4, truncated: false },
      after: { content: "", line_count: 0, size_bytes: 4, truncated: false },
      diff_hunks: null,
      error: null,
    });
    assert.equal(by(answer, "big.bin").after?.content, POINTER);
    const link = by(answer, "link");
    assert.deepEqual([link.after?.content, link.mode_after], ["src/main.rs", "120000"]);
    const module = by(answer, "module");
    assert.deepEqual(module.submodule, { old_sha: "5".repeat(40), new_sha: "6".repeat(40) });
    assert.deepEqual([module.before, module.after, module.error], [null, null, null]);
    assert.deepEqual(
      answer.metadata.notices.map(({ code, path }) => [code, path]),
      [["lfs_pointer", "big.bin"], ["lfs_pointer", "big.bin"]],
    );
  });
});

Deno.test("hunks are those of git diff -U0", async () => {
  await withSnapshots(async (directory, snapshots) => {
    const paths = [
      "src/main.rs",
      "gone.txt",
      "added.txt",
      "empty.txt",
      "last",
      "latin.txt",
      "special.zz",
    ];
    const { files } = await snapshots({
      paths,
      include_diff_hunks: true,
      include_before: false,
      include_after: false,
    });
    for (const file of files) {
      const text = new TextDecoder("latin1").decode(
        runGit(directory, ["diff", "-U0", "HEAD~1", "HEAD", "--", file.path]),
      );
      const expected = [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)]
        .map(([, a, b, c, d]) => ({
          old_start: Number(a),
          old_lines: Number(b ?? 1),
          new_start: Number(c),
          new_lines: Number(d ?? 1),
        }));
      assert.deepEqual(file.diff_hunks, expected, file.path);
      assert.deepEqual([file.before, file.after], [null, null]);
    }
  });
});

Deno.test("what cannot be had is an error of its entry, with the nearest path", async () => {
  await withSnapshots(async (directory, snapshots) => {
    const paths = [
      "src/mian.rs",
      "main.rs",
      "src",
      "../x",
      "/etc/passwd",
      "src/main.rs/x",
      `${Deno.realPathSync(directory)}/last`,
    ];
    const { files } = await snapshots({ paths });
    assert.deepEqual(files.map(({ error }) => error?.code ?? null), [
      "path_not_found",
      "path_not_found",
      "path_is_directory",
      "path_not_found",
      "path_not_found",
      "path_not_found",
      null,
    ]);
    assert.match(files[0].error!.message, /the nearest is "src\/main.rs"/);
    assert.match(files[1].error!.message, /the nearest is "src\/main.rs"/);
    assert.match(files[2].error!.message, /such as "src\/main.rs"/);
    assert.equal(files[6].path, "last");
    const blob = gitText(directory, ["rev-parse", "HEAD:last"]);
    Deno.removeSync(`${directory}/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
    // Another workspace, which has not read the object.
    const { files: [last, added] } = await ask(fileSnapshotsOperation, {
      base_ref: "HEAD~1",
      paths: ["last", "added.txt"],
    }, localWorkspace(directory));
    assert.deepEqual([last.error?.code, last.before?.content, last.after], [
      "object_missing",
      "no newline",
      null,
    ]);
    assert.equal(added.after?.content, "one\ntwo\n");
  });
});

Deno.test("WORKTREE is what stands on disk, as git would store it", async () => {
  await withSnapshots(async (directory, snapshots) => {
    Deno.writeTextFileSync(`${directory}/added.txt`, "one\r\nthree\r\n");
    Deno.writeTextFileSync(`${directory}/untracked.txt`, "new\n");
    runGit(directory, ["config", "core.autocrlf", "true"]);
    runGit(directory, ["mv", "src/main.rs", "src/lib.rs"]);
    const answer = await snapshots({
      base_ref: "HEAD",
      head_ref: "WORKTREE",
      paths: ["added.txt", "untracked.txt", "src/lib.rs", "link", "none"],
      include_diff_hunks: true,
    });
    const [added, untracked, lib, link, none] = answer.files;
    assert.deepEqual([added.before?.content, added.after?.content], ["one\ntwo\n", "one\nthree\n"]);
    assert.deepEqual(added.diff_hunks, [{
      old_start: 2,
      old_lines: 1,
      new_start: 2,
      new_lines: 1,
    }]);
    assert.deepEqual([untracked.before, untracked.after?.content], [null, "new\n"]);
    assert.deepEqual([lib.old_path, lib.diff_hunks], ["src/main.rs", []]);
    assert.equal(link.after?.content, "src/main.rs");
    assert.equal(none.error?.code, "path_not_found");
    assert.deepEqual([answer.metadata.head_ref, answer.metadata.head_sha], [
      "WORKTREE",
      "WORKTREE",
    ]);
    const range = await snapshots({ base_ref: "HEAD..WORKTREE", paths: ["added.txt"] });
    assert.equal(range.files[0].after?.content, "one\nthree\n");
  });
});

Deno.test("line_range goes before the size, and every line of a big file can be reached", async () => {
  await withSnapshots(async (directory, snapshots) => {
    Deno.writeTextFileSync(`${directory}/huge.txt`, numbers(1, 20_000));
    const args = { base_ref: "HEAD", head_ref: "WORKTREE", paths: ["huge.txt"] };
    const whole = await snapshots(args);
    const { after } = whole.files[0];
    assert.ok(after!.truncated && after!.content.endsWith("\n"));
    assert.equal(after!.total_lines, 20_000);
    assert.ok(after!.size_bytes > 100_000 && after!.content.length <= 100_000);
    const [omitted] = whole.omitted;
    assert.deepEqual(
      [omitted.count, omitted.why],
      [20_000 - after!.line_count, "max_file_size_bytes 100000"],
    );
    // The calls that `omitted` names lead to the end.
    let text = after!.content;
    for (let how: string | undefined = omitted.how; how !== undefined;) {
      const call = JSON.parse(how.slice("get_file_snapshots ".length));
      const next = await snapshots(call);
      text += next.files[0].after!.content;
      how = next.omitted[0]?.how;
    }
    assert.equal(text, numbers(1, 20_000));
    const far = await snapshots({ ...args, line_range: [19_998, 30_000] });
    assert.equal(far.files[0].after!.content, numbers(19_998, 20_000));
    assert.deepEqual([far.files[0].after!.truncated, far.files[0].after!.total_lines], [
      false,
      20_000,
    ]);
    const behind = await snapshots({ ...args, line_range: [20_001, 20_002] });
    assert.deepEqual([behind.files[0].after!.content, behind.files[0].after!.truncated], [
      "",
      false,
    ]);
    assert.match(behind.metadata.notices[0].message, /has 20000 lines; 20001 to 20002/);
  });
});

Deno.test("an answer keeps to its budget, and the calls that it names bring all the rest", async () => {
  await withSnapshots(async (directory, snapshots) => {
    for (let i = 0; i < 8; i++) {
      Deno.writeTextFileSync(`${directory}/f${i}.txt`, `"${i}"\\\t` + numbers(1, 30 + i * 40));
    }
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "three"]);
    for (let i = 0; i < 8; i++) {
      Deno.writeTextFileSync(`${directory}/f${i}.txt`, numbers(1, 50 + i * 40));
    }
    const paths = Array.from({ length: 8 }, (_, i) => `f${i}.txt`);
    const args = { base_ref: "HEAD", head_ref: "WORKTREE", paths };
    const whole = await snapshots(args);
    for (const budget of [1500, 2500, 8192]) {
      const found = new Map<string, string>();
      const open: Record<string, unknown>[] = [{ ...args, max_response_tokens: budget }];
      for (let calls = 0; open.length > 0; calls++) {
        assert.ok(calls < 60, "the calls end");
        const call = open.shift()!;
        const answer = await snapshots(call);
        const sent = new TextEncoder().encode(JSON.stringify(JSON.stringify(answer))).length;
        if (call.max_response_tokens !== 0) {
          assert.ok(sent <= budget * 4, `${sent} bytes of ${budget}`);
        }
        for (const { path, before, after } of answer.files) {
          for (const [side, content] of [["before", before], ["after", after]] as const) {
            const key = `${side} ${path}`;
            if (content !== null) found.set(key, (found.get(key) ?? "") + content.content);
          }
        }
        open.push(
          ...answer.omitted.map(({ how }) => JSON.parse(how.slice("get_file_snapshots ".length))),
        );
      }
      for (const { path, before, after } of whole.files) {
        assert.equal(found.get(`before ${path}`), before!.content);
        assert.equal(found.get(`after ${path}`), after!.content);
      }
    }
  });
});

Deno.test("a budget that nothing fits still gives something of the first file, and says so", async () => {
  await withSnapshots(async (directory, snapshots) => {
    Deno.writeTextFileSync(`${directory}/wide.js`, "x".repeat(300_000));
    for (const budget of [1, 2000]) {
      const answer = await snapshots({
        base_ref: "HEAD",
        head_ref: "WORKTREE",
        paths: ["wide.js", "last"],
        max_response_tokens: budget,
      });
      const { after } = answer.files[0];
      assert.ok(after!.content.length >= 200 && after!.truncated);
      assert.equal(
        answer.metadata.notices.some(({ code }) => code === "page_over_budget"),
        budget === 1,
      );
      const call = JSON.parse(answer.omitted[0].how.slice("get_file_snapshots ".length));
      assert.deepEqual([call.line_range, call.max_response_tokens], [[1, 1], 0]);
      const next = await snapshots(call);
      assert.equal(next.files[0].after!.content.length, 100_000);
      const last = JSON.parse(next.omitted[0].how.slice("get_file_snapshots ".length));
      assert.equal((await snapshots(last)).files[0].after!.content.length, 300_000);
    }
  });
});

Deno.test("bare and SHA-256 repositories, quoted paths and hostile ones are answered", async () => {
  const directory = Deno.makeTempDirSync({ prefix: "prism-test-" });
  try {
    runGit(directory, ["init", "-q", "--bare", "--object-format=sha256", "-b", "main"]);
    const stream = [
      "commit refs/heads/main",
      "committer C <c@d> 1 +0000",
      "data 1",
      "x",
      'M 644 inline "caf\\351 \\\\ \\t.txt"',
      "data 3",
      "one",
      "M 644 inline .gitattributes",
      "data 11",
      "*.txt -diff",
      "",
      "commit refs/heads/main",
      "committer C <c@d> 2 +0000",
      "data 1",
      "y",
      'M 644 inline "caf\\351 \\\\ \\t.txt"',
      "data 3",
      "two",
      "",
    ];
    runGit(directory, ["fast-import", "--quiet"], { stdin: stream.join("\n") });
    const answer = await ask(fileSnapshotsOperation, {
      base_ref: "main~1",
      head_ref: "main",
      paths: ['"caf\\351 \\\\ \\t.txt"', "a\0b", "a/".repeat(5000), "\ud800"],
    }, localWorkspace(directory));
    const [file, ...hostile] = answer.files;
    assert.equal(file.path, '"caf\\351 \\\\ \\t.txt"');
    assert.deepEqual([file.before?.content, file.after?.content, file.is_binary], [
      "one",
      "two",
      true,
    ]);
    assert.deepEqual([answer.metadata.object_format, answer.metadata.head_sha.length], [
      "sha256",
      64,
    ]);
    for (const { error } of hostile) assert.equal(error?.code, "path_not_found");
    await assert.rejects(
      ask(
        fileSnapshotsOperation,
        { base_ref: "main", head_ref: "WORKTREE", paths: ["a"] },
        localWorkspace(directory),
      ),
      { code: "bare_repository" },
    );
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("wrong arguments of snapshots are one clear sentence", async () => {
  await withSnapshots(async (_directory, snapshots) => {
    const paths = ["last"];
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ paths: Array.from({ length: 21 }, () => "a") }, /paths has 21 entries, not at most 20/],
      [{ paths: [] }, /paths has 0 entries, not at least 1/],
      [{}, /paths is required/],
      [{ paths, line_range: [9, 3] }, /line_range ends at line 3, before line 9/],
      [{ paths, line_range: [0, 3] }, /line_range\[0\] is 0, not at least 1/],
      [{ paths, line_range: [3] }, /line_range has 1 entry, not at least 2/],
      [{ paths, line_range: "3-9" }, /line_range is the string "3-9", not a list of whole numbers/],
      [{ paths, max_file_size_bytes: 0 }, /max_file_size_bytes is 0, not at least 1/],
      [{ paths, base_ref: "nope" }, /nope/],
    ];
    for (const [args, message] of cases) {
      await assert.rejects(snapshots(args), (error: unknown) => {
        assert.ok(error instanceof PrismError);
        assert.match(error.message, message);
        return true;
      });
    }
  });
});
