import assert from "node:assert/strict";
import type { FunctionEntry } from "../../src/answers/function_entry.ts";
import { type ChangeManifest, changeManifest } from "../../mod.ts";
import { runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

// Faults that users of similar tools reported in public, each with the right answer.

type Files = Readonly<Record<string, string>>;

/** The manifest of a commit that turns some files into others. */
async function manifestOf(before: Files, after: Files, types = false): Promise<ChangeManifest> {
  let manifest: ChangeManifest | undefined;
  await withRepositoryAsync(async (directory) => {
    const commit = (files: Files) => {
      for (const [path, text] of Object.entries(files)) {
        const folder = `${directory}/${path}`.replace(/\/[^/]*$/, "");
        Deno.mkdirSync(folder, { recursive: true });
        Deno.writeTextFileSync(`${directory}/${path}`, text);
      }
      runGit(directory, ["add", "-A"]);
      runGit(directory, ["commit", "-qm", "state"]);
    };
    commit(before);
    for (const path of Object.keys(before)) {
      if (!(path in after)) Deno.removeSync(`${directory}/${path}`);
    }
    commit(after);
    manifest = await changeManifest({
      repo_path: directory,
      base_ref: "HEAD~1..HEAD",
      include_function_analysis: true,
      include_types: types,
    });
  });
  return manifest!;
}

/** Changed functions in short: what happened, name, old name or path, lines. */
async function changesOf(before: Files, after: Files, types = false): Promise<string[]> {
  const { files } = await manifestOf(before, after, types);
  return files.flatMap(({ functions_changed }) => functions_changed ?? []).map(short);
}

function short(entry: FunctionEntry): string {
  const from = entry.old_name ?? entry.old_path;
  const lines = `+${entry.lines_added ?? 0} -${entry.lines_removed ?? 0}`;
  return [entry.change_type, entry.name, from === undefined ? "" : `from ${from}`, lines]
    .filter(Boolean).join(" ");
}

const body = (seed: string): string =>
  [1, 2, 3, 4].map((at) => `    ${seed}${at} = load_${seed}(${at}, limit)`).join("\n");
const python = (name: string, seed: string): string =>
  `def ${name}(limit):\n${body(seed)}\n    return ${seed}1 + ${seed}4\n\n\n`;

Deno.test("reported: a renamed file is one entry, and its functions did not change", async () => {
  const text = python("first", "a") + python("second", "b");
  const { files, summary } = await manifestOf({ "old/a.py": text }, { "new/b.py": text });
  assert.deepEqual(
    files.map(({ path, old_path, change_type, functions_changed }) => [
      change_type,
      old_path,
      path,
      functions_changed,
    ]),
    [["renamed", "old/a.py", "new/b.py", []]],
  );
  assert.equal(summary.total_functions_changed, 0);
});

Deno.test("reported: a function that was moved and edited is both", async () => {
  const moved = python("moved", "a");
  const before = { "a.py": moved + python("stays", "b"), "b.py": python("other", "c") };
  const after = {
    "a.py": python("stays", "b"),
    "b.py": python("other", "c") + moved.replace("load_a(2,", "load_a(22,"),
  };
  assert.deepEqual(await changesOf(before, after), ["moved moved from a.py +1 -1"]);
});

Deno.test("reported: a renamed C++ class does not rename its members", async () => {
  const text = (name: string) =>
    `class ${name} {\n public:\n  ${name}(int size) : size_(size) { reset(size); }\n` +
    "  int area() const { int side = size_; return side * side; }\n private:\n  int size_;\n};\n";
  const changes = await changesOf({ "a.cpp": text("Square") }, { "a.cpp": text("Box") }, true);
  const names = changes.map((each) => each.split(" ").slice(0, 2).join(" "));
  assert.ok(names.includes("renamed Box"), changes.join("; "));
  assert.ok(
    !changes.some((each) => /^(added|deleted|signature_changed)/.test(each)),
    changes.join("; "),
  );
  assert.ok(!changes.some((each) => each.includes("side")), "no local variable");
});

Deno.test("reported: methods of an object literal are functions of their own", async () => {
  const text = (value: string) =>
    `export const svc = {\n  open() {\n    return ${value};\n  },\n  close() {},\n};\n`;
  assert.deepEqual(await changesOf({ "a.js": text("1") }, { "a.js": text("2") }), [
    "modified svc.open +1 -1",
  ]);
});

Deno.test("reported: a function in a Python factory has its scope in its name", async () => {
  const text = (value: string) =>
    `def create_app():\n    def index():\n        return ${value}\n    return index\n`;
  assert.deepEqual(await changesOf({ "a.py": text("1") }, { "a.py": text("2") }), [
    "modified create_app.index +1 -1",
  ]);
});

Deno.test("reported: a method is not named after its return type", async () => {
  const csharp = (value: string) =>
    `class C {\n  public async Task<long> Foo(int a) { return ${value}; }\n}\n`;
  assert.deepEqual(await changesOf({ "a.cs": csharp("1") }, { "a.cs": csharp("2") }), [
    "modified C.Foo +1 -1",
  ]);
  const java = (value: string) =>
    `class C {\n  List<Long> foo(int a) { return of(${value}L); }\n}\n`;
  assert.deepEqual(await changesOf({ "C.java": java("1") }, { "C.java": java("2") }), [
    "modified C.foo +1 -1",
  ]);
});

Deno.test("reported: a Go method is named by its receiver, not by its result", async () => {
  const go = (value: string) =>
    `package a\n\nfunc (t T) Foo() Result { return Result{${value}} }\n\n` +
    `func (t *T) Bar() (Result, error) { return Result{${value}}, nil }\n`;
  assert.deepEqual(await changesOf({ "a.go": go("1") }, { "a.go": go("2") }), [
    "modified T.Foo +1 -1",
    "modified (*T).Bar +1 -1",
  ]);
});

Deno.test("reported: init, deinit and subscript of Swift are listed", async () => {
  const swift = (value: string) =>
    `class Box {\n  init(a: Int) { self.a = a + ${value} }\n  deinit { close(${value}) }\n` +
    `  subscript(i: Int) -> Int { return i + ${value} }\n}\n`;
  const changes = await changesOf({ "a.swift": swift("1") }, { "a.swift": swift("2") });
  assert.deepEqual(changes.map((each) => each.split(" ")[1]), [
    "Box.init",
    "Box.deinit",
    "Box.subscript",
  ]);
});

Deno.test("reported: tests of GoogleTest have names of their own", async () => {
  const cpp = (value: string) =>
    `#include "gtest/gtest.h"\nTEST(Math, Adds) { EXPECT_EQ(2, add(1, 1)); }\n` +
    `TEST(Math, Subtracts) { EXPECT_EQ(${value}, sub(1, 1)); }\n` +
    `TEST_F(Other, Adds) { EXPECT_EQ(2, add(1, 1)); }\n`;
  assert.deepEqual(await changesOf({ "a_test.cc": cpp("0") }, { "a_test.cc": cpp("1") }), [
    "modified Math.Subtracts +1 -1",
  ]);
});

Deno.test("reported: a formatter's run is no change but of layout", async () => {
  const before = "function f(a,b) {\n  if (a) { return b }\n  return [a,b]\n}\n";
  const after = "function f(a, b) {\n  if (a) {\n    return b;\n  }\n  return [a, b];\n}\n";
  const { files } = await manifestOf({ "a.js": before }, { "a.js": after });
  assert.deepEqual(files[0].functions_changed!.map((each) => each.formatting_only), [true]);
});

Deno.test("reported: a rename is no extraction, and says both lines", async () => {
  const before = python("keep", "k") + python("compute", "a");
  const after = python("keep", "k") + python("calculate", "a");
  const { files } = await manifestOf({ "a.py": before }, { "a.py": after });
  const [change, ...others] = files[0].functions_changed!;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [change.change_type, change.old_name, change.name, change.start_line],
    ["renamed", "compute", "calculate", 9],
  );
});

