import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { discover } from "../../src/git/discover.ts";
import { parseLooseRef } from "../../src/git/loose_refs.ts";
import { openRefs } from "../../src/git/open_refs.ts";
import { PackedRefs } from "../../src/git/packed_refs.ts";
import { isRefName } from "../../src/git/ref_name.ts";
import { parseReflog } from "../../src/git/reflog.ts";
import type { RefStore } from "../../src/git/refs.ts";
import { gitText, runGit, tryGit, withRepository } from "../support/scratch_repository.ts";

const open = (directory: string): RefStore => openRefs(discover(directory, {}));

function commit(directory: string, message = "x"): string {
  runGit(directory, ["commit", "-q", "--allow-empty", "-m", message]);
  return gitText(directory, ["rev-parse", "HEAD"]);
}

/** The references whose names begin with the prefix as git lists them, one text a row. */
function gitLists(directory: string, prefix = ""): string[] {
  const format = "%(refname) %(objectname) %(symref)";
  const text = gitText(directory, ["for-each-ref", `--format=${format}`]);
  return text.split("\n").filter((row) => row !== "" && row.startsWith(prefix));
}

function weList(refs: RefStore, prefix: string): string[] {
  const resolve = (name: string): string => {
    const value = refs.read(name)!;
    return value.kind === "direct" ? value.id : resolve(value.target);
  };
  return refs.list(prefix).map(({ name, value }) =>
    `${name} ${resolve(name)} ${value.kind === "symbolic" ? value.target : ""}`
  );
}

function fails(pattern: RegExp, work: () => unknown): void {
  assert.throws(
    work,
    (error: unknown) =>
      error instanceof PrismError && error.code === "unreadable" && pattern.test(error.message),
  );
}

Deno.test("FileRefs lists loose and packed references as git does", () => {
  for (const format of ["sha1", "sha256"]) {
    withRepository((directory) => {
      commit(directory);
      for (const name of ["b", "a/x", "a-b", "a.b", "z"]) runGit(directory, ["branch", name]);
      runGit(directory, ["tag", "-a", "-m", "t", "v1"]);
      runGit(directory, ["tag", "light"]);
      runGit(directory, ["pack-refs", "--all"]);
      commit(directory, "y");
      runGit(directory, ["branch", "-f", "b"]);
      runGit(directory, ["branch", "new"]);
      runGit(directory, ["branch", "-D", "-q", "z"]);
      runGit(directory, ["update-ref", "refs/remotes/o/main", "HEAD"]);
      runGit(directory, ["symbolic-ref", "refs/remotes/o/HEAD", "refs/remotes/o/main"]);
      runGit(directory, ["symbolic-ref", "refs/remotes/p/HEAD", "refs/remotes/p/none"]);
      runGit(directory, ["update-ref", "refs/bisect/bad", "HEAD"]);
      Deno.writeTextFileSync(`${directory}/.git/refs/heads/broken`, "nothing");
      Deno.writeTextFileSync(`${directory}/.git/refs/heads/x.lock`, "");
      const refs = open(directory);
      assert.deepEqual(weList(refs, "refs/"), gitLists(directory));
      assert.deepEqual(weList(refs, ""), gitLists(directory));
      assert.deepEqual(weList(refs, "refs/heads/"), gitLists(directory, "refs/heads/"));
      assert.deepEqual(weList(refs, "refs/heads/a"), gitLists(directory, "refs/heads/a"));
      assert.deepEqual(weList(refs, "refs/../"), []);
      const peeled = gitText(directory, ["rev-parse", "v1^{}"]);
      const tag = refs.read("refs/tags/v1");
      assert.ok(tag?.kind === "direct" && tag.peeled === peeled);
      assert.equal(refs.read("refs/heads/z"), null);
      assert.equal(refs.read("refs/heads/a"), null);
      assert.deepEqual(refs.read("HEAD"), { kind: "symbolic", target: "refs/heads/main" });
    }, [`--object-format=${format}`]);
  }
});

Deno.test("FileRefs sees a change of the files at once", () => {
  withRepository((directory) => {
    const first = commit(directory);
    const refs = open(directory);
    runGit(directory, ["pack-refs", "--all"]);
    assert.deepEqual(refs.read("refs/heads/main"), { kind: "direct", id: first });
    const second = commit(directory, "y");
    assert.deepEqual(refs.read("refs/heads/main"), { kind: "direct", id: second });
    runGit(directory, ["pack-refs", "--all"]);
    assert.deepEqual(refs.read("refs/heads/main"), { kind: "direct", id: second });
  });
});

