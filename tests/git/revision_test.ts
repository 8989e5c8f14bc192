import assert from "node:assert/strict";
import fc from "fast-check";
import { type ErrorCode, PrismError } from "../../src/errors.ts";
import { CommitSource } from "../../src/git/commits.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { peelToTree } from "../../src/git/peel.ts";
import { resolveRange, resolveRevision } from "../../src/git/revision.ts";
import type { RevisionContext } from "../../src/git/revision_context.ts";
import { dumpObjects } from "../support/dumped_objects.ts";
import { dumpConfig, dumpRefs } from "../support/dumped_refs.ts";
import { makeHistory } from "../support/generated_history.ts";
import { gitText, runGit, tryGit, withRepository } from "../support/scratch_repository.ts";

const NOW = 1_700_500_000;
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

function contextOf(directory: string, prefix = ""): RevisionContext {
  const objects = dumpObjects(directory, "sha1");
  return {
    objects,
    refs: dumpRefs(directory),
    config: dumpConfig(directory),
    commits: new CommitSource(objects, {
      objectDirs: [`${directory}/.git/objects`],
      commonDir: `${directory}/.git`,
    }),
    time: { now: NOW },
    index: (path, stage) => {
      const listed = runGit(directory, ["ls-files", "-s", "-z"]);
      for (const line of new TextDecoder().decode(listed).split("\0")) {
        const [mode, id, rest] = line.split(" ");
        if (rest === `${stage}\t${path}`) return { id: id as ObjectId, mode: parseInt(mode, 8) };
      }
      return null;
    },
    prefix,
  };
}

/** What git makes of the text; `null` when it refuses. */
function gitResolves(directory: string, text: string): string | null {
  const { ok, stdout } = tryGit(directory, [
    "rev-parse",
    "--verify",
    "-q",
    "--end-of-options",
    text,
  ], {
    env: { GIT_TEST_DATE_NOW: `${NOW}` },
  });
  return ok ? new TextDecoder().decode(stdout).trim() : null;
}

function weResolve(context: RevisionContext, text: string): string | null {
  try {
    return resolveRevision(context, text).id;
  } catch (error) {
    if (error instanceof PrismError) return null;
    throw error;
  }
}

function failsWith(code: ErrorCode, words: RegExp, hint: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof PrismError);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    assert.match(error.hint ?? "", hint);
    return true;
  };
}

/** A repository in which every form means something. */
function buildFull(directory: string): void {
  const git = (args: string[], time: number): void => {
    const date = `${time} +0000`;
    runGit(directory, args, { env: { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date } });
  };
  let time = 1_700_000_000;
  const commit = (message: string, path: string): void => {
    time += 86_400 / 2;
    Deno.writeTextFileSync(`${directory}/${path}`, `${message}\n`);
    git(["add", "-A"], time);
    git(["commit", "-q", "-m", message], time);
  };
  Deno.mkdirSync(`${directory}/src/deep`, { recursive: true });
  commit("first: root commit", "README");
  commit("second: add [src] (fix)", "src/deep/a.txt");
  git(["tag", "light"], time);
  git(["tag", "-a", "v1.0", "-m", "one"], time);
  git(["tag", "-a", "v1.0-nested", "-m", "nested", "v1.0"], time);
  git(["tag", "-a", "tree-tag", "-m", "tree", "HEAD^{tree}"], time);
  git(["tag", "-a", "blob-tag", "-m", "blob", "HEAD:README"], time);
  git(["switch", "-q", "-c", "topic/one"], time + 1);
  commit("third: on topic", "src/b..c");
  commit("fourth: on topic\n\nbody with needle\nlast", 'ünï cödé\t"x"');
  git(["switch", "-q", "main"], time + 1);
  commit("fifth: on main", "five");
  git(["merge", "-q", "--no-ff", "-m", "sixth: merge topic", "topic/one"], time + 60);
  git(["switch", "-q", "--detach", "HEAD~1"], time + 70);
  git(["switch", "-q", "topic/one"], time + 80);
  git(["switch", "-q", "main"], time + 90);
  git(["branch", "same"], time);
  git(["tag", "same", "HEAD~1"], time);
  git(["branch", "deadbeef", "HEAD~1"], time);
  git(["update-ref", "refs/weird/name", "HEAD~2"], time);
  git(["update-ref", "refs/remotes/origin/main", "HEAD~1"], time);
  git(["update-ref", "refs/remotes/origin/topic/one", "HEAD"], time);
  git(["update-ref", "refs/remotes/fork/main", "HEAD~1^"], time);
  git(["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"], time);
  git(["symbolic-ref", "refs/heads/alias", "refs/heads/topic/one"], time);
  const settings = [
    ["remote.origin.url", "/nowhere"],
    ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
    ["remote.fork.url", "/elsewhere"],
    ["remote.fork.fetch", "+refs/heads/*:refs/remotes/fork/*"],
    ["branch.main.remote", "origin"],
    ["branch.main.merge", "refs/heads/main"],
    ["branch.topic/one.remote", "."],
    ["branch.topic/one.merge", "refs/heads/main"],
    ["branch.same.remote", "origin"],
    ["branch.same.merge", "refs/heads/gone"],
  ];
  for (const [name, value] of settings) git(["config", name, value], time);
}

