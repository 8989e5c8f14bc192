import assert from "node:assert/strict";
import { blastRadius, type ChangedFunction } from "../../src/calls/blast_radius.ts";
import { CallerSearch } from "../../src/calls/callers.ts";
import { openCode } from "../support/code_base.ts";

/** What a Python function with so many callers in code and in tests risks. */
async function risk(callers: number, tests: number, changed: Partial<ChangedFunction> = {}) {
  const body = (name: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `def ${name}${i}():\n    hot()\n    hot()\n`).join(
      "\n",
    );
  const files = {
    "lib.py": "def hot():\n    pass\n",
    "use.py": `from lib import hot\n\n${body("use", callers)}`,
    "tests/test_lib.py": `from lib import hot\n\n${body("test_", tests)}`,
  };
  const code = await openCode(files, "python");
  const found = new CallerSearch(code).callersOf({ file: code.file("lib.py")!, index: 0 });
  return blastRadius(found.callers, {
    change: "modified",
    signatureChanged: false,
    formattingOnly: false,
    isPublic: false,
    staleCallers: 0,
    ...changed,
  });
}

Deno.test("blastRadius() counts functions, not calls, and weighs tests", async () => {
  const levels = async (...cases: [number, number][]) =>
    await Promise.all(cases.map(async ([callers, tests]) => (await risk(callers, tests)).risk));
  assert.deepEqual(await levels([0, 0], [1, 1], [2, 1], [3, 1], [1, 0], [3, 0]), [
    "none",
    "low",
    "low",
    "medium",
    "medium",
    "high",
  ]);
  const { production, productionCallers, testCallers, reasons } = await risk(2, 1);
  assert.deepEqual([production.length, productionCallers, testCallers], [4, 2, 1]);
  assert.deepEqual(reasons, ["2 functions call it"]);
});

Deno.test("blastRadius() says what raises and what lowers it", async () => {
  assert.deepEqual(
    await Promise.all([
      risk(0, 0, { isPublic: true }),
      risk(1, 1, { signatureChanged: true }),
      risk(0, 0, { staleCallers: 2 }),
      risk(5, 0, { formattingOnly: true }),
    ]).then((all) => all.map(({ risk, reasons }) => [risk, reasons.at(-1)])),
    [
      ["low", "code outside of the repository may use it"],
      ["medium", "its signature changed"],
      ["high", "2 calls use what is no longer there"],
      ["none", "only its layout or comments changed"],
    ],
  );
});
