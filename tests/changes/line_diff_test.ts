import assert from "node:assert/strict";
import fc from "fast-check";
import { BINARY_PROBE, hasNul, type Hunk, LineDiff } from "../../src/changes/line_diff.ts";
import {
  filesOf,
  interruptedPairs,
  type Pair,
  randomPairs,
  slidingPairs,
} from "../support/text_pairs.ts";

const ENVIRONMENT = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
const latin1 = new TextDecoder("latin1");
const diff = new LineDiff();

/** Runs git; standard input comes from the file when one is given. */
function git(directory: string, args: string[], input = "/dev/null"): string {
  const { success, stdout, stderr } = new Deno.Command("sh", {
    args: ["-c", 'exec git --git-dir "$0" "$@" < "$INPUT"', directory, ...args],
    env: { ...ENVIRONMENT, INPUT: input },
  }).outputSync();
  assert.ok(success, latin1.decode(stderr));
  return latin1.decode(stdout);
}

/** Makes a repository whose commits `before` and `after` hold the two sides of each pair. */
function repositoryOf(pairs: readonly Pair[]): string {
  const directory = Deno.makeTempDirSync();
  git(directory, ["init", "--quiet", "--bare"]);
  Deno.writeFileSync(`${directory}/input`, filesOf(pairs));
  git(directory, ["fast-import", "--quiet"], `${directory}/input`);
  return directory;
}

/** Counts by file name as `added/removed`. */
function numstat(directory: string): Map<string, string> {
  const counts = new Map<string, string>();
  for (
    const row of git(directory, ["diff-tree", "-z", "--numstat", "before", "after"]).split("\0")
  ) {
    const [added, removed, name] = row.split("\t");
    if (name !== undefined) counts.set(name, `${added}/${removed}`);
  }
  return counts;
}

/** Hunk headers by file name, `oldStart,oldLines newStart,newLines`. */
function headers(directory: string, context: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let hunks: string[] = [];
  let old = 0, now = 0;
  const patch = git(directory, ["diff-tree", "-p", `-U${context}`, "before", "after"]);
  for (const line of patch.split("\n")) {
    if (old > 0 || now > 0) {
      if (line.startsWith("-") || line.startsWith(" ")) old--;
      if (line.startsWith("+") || line.startsWith(" ")) now--;
    } else if (line.startsWith("diff --git ")) {
      hunks = [];
      found.set(line.slice(line.lastIndexOf("/") + 1), hunks);
    } else if (line.startsWith("@@ ")) {
      const [, oldStart, oldLines = "1", newStart, newLines = "1"] =
        /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)!;
      [old, now] = [Number(oldLines), Number(newLines)];
      hunks.push(`${oldStart},${oldLines} ${newStart},${newLines}`);
    }
  }
  return found;
}

function written(hunk: Hunk): string {
  return `${hunk.oldStart},${hunk.oldLines} ${hunk.newStart},${hunk.newLines}`;
}