const NAMES = [
  ...["HEAD", "@", "main", "heads/main", "refs/heads/main", "light", "tags/light", "v1.0", "same"],
  ...["v1.0-nested", "tree-tag", "blob-tag", "topic/one", "origin", "origin/main", "deadbeef"],
  ...["remotes/origin", "weird/name", "refs/weird/name", "alias", "origin/HEAD", "fork/main"],
  ...["@{-1}", "@{-2}", "@{-3}", "@{0}", "@{1}", "@{2}", "@{u}", "@{upstream}", "main@{u}"],
  ...["HEAD@{0}", "HEAD@{1}", "HEAD@{3}", "main@{1}", "main@{yesterday}", "main@{2023-11-16}"],
  ...["HEAD@{1700100000}", "main@{5.days.ago}", "topic/one@{u}", "topic/one@{U}", "@{-1}@{u}"],
  ...["main@{push}", "@{push}", "@{PUSH}", "topic/one@{push}", "alias@{1}", "alias@{u}"],
  ...["topic/one@{0}", "@{now}", "main@{20 years ago}", "@{-1}@{1}", "main@{u}@{0}"],
];
const STEPS = [
  ...[
    "",
    "~",
    "^",
    "^0",
    "~0",
    "^1",
    "^2",
    "^3",
    "~2",
    "~1^2",
    "^2~1",
    "^^",
    "~100",
    "^{}",
    "^{tree}",
  ],
  ...[
    "^{commit}",
    "^{blob}",
    "^{tag}",
    "^{object}",
    "^{commit}^{tree}",
    "^{}~1",
    "^0^0",
    "^{/topic}",
  ],
  ...["^{/^fifth}~1", "^{/nope}", "^{/}", "^{/needle}^{tree}", "^{/!-topic}", "^{/!!x}", "^{/!x}"],
  ...[
    ":",
    ":README",
    ":src",
    ":src/",
    ":src/deep/a.txt",
    ":nope",
    ":README/x",
    ":/README",
    ":./src",
  ],
  ...[":src/b..c", ':ünï cödé\t"x"', "^{tree}:README", "^{/fix\\)}", "^{/[a-z]+: on (topic|main)}"],
];
const WHOLE = [
  ...["", "nope", "@{-9}", "@{9}", "main@{99}", "nope@{0}", "HEAD@{garbage}", "@{}"],
  ...["HEAD@{-1}", "main@{u}@{u}", "same@{u}", "light@{u}", "light@{0}", "deadbeef@{u}", "@@{0}"],
  ...[":README", ":0:README", ":1:README", ":src", ":", ":0:", ":nope", ":./README", ":3:", ":4:x"],
  ...[":/topic", ":/^first", ":/needle", ":/last$", ":/", ":/!-zzz", ":/!-sixth", ":/!!a", ":/!a"],
  ...["HEAD^{foo}", "HEAD^{", "HEAD}", "HEAD^{/x", "~1", "^", "HEAD~x", "HEAD ", " HEAD"],
  ...["main..HEAD", "refs/heads", "refs/heads/", "/HEAD", "../HEAD", "./HEAD", "HEAD/", "a//b"],
  ...["main\n", "ma\0in", "ma\tin", "refs/../HEAD", "config", "index", "HEAD@{0", "HEAD@{1}x"],
  ...["v1.0-1-gffffffff", "whatever-g", "HEAD^{commit", "HEAD^1^{tree}:src/deep", EMPTY_TREE],
  ...[`${EMPTY_TREE}^{tree}`, `${EMPTY_TREE}:`, `${EMPTY_TREE}^{commit}`, "4b825dc", "🦕", "é"],
];

