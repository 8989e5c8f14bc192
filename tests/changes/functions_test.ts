import assert from "node:assert/strict";
import fc from "fast-check";
import { bodyOf, changesOf, compareToy, shortly } from "../support/compared_functions.ts";

const fn = (name: string, seed: string, parameters = ""): string =>
  `fn ${name}(${parameters}) {\n${bodyOf(seed)}\n}\n`;

Deno.test("compareFunctions() reports nothing of equal sides", () => {
  const text = fn("a", "one") + fn("b", "two") + "class C {\n" + fn("m", "three") + "}\n";
  assert.deepEqual(compareToy(text, text), []);
});

Deno.test("compareFunctions() reports what was added, deleted and modified, with its lines", () => {
  const before = fn("a", "one") + fn("b", "two");
  const after = fn("a", "one").replace("oneRest", "oneOther") +
    "fn c(path: text) {\n  while (open(path)) { close(path, 1, 2); }\n  return [path, {}];\n}\n";
  assert.deepEqual(compareToy(before, after), [
    "modified a +1 -1",
    "deleted b +0 -8",
    "added c +4 -0",
  ]);
});

Deno.test("compareFunctions() compares a file that is on one side only", () => {
  assert.deepEqual(compareToy(null, fn("a", "one")), ["added a +8 -0"]);
  assert.deepEqual(compareToy(fn("a", "one"), null), ["deleted a +0 -8"]);
  assert.deepEqual(compareToy(null, null), []);
});

Deno.test("compareFunctions() does not report a function that only moved within its file", () => {
  const [a, b, c] = [fn("a", "one"), fn("b", "two"), fn("c", "three")];
  assert.deepEqual(compareToy(a + b + c, c + a + b), []);
});

Deno.test("compareFunctions() counts the edited lines of a function that moved within its file", () => {
  const [a, b, c] = [fn("a", "one"), fn("b", "two"), fn("c", "three")];
  assert.deepEqual(compareToy(a + b + c, b + c + a.replace("oneRest", "x")), ["modified a +1 -1"]);
});

Deno.test("compareFunctions() keeps overloads apart", () => {
  const one = fn("f", "one", "a: int");
  const two = fn("f", "two", "a: text");
  const three = fn("f", "three", "a: int, b: int");
  assert.deepEqual(compareToy(one + two + three, three + one + two.replace("twoRest", "x")), [
    "modified f +1 -1",
  ]);
  assert.deepEqual(compareToy(one + two + three, one + three), ["deleted f +0 -8"]);
  assert.deepEqual(compareToy(one + three, one + two + three), ["added f +8 -0"]);
});

Deno.test("compareFunctions() keeps equal functions of one name apart", () => {
  const twin = fn("f", "one");
  assert.deepEqual(compareToy(twin + twin, twin + twin + twin), ["added f +8 -0"]);
  assert.deepEqual(compareToy(twin + twin + twin, twin), ["deleted f +0 -8", "deleted f +0 -8"]);
});

Deno.test("compareFunctions() tells a changed signature from a changed body", () => {
  const before = fn("f", "one", "a: int, b: int");
  const after = fn("f", "one", "a: int, b: text, c: int");
  const [change, ...others] = changesOf({ "a.toy": [before, after] });
  assert.deepEqual(others, []);
  assert.equal(change.kind, "signature_changed");
  assert.deepEqual(change.signatureChanges.map(({ kind, name }) => [kind, name]), [
    ["parameter_type_changed", "b"],
    ["parameter_added", "c"],
  ]);
  assert.deepEqual([change.linesAdded, change.linesRemoved], [1, 1]);
});

Deno.test("compareFunctions() reports decorators and modifiers as changes of the signature", () => {
  for (const mark of ["@guarded ", "pub ", "async "]) {
    const text = fn("f", "one");
    assert.deepEqual(compareToy(text, mark + text), ["signature_changed f +1 -1"], mark);
  }
});

Deno.test("compareFunctions() marks changes of comments and blanks", () => {
  const before = fn("f", "one");
  const after = before.replace("{\n", "{\n  # why\n\n").replace(" + ", "  +\n");
  const [change] = changesOf({ "a.toy": [before, after] });
  assert.deepEqual(shortly([change]), ["modified~ f +4 -1"]);
});

Deno.test("compareFunctions() marks formatting around functions inside that changed", () => {
  const text = `fn outer() {\n${bodyOf("one")}\n  fn inner() {\n${bodyOf("two")}\n  }\n}\n`;
  const after = text.replace(" + oneRest", "  +  oneRest").replace("twoRest", "x");
  assert.deepEqual(compareToy(text, after), [
    "modified~ outer +1 -1",
    "modified outer.inner +1 -1",
  ]);
});

