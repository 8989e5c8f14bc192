import assert from "node:assert/strict";
import type { CommitHistory } from "../../src/answers/commit_history.ts";
import type { HistoryCommit } from "../../src/answers/history_commit.ts";
import { isoTime } from "../../src/answers/commit_time.ts";
import { PrismError } from "../../src/errors.ts";
import { parsePerson } from "../../src/git/person.ts";
import { ask, type AskEvent, askInParts } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { commitHistoryOperation } from "../../src/operations/commit_history.ts";
import type { Workspace } from "../../src/operations/workspace.ts";
import { makeHistory, randomHistory } from "../support/generated_history.ts";
import { localWorkspace } from "../support/local_workspace.ts";
import { gitText, runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

const TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** A history with a merge, a rename, a root of its own and a base that has moved on. */
function build(directory: string): void {
  const write = (path: string, text: string) => {
    Deno.mkdirSync(`${directory}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${directory}/${path}`, text);
  };
  let clock = 1_700_000_000;
  const commit = (message: string) => {
    runGit(directory, ["add", "."]);
    const date = `${clock += 60} +0530`;
    runGit(directory, ["commit", "-qm", message], {
      env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  };
  write("src/a.rs", "one\ntwo\nthree\nfour\nfive\n");
  write("docs/x.md", "x\n");
  commit("root\n\nWith a body.\n");
  runGit(directory, ["switch", "-qc", "feature"]);
  runGit(directory, ["mv", "src/a.rs", "src/b.rs"]);
  commit("rename");
  write("package.json", '{"dependencies":{"left":"1.0.0"}}\n');
  commit("dependency");
  runGit(directory, ["switch", "-q", "main"]);
  write("docs/x.md", "y\n");
  commit("main moves on");
  runGit(directory, ["switch", "-q", "feature"]);
  runGit(directory, ["merge", "-q", "--no-edit", "-m", "merge main", "main"]);
  runGit(directory, ["switch", "-q", "main"]);
  write("docs/z.md", "z\n");
  commit("main moves on again");
}

type Ask = (args: Record<string, unknown>) => Promise<CommitHistory>;

async function withHistory(
  work: (directory: string, history: Ask) => Promise<void>,
  make: (directory: string) => void = build,
): Promise<void> {
  await withRepositoryAsync(async (directory) => {
    make(directory);
    const workspace = localWorkspace(directory);
    await work(directory, (args) => ask(commitHistoryOperation, args, workspace));
  });
}

const subjects = ({ commits }: CommitHistory) => commits.map(({ metadata }) => metadata.subject);

Deno.test("a history holds what git rev-list lists, also when the base has moved on", async () => {
  await withHistory(async (directory, history) => {
    const answer = await history({ base_ref: "main", head_ref: "feature" });
    assert.deepEqual(subjects(answer), ["rename", "dependency", "merge main"]);
    const [rename, dependency, merge] = answer.commits;
    assert.deepEqual(rename.metadata, {
      sha: gitText(directory, ["rev-parse", "feature~2"]),
      subject: "rename",
      message: "rename",
      author: "A U Thor",
      author_email: "author@example.com",
      timestamp: gitText(directory, ["log", "-1", "--format=%aI", "feature~2"]),
      committer: "C O Mitter",
      committer_email: "committer@example.com",
      parents: [gitText(directory, ["rev-parse", "main~2"])],
      is_merge: false,
    });
    assert.deepEqual(
      [rename.files[0].path, rename.files[0].old_path, rename.files[0].change_type],
      ["src/b.rs", "src/a.rs", "renamed"],
    );
    assert.equal(rename.summary.files_renamed, 1);
    assert.equal(dependency.dependency_changes[0].added[0].name, "left");
    // Against its first parent a merge brings what the other side had.
    assert.equal(merge.metadata.is_merge, true);
    assert.deepEqual(
      merge.metadata.parents,
      ["feature^1", "feature^2"].map((ref) => gitText(directory, ["rev-parse", ref])),
    );
    assert.deepEqual(merge.files.map(({ path }) => path), ["docs/x.md"]);
    assert.deepEqual(subjects(await history({ base_ref: "main..feature", first_parent: true })), [
      "rename",
      "dependency",
      "merge main",
    ]);
    const symmetric = await history({ base_ref: "main...feature" });
    assert.equal(
      symmetric.metadata.merge_base_sha,
      gitText(directory, ["merge-base", "main", "feature"]),
    );
    const head = await history({ base_ref: "main~1" });
    assert.deepEqual([subjects(head), head.metadata.head_ref], [["main moves on again"], "HEAD"]);
    assert.deepEqual(subjects(await history({ base_ref: "feature", head_ref: "main~1" })), []);
  });
});

Deno.test("a root commit is compared with the empty tree, which may be the base", async () => {
  await withHistory(async (_directory, history) => {
    const { commits } = await history({ base_ref: TREE, head_ref: "feature" });
    assert.deepEqual(commits[0].metadata.parents, []);
    assert.equal(commits[0].metadata.message, "root\n\nWith a body.");
    assert.deepEqual(commits[0].files.map(({ path, change_type }) => [path, change_type]), [
      ["docs/x.md", "added"],
      ["src/a.rs", "added"],
    ]);
    assert.equal(commits.length, 5);
  });
});

Deno.test("paths keep the commits that touch them, and of these their files alone", async () => {
  await withHistory(async (directory, history) => {
    const range = { base_ref: TREE, head_ref: "feature" };
    const cases: [string[], string[]][] = [
      [["docs"], ["root", "main moves on", "merge main"]],
      [["docs/x.md", "./package.json"], ["root", "dependency", "main moves on", "merge main"]],
      [["src/"], ["root", "rename"]],
      [["src/b.rs"], ["rename"]],
      [["none", "do"], []],
      [["."], ["root", "rename", "dependency", "main moves on", "merge main"]],
    ];
    for (const [paths, expected] of cases) {
      const answer = await history({ ...range, paths });
      assert.deepEqual(subjects(answer), expected, paths.join());
      assert.equal(answer.pagination.total_items, expected.length);
      const first = await history({ ...range, paths, first_parent: true });
      const git = gitText(directory, [
        "log",
        "--format=%s",
        "--topo-order",
        "--reverse",
        "--first-parent",
        "feature",
        "--",
        ...paths,
      ]).split("\n").filter(Boolean);
      assert.deepEqual(subjects(first), git);
    }
    const { notices } =
      (await history({ ...range, paths: ["docs", "src/bb.rs", "src/a.rs"] })).metadata;
    assert.deepEqual(notices.map(({ code, path }) => [code, path]), [
      ["path_not_found", "src/bb.rs"],
      ["path_not_found", "src/a.rs"],
    ]);
    assert.match(notices[0].message, /the nearest at the head is "src\/b.rs"/);
    const [root] = (await history({ ...range, paths: ["docs"] })).commits;
    assert.deepEqual([root.files.length, root.summary.total_files_changed], [1, 1]);
    // The whole commit is compared, so a rename into the path is one.
    const [rename] = (await history({ ...range, paths: ["src/b.rs"] })).commits;
    assert.equal(rename.files[0].old_path, "src/a.rs");
  });
});

Deno.test("pages join to the whole, in every order of commits, and go stale with their refs", async () => {
  await withHistory(async (directory, history) => {
    const expected = gitText(directory, ["rev-list", "--topo-order", "--reverse", "c9..c119"])
      .split("\n");
    const range = { base_ref: "c9", head_ref: "c119" };
    for (const page_size of [1, 7, 500]) {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: CommitHistory = await history({ ...range, page_size, cursor });
        found.push(...page.commits.map(({ metadata }) => metadata.sha));
        assert.equal(page.pagination.total_items, expected.length);
        cursor = page.pagination.next_cursor;
      } while (cursor !== null);
      assert.deepEqual(found, expected);
    }
    const { pagination } = await history({ ...range, page_size: 3 });
    const stale: [Record<string, unknown>, string][] = [
      [{ head_ref: "c118" }, "stale_cursor"],
      [{ first_parent: true }, "invalid_cursor"],
      [{ paths: ["a"] }, "invalid_cursor"],
    ];
    for (const [args, code] of stale) {
      await assert.rejects(history({ ...range, ...args, cursor: pagination.next_cursor }), {
        code,
      });
    }
  }, (directory) => void makeHistory(directory, randomHistory(120, 3, 300)));
});

const wireBytes = (answer: unknown): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(answer))).length;

