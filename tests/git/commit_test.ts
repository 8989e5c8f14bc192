import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { parseCommit, parseCommitLinks, subjectOf } from "../../src/git/commit.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { timezoneMinutes } from "../../src/git/person.ts";
import { parseTag } from "../../src/git/tag.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";

const ID = "1".repeat(40) as ObjectId;
const TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

function isCorrupt(error: unknown): boolean {
  return error instanceof PrismError && error.code === "object_corrupt";
}

Deno.test("parseCommit() reads what git wrote", () => {
  withRepository((directory) => {
    const commit = gitText(directory, ["commit-tree", TREE, "-m", "Subject\n\nBody\n"], {
      env: { GIT_AUTHOR_NAME: "Zoë", GIT_AUTHOR_DATE: "1700000001 -0330" },
      stdin: "",
    });
    const child = gitText(directory, ["commit-tree", TREE, "-p", commit, "-m", "Child"]);
    const bytes = runGit(directory, ["cat-file", "commit", commit]);
    const parsed = parseCommit(bytes, commit as ObjectId, "sha1");
    assert.deepEqual(parsed, {
      tree: TREE,
      parents: [],
      author: {
        name: "Zoë",
        email: "author@example.com",
        time: 1700000001,
        timezone: "-0330",
      },
      committer: {
        name: "C O Mitter",
        email: "committer@example.com",
        time: 1700000000,
        timezone: "+0000",
      },
      encoding: null,
      message: "Subject\n\nBody\n",
    });
    assert.equal(timezoneMinutes("-0330"), -210);
    const links = parseCommitLinks(
      runGit(directory, ["cat-file", "commit", child]),
      child as ObjectId,
      "sha1",
    );
    assert.deepEqual(links, { tree: TREE, parents: [commit], time: 1700000000 });
  });
});

Deno.test("parseCommit() skips signatures and headers it does not know", () => {
  const text = `tree ${TREE}\nparent ${ID}\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0100\n` +
    "gpgsig -----BEGIN\n parent x\n\n -----END\nmergetag object\n tree y\n\nparent no\n\nmore";
  const parsed = parseCommit(
    encode(text.replace("BEGIN\n parent x\n\n", "BEGIN\n parent x\n \n")),
    ID,
    "sha1",
  );
  assert.deepEqual(parsed.parents, [ID]);
  assert.equal(parsed.message, "parent no\n\nmore");
});

Deno.test("parseCommit() decodes by the encoding header and loses no byte", () => {
  const commit = (encoding: string, name: string): Uint8Array =>
    latin1(
      `tree ${TREE}\nauthor ${name} <a@b> 1 +0000\ncommitter C <c@d> 2 +0100\n` +
        `${encoding === "" ? "" : `encoding ${encoding}\n`}\n${name}\n`,
    );
  assert.equal(
    parseCommit(commit("ISO-8859-1", "J\xfcrgen\x85"), ID, "sha1").message,
    "Jürgen\x85\n",
  );
  assert.equal(parseCommit(commit("ISO-8859-1", "J\xfcrgen"), ID, "sha1").author.name, "Jürgen");
  assert.equal(parseCommit(commit("Shift_JIS", "\x93\xfa"), ID, "sha1").message, "日\n");
  assert.equal(parseCommit(commit("x-nobody-knows", "J\xfc"), ID, "sha1").message, "J\udcfc\n");
  assert.equal(parseCommit(commit("", "J\xfc"), ID, "sha1").author.name, "J\udcfc");
});

Deno.test("parseCommit() and parseCommitLinks() agree on any bytes or say they are corrupt", () => {
  const sound = encode(
    `tree ${TREE}\nparent ${ID}\nparent ${ID}\nauthor A <a@b> 1 +0000\ncommitter C <c@d> 2 +0100\n\nx`,
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(sound.length),
      (changes, length) => {
        const bytes = sound.slice(0, length);
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        for (const parse of [parseCommit, parseCommitLinks, parseTag]) {
          try {
            parse(bytes, ID, "sha1");
          } catch (error) {
            if (!isCorrupt(error)) throw error;
          }
        }
      },
    ),
    { numRuns: 500 },
  );
  for (const text of ["", "tree", `tree ${TREE}`, `tree ${ID.slice(1)}g\n`, `parent ${ID}\n`]) {
    assert.throws(() => parseCommitLinks(encode(text), ID, "sha1"), isCorrupt, text);
  }
});

Deno.test("subjectOf() joins the first paragraph", () => {
  // Each as `git log --format=%s` prints it.
  assert.equal(subjectOf("\n  \nOne\n two \n\nBody"), "One  two");
  assert.equal(subjectOf("a\r\nb\r\n\r\nc"), "a b");
  assert.equal(subjectOf("\ttab \t\n \t\nBody"), "\ttab");
  assert.equal(subjectOf("One"), "One");
  assert.equal(subjectOf(""), "");
});

Deno.test("parseTag() reads an annotated tag and refuses one without a target", () => {
  withRepository((directory) => {
    const commit = gitText(directory, ["commit-tree", TREE, "-m", "c"]);
    runGit(directory, ["tag", "-a", "v1", "-m", "Release\n\nNotes", commit]);
    const bytes = runGit(directory, ["cat-file", "tag", "v1"]);
    assert.deepEqual(parseTag(bytes, ID, "sha1"), {
      target: commit,
      targetType: "commit",
      name: "v1",
      tagger: {
        name: "C O Mitter",
        email: "committer@example.com",
        time: 1700000000,
        timezone: "+0000",
      },
      message: "Release\n\nNotes\n",
    });
  });
  assert.throws(() => parseTag(encode("object x\ntype commit\n\n"), ID, "sha1"), isCorrupt);
});