Deno.test("resolveRevision() means what git rev-parse means", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory);
    const texts = [
      ...WHOLE,
      ...NAMES.flatMap((name) => STEPS.slice(0, 3).map((step) => name + step)),
    ];
    for (const name of ["HEAD", "v1.0-nested", "tree-tag", "blob-tag", "topic/one", "@{-1}"]) {
      texts.push(...STEPS.map((step) => name + step));
    }
    const ids = gitText(directory, ["rev-list", "--all", "--objects", "--no-object-names"]).split(
      "\n",
    );
    for (const id of ids) {
      texts.push(id, id.slice(0, 7), id.slice(0, 12).toUpperCase(), `${id.slice(0, 9)}^0`);
    }
    for (const id of ids.slice(0, 3)) {
      texts.push(`v1.0-3-g${id.slice(0, 8)}`, `x-g${id}`, `-g${id.slice(0, 8)}`);
    }
    const wrong: string[] = [];
    for (const text of texts.filter((text) => !text.startsWith("-") && !text.includes("\0"))) {
      const expected = gitResolves(directory, text);
      const actual = weResolve(context, text);
      if (actual !== expected) wrong.push(`${JSON.stringify(text)}: ${actual}, git ${expected}`);
    }
    assert.deepEqual(wrong, []);
    for (const text of ["-x", "--all", "^HEAD"]) assert.equal(weResolve(context, text), null);
    assert.equal(weResolve(context, "ma\0in"), null);
  });
});

Deno.test("resolveRevision() follows push settings as git does", () => {
  withRepository((directory) => {
    buildFull(directory);
    const settings = [
      [],
      ["push.default=current"],
      ["push.default=upstream"],
      ["push.default=nothing"],
      ["push.default=matching"],
      ["remote.pushDefault=fork"],
      ["remote.pushDefault=fork", "push.default=current"],
      ["branch.main.pushRemote=fork", "push.default=current"],
      ["remote.origin.push=refs/heads/main:refs/heads/topic/one"],
      ["remote.origin.push=refs/heads/*:refs/heads/none/*"],
      ["remote.origin.mirror=true"],
    ];
    for (const list of settings) {
      for (const setting of list) runGit(directory, ["config", ...setting.split("=")]);
      const context = contextOf(directory);
      for (const text of ["main@{push}", "same@{push}", "topic/one@{push}", "deadbeef@{push}"]) {
        assert.equal(weResolve(context, text), gitResolves(directory, text), `${list} ${text}`);
      }
      for (const setting of list) runGit(directory, ["config", "--unset", setting.split("=")[0]]);
    }
  });
});