Deno.test("a commit over budget is not lost: its files are cut, and the call that lists them is named", async () => {
  await withHistory(async (directory, history) => {
    const answer = await history({ base_ref: "HEAD~2", max_response_tokens: 4000 });
    assert.equal(answer.commits.length, 1);
    const [commit] = answer.commits;
    assert.equal(commit.summary.total_files_changed, 900);
    assert.ok(commit.files.length > 10 && commit.files.length < 100);
    assert.ok(wireBytes(answer) <= 4000 * 4 && wireBytes(answer) > 3700 * 4);
    const [cut, rest] = answer.omitted;
    assert.deepEqual([cut.what, cut.count], ["files", 900 - commit.files.length]);
    const call = JSON.parse(cut.how.replace(/^get_change_manifest /, ""));
    const manifest = await ask(changeManifestOperation, {
      ...call,
      max_response_tokens: 0,
      page_size: 500,
    }, localWorkspace(directory));
    assert.equal(manifest.summary.total_files_changed, 900);
    assert.deepEqual(manifest.files[0], commit.files[0]);
    assert.deepEqual([rest.what, rest.count], ["commits", 1]);
    const next = JSON.parse(rest.how.replace(/^get_commit_history /, ""));
    assert.deepEqual(subjects(await history(next)), ["small"]);
    const tiny = await history({ base_ref: "HEAD~2", max_response_tokens: 1 });
    assert.deepEqual([tiny.commits.length, tiny.commits[0].files.length], [1, 0]);
    assert.ok(tiny.pagination.next_cursor !== null);
    assert.ok(tiny.metadata.notices.some(({ code }) => code === "page_over_budget"));
  }, (directory) => {
    runGit(directory, ["commit", "-q", "--allow-empty", "-m", "root"]);
    for (let i = 0; i < 900; i++) Deno.writeTextFileSync(`${directory}/file_${i}.txt`, `${i}\n`);
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "big"]);
    Deno.writeTextFileSync(`${directory}/file_0.txt`, "small\n");
    runGit(directory, ["commit", "-qam", "small"]);
  });
});

