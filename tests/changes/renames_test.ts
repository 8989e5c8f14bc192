import assert from "node:assert/strict";
import fc from "fast-check";
import type { PairedChange } from "../../src/changes/change_set.ts";
import { detectRenames, type RenameOptions } from "../../src/changes/renames.ts";
import { PrismError } from "../../src/errors.ts";
import type { ChangeScope, FileSide, RawChange } from "../../src/git/file_side.ts";
import { memorySide } from "../support/memory_side.ts";
import { importOf, randomTreePairs, regular, type TreePair } from "../support/rename_cases.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";

const latin1 = new TextDecoder("latin1");
const [, major, minor] = /(\d+)\.(\d+)/.exec(gitText(".", ["--version"]))!.map(Number);
/** What the git at hand does with a last line that has no newline. */
const countUnterminatedTail = major > 2 || minor >= 44;

const LETTERS = {
  added: "A",
  deleted: "D",
  modified: "M",
  type_changed: "T",
  renamed: "R",
  copied: "C",
};

function shown({ kind, similarity, oldPath, path }: PairedChange): string {
  const percent = similarity === null ? "" : `${similarity}`.padStart(3, "0");
  return [LETTERS[kind] + percent, ...(oldPath === null ? [] : [oldPath]), path].join(" ");
}

function side(content: string, mode = 0o100644, name = content): FileSide {
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  return memorySide(name, () => bytes, mode);
}

/** A change from content to content; null where there is no file. */
function change(path: string, before: string | null, after: string | null): RawChange {
  const [old, now] = [before, after].map((content) => content === null ? null : side(content));
  return { path, scope: "committed", before: old, after: now };
}

function found(changes: readonly RawChange[], options?: RenameOptions): string[] {
  return detectRenames(changes, options).changes.map(shown);
}

/** Rows of `git diff-tree -r --raw -z`: modes, names, status and paths. */
function rawRows(directory: string, i: number, flags: readonly string[]): string[][] {
  const args = ["diff-tree", "-r", "--raw", "-z", ...flags, `b${i}`, `a${i}`];
  const fields = latin1.decode(runGit(directory, args)).split("\0");
  const rows: string[][] = [];
  for (let at = 0; at < fields.length - 1;) {
    const head = fields[at++].slice(1).split(" ");
    rows.push([...head, ...fields.slice(at, at += /^[RC]/.test(head[4]) ? 2 : 1)]);
  }
  return rows;
}

function assertAsGit(
  pairs: readonly TreePair[],
  variants: readonly [flags: string, options: RenameOptions][],
): void {
  withRepository((directory) => {
    runGit(directory, ["fast-import", "--quiet"], { stdin: importOf(pairs) });
    const wrong: unknown[] = [];
    pairs.forEach(({ before, after }, i) => {
      const [old, now] = [before, after].map((files) => new Map(files.map((f) => [f.path, f])));
      const sideOf = (files: typeof old, path: string, mode: string, name: string) => {
        if (mode === "000000") return null;
        const data = mode === "160000" ? "" : files.get(path)!.data;
        return side(data, parseInt(mode, 8), name);
      };
      const changes = rawRows(directory, i, ["--no-renames"]).map((
        [oldMode, mode, oldName, name, , path],
      ): RawChange => ({
        path,
        scope: "committed",
        before: sideOf(old, path, oldMode, oldName),
        after: sideOf(now, path, mode, name),
      }));
      for (const [flags, options] of variants) {
        const expected = rawRows(directory, i, flags.split(" ")).map((row) =>
          row.slice(4).join(" ")
        );
        const actual = found(changes, { countUnterminatedTail, ...options });
        if (actual.join("\n") !== expected.join("\n")) wrong.push({ i, flags, actual, expected });
      }
    });
    assert.deepEqual(wrong, []);
  }, ["--bare"]);
}