Deno.test("FileRefs gives each worktree its own references", () => {
  withRepository((directory) => {
    const first = commit(directory);
    runGit(directory, ["worktree", "add", "-q", `${directory}/w`, "-b", "side"]);
    const second = commit(`${directory}/w`, "y");
    runGit(directory, ["update-ref", "refs/worktree/mine", first]);
    runGit(`${directory}/w`, ["update-ref", "refs/worktree/mine", second]);
    runGit(`${directory}/w`, ["update-ref", "refs/bisect/bad", second]);
    runGit(`${directory}/w`, ["update-ref", "refs/rewritten/one", second]);
    for (const place of [directory, `${directory}/w`]) {
      const refs = open(place);
      for (
        const prefix of ["refs/", "refs/worktree/", "refs/worktree/m", "refs/b", "refs/heads/"]
      ) {
        assert.deepEqual(
          weList(refs, prefix),
          gitLists(place, prefix),
          `${place} ${prefix}`,
        );
      }
      for (
        const name of [
          "HEAD",
          "refs/worktree/mine",
          "refs/bisect/bad",
          "refs/heads/side",
          "main-worktree/HEAD",
          "main-worktree/refs/worktree/mine",
          "main-worktree/refs/bisect/bad",
          "worktrees/w/HEAD",
          "worktrees/w/refs/worktree/mine",
          "worktrees/none/HEAD",
        ]
      ) {
        const theirs = tryGit(place, ["rev-parse", "--verify", "-q", name]);
        let value = refs.read(name);
        if (value?.kind === "symbolic") value = refs.read(value.target);
        assert.equal(
          value?.kind === "direct" ? value.id : "",
          new TextDecoder().decode(theirs.stdout).trim(),
          `${place} ${name}`,
        );
      }
    }
    assert.equal(open(`${directory}/w`).reflog("HEAD")?.[0].message, "commit: y");
    assert.equal(open(directory).reflog("HEAD")?.[0].message, "commit (initial): x");
    assert.equal(open(directory).reflog("worktrees/w/HEAD")?.[0].after, second);
  });
});

Deno.test("FileRefs reads what stands beside HEAD", () => {
  withRepository((directory) => {
    const first = commit(directory);
    runGit(directory, ["commit", "-q", "--allow-empty", "--amend", "-m", "z"]);
    runGit(directory, ["reset", "-q", "--hard", first]);
    runGit(directory, ["fetch", "-q", ".", "main", "HEAD"]);
    const refs = open(directory);
    for (const name of ["ORIG_HEAD", "FETCH_HEAD"]) {
      assert.deepEqual(refs.read(name), {
        kind: "direct",
        id: gitText(directory, ["rev-parse", name]),
      });
    }
    // Files of other kinds are no references, whatever they hold.
    Deno.writeTextFileSync(`${directory}/.git/shallow`, `${first}\n`);
    for (const name of ["COMMIT_EDITMSG", "config", "shallow", "logs/HEAD", "MERGE_HEAD"]) {
      assert.equal(refs.read(name), null, name);
    }
    for (const name of ["../x", "/etc/passwd", "refs/heads/../../HEAD", "", "refs/heads/", "a\0"]) {
      assert.equal(refs.read(name), null);
      assert.equal(refs.reflog(name), null);
    }
    Deno.removeSync(`${directory}/.git/HEAD`);
    Deno.symlinkSync("refs/heads/main", `${directory}/.git/HEAD`);
    assert.deepEqual(refs.read("HEAD"), { kind: "symbolic", target: "refs/heads/main" });
  });
});