Deno.test("resolveRevision() says which reference an ambiguous name was read as", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory);
    const { ref, notices } = resolveRevision(context, "same");
    assert.equal(ref, "refs/tags/same");
    assert.deepEqual(notices.map(({ code }) => code), ["ref_ambiguous"]);
    assert.deepEqual(resolveRevision(context, "main").notices, []);
    assert.equal(resolveRevision(context, "HEAD").ref, "refs/heads/main");
    const early = resolveRevision(context, "main@{20 years ago}");
    assert.deepEqual(early.notices.map(({ code }) => code), ["reflog_short"]);
  });
});

Deno.test("resolveRevision() explains what is missing", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory);
    const cases: [string, ErrorCode, RegExp, RegExp][] = [
      ["mian", "ref_not_found", /"mian" names no branch/, /did you mean "main"/],
      ["one", "ref_not_found", /"one"/, /"topic\/one"/],
      ["-main", "ref_not_found", /"-main"/, /"main"/],
      ["--output=x", "ref_not_found", /"--output=x"/, /./],
      ["HEAD~99", "ref_not_found", /first of its history/, new RegExp(EMPTY_TREE)],
      ["HEAD^3", "ref_not_found", /has 2 parents/, /\^1/],
      ["blob-tag^{commit}", "ref_wrong_type", /is a blob, not a commit/, /commit/],
      ["HEAD:README~1", "path_not_found", /README~1/, /root/],
      ["HEAD:nope", "path_not_found", /"nope"/, /root/],
      [":/zzz", "ref_not_found", /no message matches "zzz"/, /regular/],
      [":/(", "invalid_revision", /not closed/, /backslash/],
      ["main@{99}", "ref_not_found", /has \d+ entries/, /reflog/],
      ["deadbeef@{u}", "ref_not_found", /no upstream/, /remote branch/],
      ["f".repeat(40), "object_missing", /ffff/, /(?:)/],
      ["x".repeat(9000), "invalid_revision", /too long/, /8192/],
    ];
    for (const [text, code, words, hint] of cases) {
      assert.throws(() => resolveRevision(context, text), failsWith(code, words, hint), text);
    }
  });
});

Deno.test("resolveRevision() lists the candidates of an ambiguous id and prefers commits", () => {
  withRepository((directory) => {
    // Names of objects begin at random: many blobs make collisions certain.
    const commits = makeHistory(
      directory,
      Array.from(
        { length: 600 },
        (_, i) => ({ parents: i === 0 ? [] : [i - 1], time: 1_600_000_000 + i }),
      ),
    );
    const context = contextOf(directory);
    // The branches are called c0, c1 ...: a short id that looks so means the branch.
    const byPrefix = Map.groupBy(commits, (id) => id.slice(0, 4));
    const shared = byPrefix.values().find((ids) => ids.length > 1 && !/^c\d{3}/.test(ids[0]));
    assert.ok(shared !== undefined);
    const short = shared[0].slice(0, 4);
    assert.throws(() => resolveRevision(context, short), (error) => {
      assert.ok(error instanceof PrismError && error.code === "ref_ambiguous");
      const candidates = error.data!.candidates as { id: string; type: string; about: string }[];
      assert.deepEqual(candidates.map(({ id }) => id), shared.toSorted());
      assert.match(candidates[0].about, /^2020-09-13 commit \d+$/);
      assert.match(error.hint!, /commit 2020-09-13/);
      return true;
    });
    const blobs = Array.from(
      { length: 20_000 },
      (_, i) => `blob\nmark :${i + 1}\ndata 6\n${`${i}`.padStart(6)}\n`,
    );
    runGit(directory, ["fast-import", "--quiet"], { stdin: blobs.join("") });
    const crowded = contextOf(directory);
    const lone = commits.filter((id) =>
      byPrefix.get(id.slice(0, 4))!.length === 1 && !/^c\d{3}/.test(id) &&
      crowded.objects.withPrefix(id.slice(0, 4), 9).length > 1
    );
    assert.ok(lone.length > 10);
    for (const id of lone) {
      assert.equal(resolveRevision(crowded, id.slice(0, 4)).id, id);
      assert.equal(gitResolves(directory, `${id.slice(0, 4)}^{commit}`), id);
    }
  });
});