Deno.test("compareFunctions() finds a renamed function, edited or not", () => {
  const before = fn("a", "one") + fn("b", "two");
  assert.deepEqual(compareToy(before, fn("a", "one") + fn("c", "two")), ["renamed b -> c +1 -1"]);
  const edited = fn("c", "two").replace("twoRest", "other");
  assert.deepEqual(compareToy(before, fn("a", "one") + edited), ["renamed b -> c +2 -2"]);
});

Deno.test("compareFunctions() finds chains and swaps of names", () => {
  const [one, two, three] = ["one", "two", "three"];
  assert.deepEqual(compareToy(fn("a", one) + fn("b", two), fn("b", one) + fn("c", two)), [
    "renamed a -> b +1 -1",
    "renamed b -> c +1 -1",
  ]);
  assert.deepEqual(compareToy(fn("a", one) + fn("b", two), fn("b", one) + fn("a", two)), [
    "renamed a -> b +1 -1",
    "renamed b -> a +1 -1",
  ]);
  const before = fn("a", one) + fn("b", two) + fn("c", three);
  const after = fn("b", one) + fn("c", two) + fn("a", three);
  assert.deepEqual(compareToy(before, after), [
    "renamed a -> b +1 -1",
    "renamed b -> c +1 -1",
    "renamed c -> a +1 -1",
  ]);
});

Deno.test("compareFunctions() finds a chain of names whose functions call each other", () => {
  const text = (outer: string, inner: string): string =>
    `fn ${outer}() {\n${bodyOf("one")}\n  ${inner}();\n}\nfn ${inner}() {\n${bodyOf("two")}\n}\n`;
  assert.deepEqual(compareToy(text("run", "execute"), text("execute", "getResponse")), [
    "renamed run -> execute +2 -2",
    "renamed execute -> getResponse +1 -1",
  ]);
});

Deno.test("compareFunctions() takes a function that calls what it lost for modified", () => {
  // Lines that the extracted function kept are no changes of the file.
  const before = `fn f() {\n${bodyOf("one", 12)}\n${bodyOf("two", 3)}\n}\n`;
  const after = `fn f() {\n  part();\n${bodyOf("two", 3)}\n}\nfn part() {\n${
    bodyOf("one", 12)
  }\n}\n`;
  assert.deepEqual(compareToy(before, after), ["modified f +5 -3", "added part +14 -0"]);
});

Deno.test("compareFunctions() does not pair what has nothing in common but being small", () => {
  const before = "fn size() { return count; }\nfn x() {}\n";
  const after = "fn label() { return title; }\nfn open(path: text, mode: int): int {}\n";
  assert.deepEqual(compareToy(before, after).map((line) => line.split(" ")[0]).sort(), [
    "added",
    "added",
    "deleted",
    "deleted",
  ]);
});

Deno.test("compareFunctions() finds a small function that was renamed where it stands", () => {
  const before = fn("a", "one") + "fn getSize(): int { return size; }\n" + fn("b", "two");
  const after = fn("a", "one") + "fn size(): int { return size; }\n" + fn("b", "two");
  assert.deepEqual(compareToy(before, after), ["renamed getSize -> size +1 -1"]);
});

Deno.test("compareFunctions() leaves out functions whose inner functions alone changed", () => {
  const text = `fn outer() {\n${bodyOf("one")}\n  fn inner() {\n${bodyOf("two")}\n  }\n}\n`;
  assert.deepEqual(compareToy(text, text.replace("twoRest", "x")), ["modified outer.inner +1 -1"]);
  assert.deepEqual(compareToy(text, text.replace("oneRest", "x")), ["modified outer +1 -1"]);
  assert.deepEqual(compareToy(text, text.replace("oneRest", "x").replace("twoRest", "y")), [
    "modified outer +1 -1",
    "modified outer.inner +1 -1",
  ]);
});

Deno.test("compareFunctions() leaves out classes whose methods alone changed", () => {
  const text = `class C {\n${fn("m", "one")}${fn("n", "two")}}\n`;
  const options = { includeTypes: true };
  assert.deepEqual(compareToy(text, text.replace("oneRest", "x"), options), ["modified C.m +1 -1"]);
  const moved = `class C {\n${fn("n", "two")}${fn("m", "one")}}\n`;
  assert.deepEqual(compareToy(text, moved, options), []);
  assert.deepEqual(compareToy(text, `@mark ${text}`, options), ["signature_changed C +1 -1"]);
  assert.deepEqual(compareToy(text, `@mark ${text}`), []);
});