/** Asserts that counts and hunks of every pair are git's. */
function assertAsGit(pairs: readonly Pair[]): void {
  const directory = repositoryOf(pairs);
  try {
    const counts = numstat(directory);
    assert.equal(counts.size, pairs.length);
    for (const { name, before, after } of pairs) {
      const { added, removed } = diff.counts(before, after);
      assert.equal(`${added}/${removed}`, counts.get(name), `counts of ${name}`);
    }
    for (const context of [0, 1, 3]) {
      const expected = headers(directory, context);
      assert.equal(expected.size, pairs.length);
      for (const { name, before, after } of pairs) {
        const hunks = diff.hunks(before, after, { context }).map(written);
        assert.deepEqual(hunks, expected.get(name), `hunks of ${name} at context ${context}`);
      }
    }
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function pair(name: string, before: string, after: string): Pair {
  const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
  return { name, before: bytes(before), after: bytes(after) };
}

/** Lines made of the numbers from 0. */
function numbered(count: number, line: (n: number) => string): string {
  let text = "";
  for (let n = 0; n < count; n++) text += `${line(n)}\n`;
  return text;
}

Deno.test("LineDiff equals git on random texts and edits", () => {
  assertAsGit(randomPairs(20260101, 400));
});

Deno.test("LineDiff equals git at the ends of files", () => {
  assertAsGit([
    pair("01", "", "a"),
    pair("02", "", "a\n"),
    pair("03", "a", ""),
    pair("04", "a", "a\n"),
    pair("05", "a\n", "a\nb"),
    pair("06", "a\nb", "a\nb\nc"),
    pair("07", "x\na", "y\na\n"),
    pair("08", "\n", "\n\n"),
    pair("09", "\n\n\n", "\n"),
    pair("10", "a\r\nb\r\n", "a\nb\n"),
    pair("11", "a\rb", "a\rc"),
    pair("12", "a\nb\na\n", "a\n"),
    pair("13", "tail\n".repeat(1000), "tail\n".repeat(999)),
    pair("14", "a" + "t".repeat(5000), "b" + "t".repeat(5000)),
    pair("15", "x\n" + "t".repeat(4096) + "\n", "y\n" + "t".repeat(4096) + "\n"),
    pair("16", "x\n" + "tail\n".repeat(2000), "tail\nx\n" + "tail\n".repeat(2000)),
  ]);
});

Deno.test("LineDiff equals git where git leaves lines out or stops early", () => {
  const other = (n: number) => `${(n * 7919) % 2003}`;
  assertAsGit([
    pair("over_256_edits", numbered(3000, other), numbered(3000, (n) => other(n * n))),
    pair("reversed", numbered(2000, String), numbered(2000, (n) => `${1999 - n}`)),
    pair(
      "many_repeats",
      numbered(9000, (n) => (n % 4 ? "same" : `a${n}`)),
      numbered(9000, (n) => (n % 5 ? "same" : `b${n}`)),
    ),
    pair(
      "common_among_alone",
      numbered(300, (n) => (n % 9 ? `a${n}` : "}")),
      numbered(300, (n) => (n % 7 ? `b${n}` : "}")),
    ),
    pair(
      "runs_of_20",
      numbered(6000, (n) => (n % 64 < 24 ? `r${n}` : other(n))),
      numbered(6000, (n) => (n % 64 < 24 ? `r${n}` : other(n * n + 1))),
    ),
    pair("nothing_shared", numbered(5000, (n) => `a${n}`), numbered(5000, (n) => `b${n}`)),
    pair(
      "two_lines_at_random",
      numbered(4000, (n) => `${(n * n * 31) % 7 % 2}`),
      numbered(4000, (n) => `${(n * n * 17) % 11 % 2}`),
    ),
  ]);
});

Deno.test("LineDiff equals git where a line occurs 1,024 times in over a million", () => {
  const among = (side: string) => numbered(21, (n) => (n === 10 ? "}" : `${side}${n}`));
  const pairs = [1022, 1023].map((repeats) => {
    const rest = "}\n".repeat(repeats) + numbered(1_048_576, (n) => n.toString(36));
    return pair(`${repeats}`, rest + among("before"), rest + among("after"));
  });
  assertAsGit(pairs);
  assert.deepEqual(
    pairs.map(({ before, after }) => diff.counts(before, after).added),
    [20, 21],
  );
});

Deno.test("LineDiff equals git on thousands of edits between runs of about 20 equal lines", () => {
  assertAsGit(interruptedPairs(3, 10));
});

Deno.test("LineDiff equals git where runs slide at random", () => {
  assertAsGit(slidingPairs(5, 2000));
});

Deno.test("LineDiff equals git where runs slide", () => {
  const block = (indent: string) => `${indent}if (a) {\n${indent}\tb();\n${indent}}\n\n`;
  const blanks = "\n".repeat(30);
  assertAsGit([
    pair("blocks", block("") + block(""), block("") + block("") + block("")),
    pair("nested", block("  ") + block("\t"), block("  ") + block("  ") + block("\t")),
    pair("blanks", `a\n${blanks}b\n`, `a\n${blanks}\n\nb\n`),
    pair("blanks_in_spaces", "a\n  \n\t\n\nb\n", "a\n  \n\t\n  \n\t\n\nb\n"),
    pair("far", "x\n" + "same\n".repeat(500) + "y\n", "x\n" + "same\n".repeat(400) + "y\n"),
    pair("meeting", "a\nb\na\nb\nc\n", "b\na\nb\na\nd\n"),
    pair("form_feed", "{\n\f\n}\n{\n\v x\n}\n", "{\n\f\n}\n{\n\f\n}\n{\n\v x\n}\n"),
    pair("deep", `${" ".repeat(300)}x\ny\n`.repeat(3), `${" ".repeat(300)}x\ny\n`.repeat(5)),
    pair("comments", "/**\n * a\n */\nf\n", "/**\n * a\n */\ng\n/**\n * a\n */\nf\n"),
  ]);
});

/** Texts of few different lines, so that much repeats, and bytes of any kind. */
const text = fc.oneof(
  fc.tuple(
    fc.array(fc.constantFrom("", "a", "b", "\tc", "  }", "d"), { maxLength: 60 }),
    fc.constantFrom("", "\n"),
  ).map(([lines, end]) => new TextEncoder().encode(lines.join("\n") + end)),
  fc.array(fc.constantFrom(0, 9, 10, 10, 13, 32, 97, 255), { maxLength: 300 })
    .map((bytes) => Uint8Array.from(bytes)),
);

Deno.test("counts() of a text with itself are zero and differ by the difference in lines", () => {
  fc.assert(fc.property(text, text, (a, b) => {
    assert.deepEqual(diff.counts(a, a), { added: 0, removed: 0 });
    assert.deepEqual(diff.hunks(a, a), []);
    const { added, removed } = diff.counts(a, b);
    assert.equal(added - removed, diff.countLines(b) - diff.countLines(a));
  }));
});

Deno.test("hunks() of short texts add up to counts() and rebuild the text", () => {
  // Under 1,024 bytes no common tail is left off.
  const lines = (bytes: Uint8Array) => latin1.decode(bytes).match(/[^\n]*\n|[^\n]+/g) ?? [];
  fc.assert(fc.property(text, text, (a, b) => {
    const hunks = diff.hunks(a, b);
    const { added, removed } = diff.counts(a, b);
    assert.equal(hunks.reduce((sum, hunk) => sum + hunk.newLines, 0), added);
    assert.equal(hunks.reduce((sum, hunk) => sum + hunk.oldLines, 0), removed);
    const rebuilt = lines(a), after = lines(b);
    for (const { oldStart, oldLines, newStart, newLines } of hunks.toReversed()) {
      const put = after.slice(newStart - 1, newStart - 1 + newLines);
      rebuilt.splice(oldLines ? oldStart - 1 : oldStart, oldLines, ...put);
    }
    assert.deepEqual(rebuilt, after);
  }));
});

Deno.test("countLines() counts a last line without newline, across chunks too", () => {
  assert.equal(diff.countLines(new Uint8Array()), 0);
  assert.equal(diff.countLines(new Uint8Array([10])), 1);
  assert.equal(diff.countLines(new Uint8Array([97])), 1);
  for (const extra of [-1, 0, 1]) {
    const long = new Uint8Array(2 * 1024 * 1024 + extra).fill(97);
    assert.equal(diff.countLines(long), 1);
    long[1024 * 1024 - 1] = 10;
    assert.equal(diff.countLines(long), 2);
    long[long.length - 1] = 10;
    assert.equal(diff.countLines(long), 2);
    long.fill(10);
    assert.equal(diff.countLines(long), long.length);
  }
});

Deno.test("isBinary() looks for a NUL among the first 8,000 bytes", () => {
  const bytes = new Uint8Array(BINARY_PROBE + 1).fill(97);
  bytes[BINARY_PROBE] = 0;
  assert.equal(diff.isBinary(bytes), false);
  assert.equal(hasNul(bytes), true);
  bytes[BINARY_PROBE - 1] = 0;
  assert.equal(diff.isBinary(bytes), true);
  assert.equal(diff.isBinary(new Uint8Array()), false);
});

Deno.test("LineDiff holds little memory after large files, and the same after many", () => {
  const own = new LineDiff();
  const before = new Uint8Array(40_000_000).fill(10);
  own.counts(before, before.subarray(1));
  assert.ok(own.memorySize < 2_000_000, `${own.memorySize} bytes held`);

  const pairs = randomPairs(7, 40);
  const work = () =>
    pairs.forEach((p) => [own.counts(p.before, p.after), own.hunks(p.before, p.after)]);
  work();
  const held = own.memorySize;
  for (let i = 0; i < 20; i++) work();
  assert.equal(own.memorySize, held);
});

Deno.test("LineDiff refuses what memory cannot hold, and goes on after it", () => {
  const own = new LineDiff();
  // Never touched, so no memory stands behind it.
  const huge = new Uint8Array(2_200_000_000);
  assert.throws(() => own.counts(huge, huge), { code: "object_too_large" });
  assert.throws(() => own.hunks(huge, huge), { code: "object_too_large" });
  const [a, b] = [new Uint8Array([97, 10]), new Uint8Array([98, 10])];
  assert.deepEqual(own.counts(a, b), { added: 1, removed: 1 });
  assert.ok(own.memorySize < 2_000_000, `${own.memorySize} bytes held`);
});