Deno.test("FileRefs survives what should not be there", () => {
  withRepository((directory) => {
    commit(directory);
    const heads = `${directory}/.git/refs/heads`;
    const refs = open(directory);
    for (const content of ["", "ref: ", "ref: ../../x\n", "\0\xff", "a".repeat(40) + "x"]) {
      Deno.writeTextFileSync(`${heads}/bad`, content);
      fails(/"refs\/heads\/bad" is damaged/, () => refs.read("refs/heads/bad"));
    }
    Deno.writeFileSync(`${heads}/bad`, new Uint8Array(10 << 20).fill(97));
    fails(/is damaged/, () => refs.read("refs/heads/bad"));
    Deno.removeSync(`${heads}/bad`);
    assert.ok(new Deno.Command("mkfifo", { args: [`${heads}/pipe`] }).outputSync().success);
    fails(/is damaged/, () => refs.read("refs/heads/pipe"));
    Deno.symlinkSync("/dev/zero", `${heads}/zero`);
    fails(/is damaged/, () => refs.read("refs/heads/zero"));
    Deno.symlinkSync("self", `${heads}/self`);
    Deno.mkdirSync(`${heads}/dir`);
    Deno.symlinkSync("..", `${heads}/dir/up`);
    Deno.symlinkSync("../dir", `${heads}/dir/same`);
    const names = refs.list("refs/").map(({ name }) => name);
    assert.ok(names.includes("refs/heads/main"));
    assert.ok(!names.includes("refs/heads/pipe"));
    assert.ok(names.length < 50, names.join("\n"));
    Deno.writeTextFileSync(`${heads}/loop`, "ref: refs/heads/loop\n");
    assert.ok(!refs.list("refs/").some(({ name }) => name === "refs/heads/loop"));
    for (const broken of ["", "garbage\n"]) {
      Deno.writeTextFileSync(`${directory}/.git/HEAD`, broken);
      fails(/"HEAD" is damaged/, () => refs.read("HEAD"));
    }
    Deno.removeSync(`${directory}/.git/HEAD`);
    assert.equal(refs.read("HEAD"), null);
  });
});

Deno.test("FileRefs.reflog() agrees with git", () => {
  withRepository((directory) => {
    for (const message of ["one", "two > <x> \t three", "é", ""]) {
      runGit(directory, ["commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message], {
        env: { GIT_COMMITTER_DATE: `${1700000000 + 60 * message.length} +0130` },
      });
    }
    runGit(directory, ["checkout", "-q", "-b", "a/b"]);
    runGit(directory, ["reset", "-q", "--hard", "HEAD~1"]);
    const refs = open(directory);
    for (const name of ["HEAD", "refs/heads/main", "refs/heads/a/b"]) {
      const theirs = gitText(directory, ["reflog", "show", "--format=%H %gs", name]).split("\n");
      const ours = refs.reflog(name)!.map(({ after, message }) => `${after} ${message}`);
      assert.deepEqual(ours, theirs);
      const times = gitText(directory, ["reflog", "show", "--date=unix", "--format=%gd", name]);
      assert.deepEqual(
        refs.reflog(name)!.map(({ time }) => String(time)),
        times.split("\n").map((row) => /\{(\d+)\}/.exec(row)![1]),
      );
    }
    assert.equal(refs.reflog("refs/heads/none"), null);
    assert.equal(refs.reflog("refs/heads/a"), null);
    Deno.writeTextFileSync(`${directory}/.git/logs/refs/heads/main`, "");
    assert.deepEqual(refs.reflog("refs/heads/main"), []);
  });
});

Deno.test("parseReflog() leaves out lines that are no entries", () => {
  const id = "a".repeat(40);
  const good = `${id} ${id} A <a@b> 17 +0000\tm\n`;
  const text = `${good}x\n${id} ${id} A a 17 +0000\n${id} ${id} A <a> x\n${good.slice(0, -3)}\n`;
  assert.deepEqual(
    parseReflog(new TextEncoder().encode(text), "sha1").map(({ message }) => message),
    ["", "m"],
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    parseReflog(bytes, "sha1");
  }));
});

Deno.test("isRefName() agrees with git check-ref-format", () => {
  const part = fc.constantFrom(
    "a",
    "B",
    ".",
    "..",
    "/",
    "@",
    "{",
    "~",
    "^",
    ":",
    "?",
    "*",
    "[",
    "\\",
    " ",
    ".lock",
    "-",
    "é",
    "\x7f",
    "\x01",
    "refs",
  );
  withRepository((directory) => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const name = parts.join("");
        fc.pre(!name.startsWith("-"));
        const { ok } = tryGit(directory, ["check-ref-format", "--allow-onelevel", name]);
        assert.equal(isRefName(name), ok, name);
      }),
      { numRuns: 300 },
    );
  });
});

Deno.test("parseLooseRef() takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
    const value = parseLooseRef(`ref: ${text}`, "sha1");
    if (value !== "broken") assert.ok(value.kind === "symbolic" && isRefName(value.target));
  }));
});

/** Writes a packed-refs file and works with it. */
function withPacked(content: string | Uint8Array, work: (packed: PackedRefs) => void): void {
  const path = Deno.makeTempFileSync();
  try {
    if (typeof content === "string") Deno.writeTextFileSync(path, content);
    else Deno.writeFileSync(path, content);
    work(new PackedRefs(path, "sha1"));
  } finally {
    Deno.removeSync(path);
  }
}