Deno.test("a page takes no more commits than fit, and compares no more", async () => {
  await withRepositoryAsync(async (directory) => {
    makeHistory(directory, randomHistory(300, 4, 0));
    let compared = 0;
    const workspace: Workspace = localWorkspace(directory);
    const answer = await ask(
      commitHistoryOperation,
      {
        base_ref: TREE,
        head_ref: "c299",
        page_size: 300,
      },
      workspace,
      {
        progress: ({ message }) => void (compared += message === "comparing commits" ? 1 : 0),
      },
    );
    assert.ok(answer.commits.length < 100);
    assert.ok(compared <= answer.commits.length + 1);
  });
});

Deno.test("askInParts() gives commit by commit what ask() gives as a whole", async () => {
  await withRepositoryAsync(async (directory) => {
    build(directory);
    const workspace = localWorkspace(directory);
    const args = { base_ref: TREE, head_ref: "feature" };
    const whole = await ask(commitHistoryOperation, args, workspace, { whole: true });
    const commits: HistoryCommit[] = [];
    let rest: CommitHistory | undefined;
    for await (const part of askInParts(commitHistoryOperation, args, workspace)) {
      if ("item" in part) commits.push(part.item as HistoryCommit);
      else rest = part.answer;
    }
    assert.deepEqual({ ...rest!, commits }, whole);
    assert.equal(Object.keys(whole)[0], "commits");
  });
});

Deno.test("a history can be called off between two commits, by a signal or by taking no more", async () => {
  await withRepositoryAsync(async (directory) => {
    makeHistory(
      directory,
      Array.from({ length: 50 }, (_, n) => ({ parents: n === 0 ? [] : [n - 1], time: 1e9 + n })),
    );
    const workspace = localWorkspace(directory);
    const outcomes: string[] = [];
    const observe = ({ outcome }: AskEvent) => void outcomes.push(outcome);
    const args = { base_ref: TREE, head_ref: "c49" };
    const controller = new AbortController();
    let seen = 0;
    await assert.rejects(async () => {
      const parts = askInParts(commitHistoryOperation, args, workspace, {
        signal: controller.signal,
        observe,
      });
      for await (const _ of parts) if (++seen === 3) controller.abort();
    }, { code: "cancelled" });
    assert.equal(seen, 3);
    for await (const _ of askInParts(commitHistoryOperation, args, workspace, { observe })) break;
    for await (const _ of askInParts(commitHistoryOperation, args, workspace, { observe }));
    assert.deepEqual(outcomes, ["cancelled", "cancelled", "answered"]);
  });
});