Deno.test("detectRenames() pairs generated trees as git does", () => {
  assertAsGit(randomTreePairs(1, 90), [
    ["-M", {}],
    ["-M -l0", { limit: 0 }],
    ["-M -l3", { limit: 3 }],
    ["-M20%", { minimumPercent: 20 }],
    ["-M100%", { minimumPercent: 100 }],
    ["-C", { copies: "changed" }],
    ["-C30% -l4", { copies: "changed", limit: 4, minimumPercent: 30 }],
  ]);
});

Deno.test("detectRenames() looks at as many equal sources as git", () => {
  const pairs = [98, 99, 100, 101, 102].map((place): TreePair => ({
    before: Array.from({ length: 110 }, (_, i) => {
      const directory = `${i}`.padStart(3, "0");
      return regular(`${directory}/${i === place ? "target" : `f${i}`}`, "same\n");
    }),
    after: [regular("y/other", "same\n"), regular("z/target", "same\n")],
  }));
  assertAsGit(pairs, [["-M", {}], ["-C", { copies: "changed" }]]);
});

Deno.test("detectRenames() puts the bounds of similarity where git does", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `line ${100 + from + i}\n`).join("");
  const pairs: TreePair[] = [];
  for (let n = 1; n < 14; n++) {
    for (const kept of [n >> 1, (n >> 1) + 1, Math.floor(n * 3 / 4), Math.ceil(n * 3 / 4)]) {
      const edited = lines(0, kept) + lines(500, 500 + n - kept);
      pairs.push({
        before: [regular("a/one", lines(0, n)), regular("a/two", lines(0, n))],
        after: [regular("b/one", edited), regular("b/three", lines(0, kept))],
      });
    }
  }
  assertAsGit(pairs, [["-M", {}]]);
});

Deno.test("detectRenames() cuts large files and long lines as git does", () => {
  const lines = ("x".repeat(30) + "\r\n").repeat(33_000);
  const pairs = [32, 33].map((lead): TreePair => ({
    before: [regular("a", "y".repeat(lead) + lines)],
    after: [regular("b", ("y".repeat(lead) + lines).replaceAll("\r\n", "\n"))],
  }));
  for (const at of [7998, 7999, 8000, 8001]) {
    const text = "abc\r\n".repeat(2000);
    const binary = text.slice(0, at) + "\0" + text.slice(at + 1);
    pairs.push({
      before: [regular("a", binary)],
      after: [regular("b", binary.replaceAll("\r\n", "\n"))],
    });
  }
  assertAsGit(pairs, [["-M", {}]]);
});

Deno.test("detectRenames() counts an unterminated last line unless told not to", () => {
  const changes = [
    change("new", null, "line one\nline two\nline three and some more text"),
    change("old", "line one\nline 2\nline three and some more text", null),
  ];
  assert.deepEqual(found(changes), ["R080 old new"]);
  assert.deepEqual(found(changes, { countUnterminatedTail: false }), ["A new", "D old"]);
});

Deno.test("detectRenames() takes the attributes' word for what is binary", () => {
  const changes = [
    change("new", null, "a\n".repeat(40)),
    change("old", "a\r\n".repeat(40), null),
  ];
  assert.deepEqual(found(changes), ["R066 old new"]);
  assert.deepEqual(found(changes, { isBinary: () => true }), ["A new", "D old"]);
});

Deno.test("detectRenames() says which limit would do", () => {
  const text = (i: number) => Array.from({ length: 20 }, (_, n) => `${i} ${n}\n`).join("");
  const changes = [
    ...[0, 1, 2].map((i) => change(`new${i}`, null, text(i) + "more\n")),
    ...[0, 1, 2, 3, 4].map((i) => change(`old${i}`, text(i), null)),
  ];
  const limited = detectRenames(changes, { limit: 3 });
  assert.deepEqual(limited.limited, { needed: 5 });
  assert.ok(limited.changes.every(({ kind }) => kind === "added" || kind === "deleted"));
  const enough = detectRenames(changes, { limit: 4 });
  assert.equal(enough.limited, null);
  assert.equal(enough.changes.filter(({ kind }) => kind === "renamed").length, 3);
});

