import assert from "node:assert/strict";
import { bodyOf, compareToy, shortly } from "../support/compared_functions.ts";
import { resolveMoves } from "../../src/changes/function_moves.ts";
import type { FileFunctions, LeftFunction } from "../../src/changes/functions.ts";
import { compareFunctions } from "../../src/changes/functions.ts";
import { LineDiff } from "../../src/changes/line_diff.ts";
import { toySource } from "../support/toy_source.ts";

const range = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
/** A number that has little to do with the next one. */
const scatter = (i: number): number => Math.imul(i + 1, 2654435761) >>> 0;

Deno.test("compareFunctions() pairs thousands of functions of one name", () => {
  const twin = (i: number): string => `fn f() { return ${i}; }\n`;
  const before = range(2000, twin).join("");
  const after = range(2000, (i) => i % 100 === 7 ? twin(i).replace("return", "yield") : twin(i))
    .join("");
  const changes = compareToy(before, after);
  assert.equal(changes.length, 20);
  assert.deepEqual([...new Set(changes)], ["modified f +1 -1"]);
});

Deno.test("compareFunctions() finds renames among thousands of functions", () => {
  const fn = (prefix: string, i: number): string =>
    `fn ${prefix}${i}() {\n${bodyOf(`w${scatter(i)}`, 2)}\n}\n`;
  const before = range(1500, (i) => fn("old", i)).join("");
  const after = range(1500, (i) => fn("new", i)).join("");
  const changes = compareToy(before, after);
  assert.equal(changes.length, 1500);
  assert.ok(changes.every((line) => /^renamed old(\d+) -> new\1 /.test(line)));
});

Deno.test("compareFunctions() compares functions nested in each other a thousandfold", () => {
  const nest = (end: string): string =>
    `${range(1000, (i) => `fn f${i}() {`).join(" ")} ${end} ${"}".repeat(1000)}`;
  const changes = compareToy(nest("return 1;"), nest("return 2;"));
  assert.equal(changes.length, 1);
  assert.match(changes[0], /^modified f0\..*\.f999 \+1 -1$/);
});

Deno.test("resolveMoves() finds moves among fifty thousand functions, whatever their order", () => {
  const lineDiff = new LineDiff();
  const make = (i: number): LeftFunction => {
    const text = `fn f${i}() {\n${bodyOf(`w${scatter(i)}`, 2)}\n}\n`;
    const file = compareFunctions(toySource(text), null, { path: "", language: "toy", lineDiff });
    return file.gone[0];
  };
  // Making readings takes longest: each function stands for many, moved by its own hashes.
  const models = range(500, make);
  const copies = range(25_000, (i): LeftFunction => {
    const model = models[i % models.length];
    const salt = scatter(i);
    const { fingerprint } = model;
    return {
      ...model,
      fingerprint: {
        ...fingerprint,
        exact: `${salt}`,
        body: `${salt}`,
        shape: `${salt}`,
        grams: fingerprint.grams.map((gram) => (gram ^ salt) >>> 0).sort(),
      },
    };
  });
  const file = (path: string, parts: Partial<FileFunctions>): FileFunctions => ({
    path,
    oldPath: null,
    language: "toy",
    changes: [],
    gone: [],
    come: [],
    doubtful: [],
    limited: false,
    ...parts,
  });
  const place = (item: LeftFunction, path: string, side: "before" | "after"): LeftFunction => ({
    ...item,
    path,
    containerLeft: false,
    change: {
      ...item.change,
      kind: side === "before" ? "deleted" : "added",
      before: side === "before" ? { path, definition: item.definition } : null,
      after: side === "before" ? null : { path, definition: item.definition },
    },
  });
  const gone = copies.map((item) => place(item, "a.toy", "before"));
  const come = copies.map((item) => place(item, "b.toy", "after")).reverse();
  const { files, limited } = resolveMoves([
    file("a.toy", { gone, changes: gone.map(({ change }) => change) }),
    file("b.toy", { come, changes: come.map(({ change }) => change) }),
  ], lineDiff);
  assert.equal(files[0].changes.length, 0);
  assert.equal(files[1].changes.length, 25_000);
  assert.equal(limited, false);
  assert.match(
    shortly(files[1].changes.slice(0, 1))[0],
    /^moved f\d+ \(a\.toy -> b\.toy\) \+0 -0$/,
  );
});

Deno.test("resolveMoves() says when too many functions are alike to compare each pair", () => {
  const lineDiff = new LineDiff();
  const words = "let size = list.read(limit, 10) + rest; let next = size.make(limit, 11) + rest;";
  const side = (path: string, count: number, old: boolean): FileFunctions => {
    const text = range(
      count,
      (i) => `fn ${old ? "a" : "b"}${i}() { ${words} return ${old ? i : -i - 500}; }\n`,
    )
      .join("");
    const reading = toySource(text);
    return compareFunctions(old ? reading : null, old ? null : reading, {
      path,
      language: "toy",
      lineDiff,
    });
  };
  const { limited } = resolveMoves([side("a.toy", 200, true), side("b.toy", 200, false)], lineDiff);
  assert.equal(limited, true);
});
