import assert from "node:assert/strict";
import type { DependencyChange } from "../../src/answers/dependency_change.ts";
import { dependencyChangeSchema, toDependencyChange } from "../../src/answers/dependency_change.ts";
import type { FileChange } from "../../src/changes/change_set.ts";
import { MODE } from "../../src/git/file_side.ts";
import { dependencyChanges } from "../../src/operations/dependency_changes.ts";
import { change, side } from "../support/fake_workspace.ts";

/** What the answer says of a manifest with these two texts; its order of fields counts. */
async function changesOf(
  path: string,
  before: string,
  after: string,
  fields: Partial<FileChange> = {},
): Promise<DependencyChange> {
  const content = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    return { ...side(bytes.length, MODE.regular), read: () => bytes };
  };
  const file = change(path, { before: content(before), after: content(after), ...fields });
  const [found] = (await dependencyChanges([file])).map(toDependencyChange);
  assert.ok(dependencyChangeSchema.safeParse(found).success);
  return JSON.parse(JSON.stringify(found));
}

const json = (value: unknown) => JSON.stringify(value);

Deno.test("an entry that only moved to another group says from where to where", async () => {
  const found = await changesOf(
    "package.json",
    json({ devDependencies: { a: "1", b: "1" } }),
    json({ dependencies: { a: "1" }, devDependencies: { b: "2" } }),
  );
  assert.equal(
    json(found.changed),
    json([
      {
        name: "a",
        old_version: "1",
        new_version: "1",
        group: "dependencies",
        old_group: "devDependencies",
      },
      { name: "b", old_version: "1", new_version: "2" },
    ]),
  );
});

Deno.test("a move out of the unnamed group has null on that side", async () => {
  const found = await changesOf("Gemfile", `gem "a", "1"\n`, `gem "a", "1", group: :test\n`);
  assert.deepEqual(found.changed, [
    { name: "a", old_version: "1", new_version: "1", group: "test", old_group: null },
  ]);
});

Deno.test("an entry that only changed its source says from where to where", async () => {
  const found = await changesOf(
    "Cargo.toml",
    `[dependencies]\na = "1"\n`,
    `[dependencies]\na = { version = "1", path = "../a" }\n`,
  );
  assert.equal(found.changed.length, 1);
  const { source, old_source, ...rest } = found.changed[0];
  assert.deepEqual(rest, { name: "a", old_version: "1", new_version: "1" });
  assert.equal(old_source, null);
  assert.match(source!, /\.\.\/a/);
});

Deno.test("an entry that stays in another group is not told as gone without its group", async () => {
  const found = await changesOf(
    "package.json",
    json({ dependencies: { a: "1" }, devDependencies: { a: "1" } }),
    json({ dependencies: { a: "1" } }),
  );
  assert.deepEqual(found.removed, [
    { name: "a", old_version: "1", new_version: null, group: "devDependencies" },
  ]);
});

Deno.test("a manifest that is renamed to or from another kind of file comes or goes", async () => {
  const entry = { name: "a", old_version: null, new_version: null };
  const manifest = json({ dependencies: { a: "1" } });
  const gone = await changesOf("package.json.bak", manifest, manifest, {
    kind: "renamed",
    oldPath: "package.json",
  });
  assert.deepEqual(gone, {
    file: "package.json.bak",
    added: [],
    removed: [{ ...entry, old_version: "1" }],
    changed: [],
  });
  for (const kind of ["renamed", "copied"] as const) {
    const come = await changesOf("web/package.json", manifest, manifest, {
      kind,
      oldPath: "package.json.dist",
    });
    assert.deepEqual(come.added, [{ ...entry, new_version: "1" }]);
  }
  const moved = await changesOf("web/package.json", manifest, manifest.replace("1", "2"), {
    kind: "renamed",
    oldPath: "package.json",
  });
  assert.deepEqual(moved.changed, [{ ...entry, old_version: "1", new_version: "2" }]);
  assert.deepEqual([...moved.added, ...moved.removed], []);
});
