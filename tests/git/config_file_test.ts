import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { parseConfigFile } from "../../src/git/config_file.ts";
import { tryGit } from "../support/scratch_repository.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string): [string, string | null][] =>
  parseConfigFile(encode(text), "c").map(({ name, value }) => [name, value]);

/** What git reads from the file; `null` when it refuses it. */
function gitReads(path: string): [string, string | null][] | null {
  const { ok, stdout } = tryGit("/", ["config", "--file", path, "--list", "-z"]);
  if (!ok) return null;
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1).map((row) => {
    const end = row.indexOf("\n");
    return end < 0 ? [row, null] : [row.slice(0, end), row.slice(end + 1)];
  });
}

Deno.test("parseConfigFile() reads what the manual page shows", () => {
  assert.deepEqual(
    parse(`; comment
[core]
\tfileMode = false # why
[Branch "De \\"vel\\\\"]
  remote = origin
  merge
[core] gitProxy="ssh" for "kernel.org" ; more
gitproxy = a\\tb \\
  c
[old.Sub]x = " y "
`),
    [
      ["core.filemode", "false"],
      ['branch.De "vel\\.remote', "origin"],
      ['branch.De "vel\\.merge', null],
      ["core.gitproxy", "ssh for kernel.org"],
      ["core.gitproxy", "a\tb   c"],
      ["old.sub.x", " y "],
    ],
  );
});

Deno.test("parseConfigFile() keeps white space inside of a value as it stands", () => {
  assert.deepEqual(parse("[a]\nb =  x \t y \t\n"), [["a.b", "x \t y"]]);
});

Deno.test("parseConfigFile() keeps bytes that are not UTF-8", () => {
  const bytes = Uint8Array.from([...encode("[a]b="), 0xff, 0x0a]);
  assert.deepEqual(parseConfigFile(bytes, "c"), [{ name: "a.b", value: "\udcff" }]);
});

Deno.test("parseConfigFile() names the file and the line of an error", () => {
  for (
    const [text, line] of [["[a]\nb = \\x\n", 2], ["[a\n", 1], ["[a]\nb\n\nc_d = 1", 4], [
      '[a]\nb = "c',
      2,
    ]] as const
  ) {
    assert.throws(
      () => parse(text),
      (error: unknown) =>
        error instanceof PrismError && error.code === "config_invalid" &&
        error.message.includes(`"c"`) && error.message.includes(`line ${line}:`),
    );
  }
});

// Pieces that meet in many ways. Tabs stay out of values: git before 2.45 turned them into spaces.
const piece = fc.constantFrom(
  ...'[ ] " \\ = # ; . a B 1 - _'.split(" "),
  " ",
  "\n",
  "\r\n",
  "\r",
  "\n[x]\n",
  '[y "Z"]',
  "[Y.z]",
  "k = ",
  "k\n",
  '\\"',
  "\\n",
  "\\\n",
  "\\\\",
  "é",
  "\ufeff",
);
const file = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
const mostlyValid = fc.array(
  fc.tuple(fc.constantFrom("k=", " K-1 = ", "  k =  "), fc.array(piece, { maxLength: 6 })),
  { maxLength: 4 },
).map((lines) => "[s]\n" + lines.map(([key, value]) => key + value.join("") + "\n").join(""));

Deno.test("parseConfigFile() agrees with git on generated files", () => {
  const path = Deno.makeTempFileSync();
  let valid = 0;
  try {
    fc.assert(
      fc.property(fc.oneof(file, mostlyValid), (text) => {
        // A carriage return inside of a value is white space that old gits replace.
        fc.pre(!/[^\n]\r[^\n]/.test(text));
        Deno.writeFileSync(path, encode(text));
        let ours: [string, string | null][] | null;
        try {
          ours = parse(text);
        } catch (error) {
          assert.ok(error instanceof PrismError);
          ours = null;
        }
        const theirs = gitReads(path);
        if (theirs !== null) valid++;
        assert.deepEqual(ours, theirs);
      }),
      { numRuns: 600 },
    );
  } finally {
    Deno.removeSync(path);
  }
  assert.ok(valid > 60, `only ${valid} files were valid`);
});

Deno.test("parseConfigFile() answers or refuses any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    try {
      parseConfigFile(bytes, "c");
    } catch (error) {
      assert.ok(error instanceof PrismError && error.code === "config_invalid");
    }
  }));
});

Deno.test("parseConfigFile() reads a megabyte of white space or quotes in a moment", () => {
  const many = 1 << 20;
  assert.deepEqual(parse(`[a]\nb = x${" ".repeat(many)}\n`), [["a.b", "x"]]);
  assert.deepEqual(parse(`[a]\nb = ${'""'.repeat(many)}\n`), [["a.b", ""]]);
  assert.throws(() => parse(`[a]\nb = x${" ".repeat(many)}"`), PrismError);
});