Deno.test("detectRenames() keeps what it cannot read, and says so", () => {
  const missing = (name: string): FileSide => {
    const fail = () => {
      throw new PrismError("object_missing", `Object ${name} is missing`);
    };
    return memorySide(name, fail);
  };
  const row = (path: string, before: FileSide | null, after: FileSide | null): RawChange => ({
    path,
    scope: "committed",
    before,
    after,
  });
  const { changes, unread } = detectRenames([
    row("a", missing("1"), null),
    row("b", missing("2"), null),
    row("c", null, missing("1")),
    row("d", null, side("text\n")),
  ]);
  assert.deepEqual(changes.map(shown), ["D b", "R100 a c", "A d"]);
  assert.deepEqual(unread.map(({ path, error }) => [path, error.code]), [["b", "object_missing"]]);
});

Deno.test("detectRenames() pairs neither type changes nor untracked nor conflicted files", () => {
  const link = side("text\n", 0o120000);
  const rows = (scope: ChangeScope): RawChange[] => [
    { path: "a", scope, before: side("text\n"), after: link },
    { path: "b", scope, before: side("same\n"), after: null },
    { path: "c", scope, before: null, after: side("same\n") },
    { path: "d", scope, before: null, after: side("text\n") },
  ];
  assert.deepEqual(found(rows("staged")), ["T a", "R100 b c", "A d"]);
  for (const scope of ["untracked", "conflicted"] as const) {
    assert.deepEqual(found(rows(scope)), ["T a", "D b", "A c", "A d"]);
  }
});

Deno.test("detectRenames() finds copies of unchanged files among all files", () => {
  const kept = change("kept", "text\n".repeat(9), "text\n".repeat(9));
  const added = change("new", null, "text\n".repeat(8) + "more\n");
  assert.deepEqual(found([kept, added], { copies: "all" }), ["C088 kept new"]);
  const limited = detectRenames([change("a", "1\n", "1\n"), kept, added], {
    copies: "all",
    limit: 1,
  });
  assert.deepEqual(limited.changes.map(shown), ["A new"]);
  assert.deepEqual(limited.limited, { needed: 2 });
});

Deno.test("detectRenames() writes every file once, and none anew when none was added", () => {
  const content = fc.constantFrom(
    null,
    "",
    "a\n",
    "a\nb\n",
    "a\nb\nc\n",
    "x\ny\n",
    "x\ny",
    "a\r\nb\n",
  );
  const entry = fc.record({ before: content, after: content });
  fc.assert(fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
    const changes = entries.filter(({ before, after }) => before !== after)
      .map(({ before, after }, i) => change(String.fromCharCode(97 + i), before, after));
    const written = detectRenames(changes).changes;
    const renamed = written.filter(({ kind }) => kind === "renamed");
    const paths = [...written.map(({ path }) => path), ...renamed.map(({ oldPath }) => oldPath)];
    assert.deepEqual(paths.sort(), changes.map(({ path }) => path));
    const still = changes.filter(({ before, after }) => before !== null || after === null);
    assert.deepEqual(found(still).filter((line) => /^[RC]/.test(line)), []);
  }));
});

Deno.test("detectRenames() finds unambiguous renames whatever the files are called", () => {
  const order = (prefix: string) =>
    fc.shuffledSubarray([..."abcdefgh"].map((name) => prefix + name), { minLength: 8 });
  fc.assert(fc.property(order("new-"), order("old-"), (names, oldNames) => {
    const text = (i: number) => Array.from({ length: 9 }, (_, n) => `${i} ${n}\n`).join("");
    const changes = [
      ...names.map((name, i) => change(name, null, text(i) + "more\n")),
      ...oldNames.map((name, i) => change(name, text(i), null)),
    ].sort((a, b) => a.path < b.path ? -1 : 1);
    const pairs = new Map(detectRenames(changes).changes.map((c) => [c.path, c.oldPath]));
    assert.deepEqual(names.map((name) => pairs.get(name)), oldNames);
  }));
});