Deno.test("reported: a renamed class changes no signature, a renamed getter is a rename", async () => {
  const java = (name: string, getter: string) =>
    `public class ${name} {\n  private final int value;\n  public ${name}(int value) {\n` +
    `    this.value = value;\n  }\n  public int ${getter}() {\n    return value;\n  }\n}\n`;
  const renamed = await changesOf({ "A.java": java("Old", "getValue") }, {
    "A.java": java("New", "getValue"),
  });
  assert.ok(renamed.length > 0);
  assert.ok(!renamed.some((each) => /signature|added|deleted/.test(each)), renamed.join("; "));
  const getter = await changesOf({ "A.java": java("A", "getValue") }, {
    "A.java": java("A", "readValue"),
  });
  assert.deepEqual(getter, ["renamed A.readValue from A.getValue +1 -1"]);
});

Deno.test("reported: code that leaves a large method is a small change and a new one", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `    step_${at}(limit, ${at})`);
  const part = lines.slice(10, 16);
  const big = (inside: string[]) => `def big(limit):\n${inside.join("\n")}\n\n\n`;
  const after = big([...lines.slice(0, 10), "    part(limit)", ...lines.slice(16)]) +
    `def part(limit):\n${part.join("\n")}\n`;
  assert.deepEqual(await changesOf({ "a.py": big(lines) }, { "a.py": after }), [
    "modified big +1 -6",
    "added part +7 -0",
  ]);
});

Deno.test("reported: functions that change files are moved", async () => {
  const [one, two, three] = [python("one", "a"), python("two", "b"), python("three", "c")];
  const before = { "a.py": one + two, "b.py": three };
  const after = { "a.py": two, "b.py": three + one };
  assert.deepEqual(await changesOf(before, after), ["moved one from a.py +0 -0"]);
});

Deno.test("reported: a ref that does not exist is an error, never an empty answer", async () => {
  await withRepositoryAsync(async (directory) => {
    runGit(directory, ["commit", "-qm", "a", "--allow-empty"]);
    await assert.rejects(
      changeManifest({ repo_path: directory, base_ref: "nowhere..HEAD" }),
      { code: "ref_not_found" },
    );
  });
});