Deno.test("resolveRevision() explains an unborn branch", () => {
  withRepository((directory) => {
    const context = { ...contextOf(directory) };
    for (const text of ["HEAD", "@", "main", "HEAD~1", "HEAD^{tree}", "HEAD:x"]) {
      assert.throws(
        () => resolveRevision(context, text),
        failsWith("ref_not_found", /branch "main" has none yet/, new RegExp(EMPTY_TREE)),
      );
    }
    assert.deepEqual(resolveRevision(context, EMPTY_TREE).type, "tree");
  });
});

Deno.test("resolveRevision() counts paths from the current directory", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory, "src/deep/");
    const below = `${directory}/src/deep`;
    for (
      const text of [
        "HEAD:./a.txt",
        "HEAD:../b..c",
        "HEAD:../../README",
        ":./a.txt",
        "HEAD:./",
        "HEAD:../../../x",
      ]
    ) {
      assert.equal(weResolve(context, text), gitResolves(below, text), text);
    }
  });
});

Deno.test("resolveRevision() knows where a shallow history ends", () => {
  withRepository((directory) => {
    buildFull(directory);
    const second = gitText(directory, ["rev-parse", "light"]);
    Deno.writeTextFileSync(`${directory}/.git/shallow`, `${second}\n`);
    assert.throws(
      () => resolveRevision(contextOf(directory), "light~1"),
      failsWith("ref_not_found", /shallow clone ends/, /unshallow/),
    );
  });
});

Deno.test("resolveRevision() gives an id or a PrismError for any text", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory);
    const piece = fc.constantFrom(
      ...[
        "HEAD",
        "main",
        "@",
        "{",
        "}",
        "^",
        "~",
        ":",
        "/",
        "..",
        "-",
        "1",
        "{u}",
        "{1}",
        "^{",
        "tree}",
      ],
      ...["\n", "\t", "\0", '"', "\udc80", "*", "[", "(", ".", "@{", "src", " "],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        weResolve(context, text);
        try {
          resolveRange(context, text);
        } catch (error) {
          if (!(error instanceof PrismError)) throw error;
        }
      }),
      { numRuns: 1500 },
    );
  });
});

Deno.test("resolveRange() reads both sides, and one revision with dots in its path", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory);
    const id = (text: string): string => gitText(directory, ["rev-parse", text]);
    const range = resolveRange(context, "light..topic/one");
    assert.deepEqual([range.base.id, range.head!.id], [id("light"), id("topic/one")]);
    assert.equal(resolveRange(context, "light...").symmetric, true);
    assert.equal(resolveRange(context, "light...").head!.id, id("HEAD"));
    const path = resolveRange(context, "HEAD:src/b..c");
    assert.deepEqual([path.base.id, path.head], [id("HEAD:src/b..c"), null]);
    const single = resolveRange(context, "HEAD^!");
    assert.deepEqual([single.base.id, single.head!.id], [id("HEAD^1"), id("HEAD")]);
    assert.throws(
      () => resolveRange(context, "nope..HEAD"),
      failsWith("ref_not_found", /"nope"/, /./),
    );
  });
});

Deno.test("peelToTree() takes commits, tags and trees, and refuses blobs", () => {
  withRepository((directory) => {
    buildFull(directory);
    const context = contextOf(directory);
    const side = (text: string) =>
      peelToTree(context.objects, resolveRevision(context, text).id, text);
    const tree = gitText(directory, ["rev-parse", "v1.0^{tree}"]);
    assert.deepEqual(side("v1.0-nested"), {
      tree,
      commit: gitText(directory, ["rev-parse", "v1.0^0"]),
    });
    assert.deepEqual(side("tree-tag"), { tree, commit: null });
    assert.throws(
      () => side("HEAD:README"),
      failsWith("ref_wrong_type", /"HEAD:README" is a blob/, /tree/),
    );
  });
});