Deno.test("messages, names and dates are those of git log, however odd", async () => {
  await withHistory(async (directory, history) => {
    const text = (format: string, sha: string) =>
      new TextDecoder().decode(runGit(directory, ["log", "-1", `--format=${format}`, sha]))
        .trimEnd();
    const answer = await history({ base_ref: TREE, head_ref: "HEAD" });
    assert.equal(answer.commits.length, 6);
    for (const { metadata } of answer.commits) {
      assert.equal(metadata.author, text("%an", metadata.sha));
      assert.equal(metadata.author_email, text("%ae", metadata.sha));
      assert.equal(metadata.timestamp, text("%aI", metadata.sha), metadata.subject);
      assert.equal(metadata.commit_timestamp ?? metadata.timestamp, text("%cI", metadata.sha));
      assert.equal(metadata.subject, text("%s", metadata.sha));
    }
    assert.equal(answer.commits[1].metadata.message, "Grüße");
    assert.equal(answer.commits[1].metadata.author, "Zoë");
    assert.equal(answer.commits[2].metadata.message, "br\ufffdken");
    const hidden = answer.metadata.notices.filter(({ code }) => code === "invisible_characters");
    assert.match(hidden[0].message, /commit message .* line 3: .*\\u\{202e\}/);
  }, (directory) => {
    const tree = gitText(directory, ["mktree"], { stdin: "" });
    const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
    let parent = "";
    const add = (head: string, message: string | Uint8Array, encoding = "") => {
      const begin = `tree ${tree}\n${
        parent === "" ? "" : `parent ${parent}\n`
      }${head}\n${encoding}\n`;
      const body = typeof message === "string" ? new TextEncoder().encode(message) : message;
      const bytes = Uint8Array.from([...latin1(begin), ...body]);
      parent = gitText(directory, ["hash-object", "-t", "commit", "--literally", "-w", "--stdin"], {
        stdin: bytes,
      });
    };
    const people = (author: string, committer = author) =>
      `author ${author}\ncommitter ${committer}`;
    add(
      people("A <a@b> 1700000000 -0330", "C <c@d> 1800000000 +1345"),
      "signed\n",
      "gpgsig -----BEGIN\n x\n -----END\n",
    );
    add(people("Zo\xeb <z@b> 1 +0000"), latin1("Gr\xfc\xdfe\n"), "encoding ISO-8859-1\n");
    add(people("A <a@b> 1700000000 +0000"), latin1("br\xffken\n"));
    add(people(" <> 0 +0000"), "nobody\n\nthird \u202eline\n");
    add(people("Far <a@b> 95617584000 +0000"), "far\n");
    add(people("Odd zone <a@b> 1700000000 -7530"), "zone\n");
    runGit(directory, ["update-ref", "refs/heads/main", parent]);
  });
});

Deno.test("isoTime() is the epoch where no calendar holds the moment", () => {
  const of = (text: string) => isoTime(parsePerson(`A <a@b> ${text}`));
  assert.equal(of("999999999999999 +0000"), "1970-01-01T00:00:00+00:00");
  assert.equal(of("253402300800 +0000"), "10000-01-01T00:00:00+00:00");
  assert.equal(of("nonsense"), "1970-01-01T00:00:00+00:00");
});

Deno.test("a shallow clone says so, with what brings the rest", async () => {
  await withHistory(async (directory) => {
    const clone = Deno.makeTempDirSync({ prefix: "prism-test-" });
    try {
      runGit(directory, [
        "clone",
        "-q",
        "--depth",
        "2",
        "--branch",
        "main",
        `file://${directory}`,
        `${clone}/x`,
      ]);
      const shallow = localWorkspace(`${clone}/x`);
      const answer = await ask(commitHistoryOperation, { base_ref: TREE }, shallow);
      assert.deepEqual(subjects(answer), ["main moves on", "main moves on again"]);
      assert.deepEqual(answer.commits[0].metadata.parents, []);
      const [notice] = answer.metadata.notices;
      assert.equal(notice.code, "repository_shallow");
      assert.match(notice.message, /1 of the commits .* `git fetch --unshallow`/);
    } finally {
      Deno.removeSync(clone, { recursive: true });
    }
  });
});

Deno.test("a commit that cannot be compared is an entry with its error", async () => {
  await withHistory(async (directory, history) => {
    const tree = gitText(directory, ["rev-parse", "feature~2:src"]);
    Deno.removeSync(`${directory}/.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`);
    const { commits } = await history({ base_ref: TREE, head_ref: "feature" });
    assert.equal(commits.length, 5);
    const rename = commits.find(({ metadata }) => metadata.subject === "rename")!;
    assert.equal(rename.error?.code, "object_missing");
    assert.deepEqual(rename.files, []);
    assert.equal(commits.at(-1)!.error, undefined);
  });
});

Deno.test("wrong arguments of histories are one clear sentence", async () => {
  await withHistory(async (_directory, history) => {
    const cases: [Record<string, unknown>, string][] = [
      [{ base_ref: "main", head_ref: "WORKTREE" }, "invalid_argument"],
      [{ base_ref: "main^{tree}" }, "ref_wrong_type"],
      [{ base_ref: "main", head_ref: "main^{tree}" }, "ref_wrong_type"],
      [{ base_ref: "main", head_ref: "nope" }, "ref_not_found"],
      [{ base_ref: "main", paths: ["/etc"] }, "invalid_argument"],
      [{ base_ref: "main", paths: ["a/../.."] }, "invalid_argument"],
      [{}, "invalid_argument"],
    ];
    for (const [args, code] of cases) {
      await assert.rejects(history(args), (error: unknown) => {
        assert.ok(error instanceof PrismError);
        assert.equal(error.code, code, error.message);
        return true;
      });
    }
  });
});
