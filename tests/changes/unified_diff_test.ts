import assert from "node:assert/strict";
import { LineDiff } from "../../src/changes/line_diff.ts";
import { unifiedHunks } from "../../src/changes/unified_diff.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at}`);

const CASES: readonly (readonly [string, string])[] = [
  [
    lines(30).join("\n") + "\n",
    lines(30).toSpliced(4, 1, "x", "y").toSpliced(20, 2).join("\n") + "\n",
  ],
  ["", "one\ntwo\n"],
  ["one\ntwo\n", ""],
  ["a\nb\nc", "a\nb\nc\n"],
  ["a\nb\nc\n", "a\nB\nc"],
  ["a\n".repeat(9), "a\n".repeat(12)],
  ["if (a) {\n  b();\n}\n\nc();\n", "if (a) {\n  b();\n}\n\nif (d) {\n  e();\n}\n\nc();\n"],
  ["x\r\ny\r\n", "x\r\nz\r\n"],
];

Deno.test("unifiedHunks() writes what git diff writes", () => {
  const lineDiff = new LineDiff();
  for (const [before, after] of CASES) {
    withRepository((directory) => {
      Deno.writeTextFileSync(`${directory}/f`, before);
      runGit(directory, ["add", "f"]);
      runGit(directory, ["-c", "core.autocrlf=false", "commit", "-qm", "a", "--allow-empty"]);
      Deno.writeTextFileSync(`${directory}/f`, after);
      const diff = gitText(directory, ["diff", "--no-color", "--", "f"]);
      const expected = diff.split("\n").slice(4).join("\n").replace(/^(@@.*@@).*$/gm, "$1")
        .trimEnd();
      const ours = unifiedHunks(before, after, lineDiff).map(({ text }) => text).join("\n")
        .trimEnd();
      assert.equal(ours, expected);
    });
  }
});