const HEADER = "# pack-refs with: peeled fully-peeled sorted \n";
const idOf = (i: number): string => i.toString(16).padStart(40, "0");

Deno.test("PackedRefs finds every one of many references, sorted or not", () => {
  const names = Array.from({ length: 3000 }, (_, i) => `refs/heads/b${i}${"x".repeat(i % 60)}`);
  names.push("refs/tags/é", "refs/zzz");
  const order = new Map(names.map((name, i) => [name, i]));
  const row = (name: string): string => {
    const i = order.get(name)!;
    return `${idOf(i)} ${name}\n` + (i % 7 === 0 ? `^${idOf(i + 1e6)}\n` : "");
  };
  const sorted = names.toSorted((a, b) => a < b ? -1 : 1);
  for (
    const content of [
      HEADER + sorted.map(row).join(""),
      "# pack-refs with: peeled \n" + names.map(row).join(""),
      names.map(row).join(""),
    ]
  ) {
    withPacked(content, (packed) => {
      for (const name of names) {
        const i = order.get(name)!;
        const value = packed.find(name);
        assert.equal(value?.id, idOf(i), name);
        assert.equal(value?.peeled, i % 7 === 0 ? idOf(i + 1e6) : undefined);
        if (i % 50 === 0) assert.equal(packed.find(`${name}!`), null);
      }
      for (const name of ["a", "refs/heads/a", "refs/heads/b", "refs/heads/c", "zzzz"]) {
        assert.equal(packed.find(name), null);
      }
      assert.deepEqual(packed.list("refs/").map(({ name }) => name), sorted);
      const tens = sorted.filter((name) => name.startsWith("refs/heads/b10"));
      assert.deepEqual(packed.list("refs/heads/b10").map(({ name }) => name), tens);
      assert.deepEqual(packed.list("x"), []);
    });
  }
});

Deno.test("PackedRefs reads a hundred thousand references piece by piece", () => {
  let content = HEADER;
  for (let i = 0; i < 100_000; i++) content += `${idOf(i)} refs/pull/${idOf(i).slice(30)}/head\n`;
  withPacked(content, (packed) => {
    for (const i of [0, 1, 4711, 50_000, 99_998, 99_999]) {
      assert.equal(packed.find(`refs/pull/${idOf(i).slice(30)}/head`)?.id, idOf(i));
    }
    assert.equal(packed.find("refs/heads/main"), null);
    assert.equal(packed.list("refs/pull/").length, 100_000);
  });
});

Deno.test("PackedRefs says that a file is damaged", () => {
  const good = `${idOf(1)} refs/heads/a\n${idOf(2)} refs/heads/b\n`;
  withPacked(HEADER + good.slice(0, -4), (packed) => {
    fails(/is damaged near byte/, () => packed.find("refs/heads/a"));
  });
  withPacked(HEADER + good + "garbage\n", (packed) => {
    fails(/is damaged near byte/, () => packed.list("refs/"));
  });
  for (const filler of ["x", "\xff"]) {
    withPacked(`${HEADER}${filler.repeat(3 << 20)}\n`, (packed) => {
      fails(/is damaged near byte/, () => packed.find("refs/heads/a"));
      fails(/is damaged near byte/, () => packed.list("refs/"));
    });
  }
  withPacked("", (packed) => assert.deepEqual(packed.list("refs/"), []));
  withPacked(HEADER, (packed) => assert.equal(packed.find("refs/heads/a"), null));
  assert.equal(new PackedRefs("/nowhere/packed-refs", "sha1").find("refs/heads/a"), null);
  fails(/it is no file/, () => new PackedRefs("/", "sha1").list("refs/"));
});

Deno.test("PackedRefs answers or refuses any bytes", () => {
  const line = fc.constantFrom(
    HEADER,
    `${idOf(1)} refs/a\n`,
    `${idOf(2)} refs/b\n`,
    `^${idOf(3)}\n`,
    "\n",
    "^\n",
    "#",
    "\0",
    `${idOf(4)} `,
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.array(line, { maxLength: 8 }).map((lines) => new TextEncoder().encode(lines.join(""))),
  );
  fc.assert(fc.property(bytes, (content) => {
    withPacked(content, (packed) => {
      for (const work of [() => packed.find("refs/b"), () => packed.list("refs/")]) {
        try {
          work();
        } catch (error) {
          assert.ok(error instanceof PrismError, String(error));
        }
      }
    });
  }));
});
