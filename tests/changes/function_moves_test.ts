import assert from "node:assert/strict";
import fc from "fast-check";
import { bodyOf, changesOf, shortly, type Sides } from "../support/compared_functions.ts";

const fn = (name: string, seed: string, parameters = ""): string =>
  `fn ${name}(${parameters}) {\n${bodyOf(seed)}\n}\n`;
const cls = (name: string, ...members: string[]): string =>
  `class ${name} {\n${members.join("")}}\n`;
const moves = (files: Record<string, Sides>): string[] => shortly(changesOf(files));

Deno.test("resolveMoves() finds a function that went to another file", () => {
  assert.deepEqual(
    moves({
      "a.toy": [fn("f", "one") + fn("g", "two"), fn("g", "two")],
      "b.toy": ["", fn("f", "one")],
    }),
    ["moved f (a.toy -> b.toy) +0 -0"],
  );
});

Deno.test("resolveMoves() finds a function that was edited or renamed while it moved", () => {
  const before: Sides = [fn("f", "one") + fn("g", "two"), fn("g", "two")];
  const edited = fn("f", "one").replace("oneRest", "x");
  assert.deepEqual(moves({ "a.toy": before, "b.toy": ["", edited] }), [
    "moved f (a.toy -> b.toy) +1 -1",
  ]);
  assert.deepEqual(moves({ "a.toy": before, "b.toy": ["", fn("h", "one")] }), [
    "moved f -> h (a.toy -> b.toy) +1 -1",
  ]);
});

Deno.test("resolveMoves() says what changed in the signature of a moved function", () => {
  const files: Record<string, Sides> = {
    "a.toy": [fn("f", "one", "a: int"), null],
    "b.toy": [fn("g", "two"), fn("g", "two") + fn("f", "one", "a: int, b: int")],
  };
  const [change] = changesOf(files);
  assert.equal(change.kind, "moved");
  assert.deepEqual(change.signatureChanges.map(({ kind, name }) => [kind, name]), [
    ["parameter_added", "b"],
  ]);
});

Deno.test("resolveMoves() finds a function that went to another container of its file", () => {
  const before = cls("A", fn("f", "one"), fn("g", "two")) + cls("B", fn("h", "three"));
  const after = cls("A", fn("g", "two")) + cls("B", fn("h", "three"), fn("f", "one"));
  assert.deepEqual(moves({ "a.toy": [before, after] }), ["moved A.f -> B.f +0 -0"]);
});

Deno.test("resolveMoves() marks functions that went along with their class", () => {
  const both = [fn("f", "one"), fn("g", "two")];
  const before = cls("A", ...both) + cls("B", fn("h", "three"));
  assert.deepEqual(
    moves({ "a.toy": [before, cls("B", fn("h", "three"))], "b.toy": [null, cls("A", ...both)] }),
    ["moved^ A.f (a.toy -> b.toy) +0 -0", "moved^ A.g (a.toy -> b.toy) +0 -0"],
  );
});

Deno.test("resolveMoves() takes functions inside a moved function along", () => {
  const text = `fn outer() {\n${bodyOf("one")}\n  fn inner() { return 1; }\n}\n`;
  const other = fn("g", "two");
  assert.deepEqual(moves({ "a.toy": [text + other, other], "b.toy": [other, other + text] }), [
    "moved outer (a.toy -> b.toy) +0 -0",
    "moved^ outer.inner (a.toy -> b.toy) +0 -0",
  ]);
});

Deno.test("resolveMoves() takes a file that came and went for moved functions", () => {
  const text = fn("f", "one") + fn("g", "two");
  assert.deepEqual(moves({ "a.toy": [text, null], "b.toy": [null, text] }), [
    "moved^ f (a.toy -> b.toy) +0 -0",
    "moved^ g (a.toy -> b.toy) +0 -0",
  ]);
});

Deno.test("resolveMoves() lists what several places lost to one with each of them", () => {
  const own = (seed: string): string => fn("own", seed);
  const shared = fn("shared", "one");
  assert.deepEqual(
    moves({
      "a.toy": [cls("A", own("two"), shared), cls("A", own("two"))],
      "b.toy": [cls("B", own("three"), shared), cls("B", own("three"))],
      "c.toy": [cls("C", own("four")), cls("C", own("four"), shared)],
    }),
    [
      "moved A.shared -> C.shared (a.toy -> c.toy) +0 -0",
      "moved B.shared -> C.shared (b.toy -> c.toy) +0 -0",
    ],
  );
});

Deno.test("resolveMoves() moves small functions only in company", () => {
  const getters = ["fn getA(): int { return this.a; }\n", "fn getB(): int { return this.b; }\n"];
  const [own, other] = [fn("own", "one"), fn("other", "two")];
  const kinds = (...small: string[]): string[] =>
    moves({
      "a.toy": [cls("A", own, ...small), cls("A", own)],
      "b.toy": [cls("B", other), cls("B", other, ...small)],
    }).map((line) => line.split(" ")[0]);
  assert.deepEqual(kinds(...getters), ["moved", "moved"]);
  assert.deepEqual(kinds(getters[0]), ["deleted", "added"]);
});

Deno.test("resolveMoves() leaves apart what has little in common", () => {
  const after =
    "fn h(path: text) {\n  while (open(path)) { close(path, 1, 2); }\n  return [path];\n}\n";
  assert.deepEqual(moves({ "a.toy": [fn("f", "one"), ""], "b.toy": ["", after] }), [
    "deleted f +0 -8",
    "added h +4 -0",
  ]);
});

Deno.test("resolveMoves() renames small functions as other files do", () => {
  const impl = (name: string, word: string, i: number): string =>
    cls(
      `C${i}`,
      fn("a", `one${i}`),
      `fn ${name}(): text { ${word}(self, ${i}); }\n`,
      fn("b", `two${i}`),
    );
  const files = (count: number): Record<string, Sides> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [
      `f${i}.toy`,
      [impl("dispose", "x.y.free", i), impl("shutdown", "stop", i)],
    ]));
  assert.deepEqual(moves(files(1)).map((line) => line.split(" ")[0]), ["added", "deleted"]);
  assert.deepEqual([...new Set(moves(files(5)).map((line) => line.split(" ")[0]))], ["renamed"]);
});

Deno.test("resolveMoves() does not depend on the order of files", () => {
  const pieces = fc.constantFrom("one", "two", "three", "four", "five");
  const side = fc.uniqueArray(pieces, { maxLength: 3 });
  fc.assert(fc.property(
    fc.array(fc.tuple(side, side), { minLength: 2, maxLength: 4 }),
    fc.nat(),
    (sides, seed) => {
      const text = (seeds: readonly string[]): string =>
        seeds.map((name) => fn(name.slice(0, 2), name)).join("");
      const files = sides.map((
        [before, after],
        i,
      ): [string, Sides] => [`${i}.toy`, [text(before), text(after)]]);
      const turned = files.map((_, i) => files[(i + seed) % files.length]).reverse();
      assert.deepEqual(
        moves(Object.fromEntries(turned)).toSorted(),
        moves(Object.fromEntries(files)).toSorted(),
      );
    },
  ));
});