Deno.test("compareFunctions() takes the functions of a renamed class along, without other changes", () => {
  const members = (name: string): string =>
    `new ${name}(a: int) {\n${bodyOf("zero")}\n}\n` + fn("m", "one", "a: int") + fn("n", "two");
  const before = `class Old {\n${members("Old")}}\n`;
  const after = `class New {\n${members("New")}}\n`;
  const changes = changesOf({ "a.toy": [before, after] });
  assert.deepEqual(shortly(changes), [
    "renamed^ Old.Old -> New.New +1 -1",
    "renamed^ Old.m -> New.m +0 -0",
    "renamed^ Old.n -> New.n +0 -0",
  ]);
  assert.ok(changes.every(({ signatureChanges }) => signatureChanges.length === 0));
});

Deno.test("compareFunctions() lists a renamed class too when types are wanted", () => {
  const members = fn("m", "one", "a: int") + fn("n", "two");
  const changes = compareToy(`class Old {\n${members}}\n`, `class New {\n${members}}\n`, {
    includeTypes: true,
  });
  assert.deepEqual(changes, [
    "renamed Old -> New +1 -1",
    "renamed^ Old.m -> New.m +0 -0",
    "renamed^ Old.n -> New.n +0 -0",
  ]);
});

Deno.test("compareFunctions() takes inner functions along when the outer one is renamed", () => {
  const text = (name: string): string =>
    `fn ${name}() {\n${bodyOf("one")}\n  fn inner() {\n${bodyOf("two")}\n  }\n}\n`;
  assert.deepEqual(compareToy(text("a"), text("b")), [
    "renamed a -> b +1 -1",
    "renamed^ a.inner -> b.inner +0 -0",
  ]);
});

Deno.test("compareFunctions() reports nothing of a renamed file", () => {
  const text = fn("a", "one");
  const changes = changesOf({ "new.toy": [text, text] }, { oldPaths: { "new.toy": "old.toy" } });
  assert.deepEqual(changes, []);
});

Deno.test("compareFunctions() names the old path of a changed function in a renamed file", () => {
  const before = fn("a", "one");
  const after = before.replace("oneRest", "x");
  const [change] = changesOf({ "new.toy": [before, after] }, {
    oldPaths: { "new.toy": "old.toy" },
  });
  assert.equal(change.kind, "modified");
  assert.equal(change.before?.path, "old.toy");
  assert.equal(change.after?.path, "new.toy");
});

Deno.test("compareFunctions() gives the name to the function that kept body and parameters", () => {
  const before = `fn part(a: int) {\n${bodyOf("one")}\n}\nfn whole() {\n  part(1);\n}\n`;
  const after = `fn whole(a: int) {\n${bodyOf("one")}\n}\n`;
  assert.deepEqual(compareToy(before, after), [
    "renamed part -> whole +1 -1",
    "deleted whole +0 -3",
  ]);
});

const NAMES = ["a", "b", "c", "d", "e"];
const functionsArbitrary = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    seed: fc.constantFrom("one", "two", "three", "four"),
    parameters: fc.constantFrom("", "x: int", "x: int, y: text"),
  }),
  { maxLength: 8 },
);
const textOf = (list: readonly { name: string; seed: string; parameters: string }[]): string =>
  list.map(({ name, seed, parameters }) => fn(name, seed, parameters)).join("");

Deno.test("compareFunctions() pairs each function once, whatever the sides", () => {
  fc.assert(fc.property(functionsArbitrary, functionsArbitrary, (before, after) => {
    const changes = changesOf({ "a.toy": [textOf(before), textOf(after)] });
    const starts = (side: "before" | "after"): number[] =>
      changes.flatMap((change) => change[side]?.definition.start ?? []);
    for (const side of ["before", "after"] as const) {
      assert.equal(new Set(starts(side)).size, starts(side).length);
    }
    const gained = changes.filter(({ kind }) => kind === "added").length -
      changes.filter(({ kind }) => kind === "deleted").length;
    assert.equal(gained, after.length - before.length);
  }));
});

Deno.test("compareFunctions() finds no change in any order of functions", () => {
  fc.assert(fc.property(
    functionsArbitrary.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))
    ),
    ([before, after]) => assert.deepEqual(compareToy(textOf(before), textOf(after)), []),
  ));
});
