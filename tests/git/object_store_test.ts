import assert from "node:assert/strict";
import git from "isomorphic-git";
import { openObjects } from "../../src/git/objects.ts";
import type { ObjectFormat, ObjectId } from "../../src/git/object_id.ts";
import type { ObjectType, RepositoryObjects } from "../../src/git/object_store.ts";
import { hashObject } from "../../src/git/digest.ts";
import { growHistory, OBJECT_LAYOUTS } from "../support/object_layouts.ts";
import { runGit, withRepository } from "../support/scratch_repository.ts";

interface Listed {
  id: ObjectId;
  type: ObjectType;
  size: number;
}

function listObjects(directory: string): Listed[] {
  const text = new TextDecoder().decode(
    runGit(directory, ["cat-file", "--batch-all-objects", "--batch-check"]),
  );
  return text.trim().split("\n").map((line) => {
    const [id, type, size] = line.split(" ");
    return { id: id as ObjectId, type: type as ObjectType, size: Number(size) };
  });
}

function open(gitDir: string, objectFormat: ObjectFormat): RepositoryObjects {
  return openObjects({ objectDir: `${gitDir}/objects`, objectFormat, partialClone: false });
}

for (const layout of OBJECT_LAYOUTS) {
  const format = layout.format ?? "sha1";
  Deno.test(`openObjects() reads ${layout.name} as git does`, () => {
    withRepository((directory) => {
      growHistory(directory);
      const listed = listObjects(directory);
      const objects = open(layout.arrange(directory), format);
      try {
        for (const { id, type, size } of listed) {
          assert.deepEqual(objects.header(id), { type, size });
        }
        // The name is the digest of type, size and content: equal names prove equal bytes.
        for (const { id, type } of listed) {
          const object = objects.read(id);
          assert.equal(object.type, type);
          assert.equal(hashObject(type, object.bytes, format), id);
        }
        for (const { id, size } of listed.toReversed()) {
          assert.equal(objects.read(id).bytes.length, size);
        }
        const prefix = listed[7].id.slice(0, 4);
        assert.deepEqual(
          objects.withPrefix(prefix, 100),
          listed.map(({ id }) => id).filter((id) => id.startsWith(prefix)),
        );
        const first = listed[0].id[0];
        assert.deepEqual(
          objects.withPrefix(first + "0", 3),
          listed.map(({ id }) => id).filter((id) => id.startsWith(first + "0")).slice(0, 3),
        );
      } finally {
        objects.close();
      }
    }, ["--object-format=" + format]);
  });

  Deno.test(`openObjects() says what is missing from ${layout.name}`, () => {
    withRepository((directory) => {
      growHistory(directory);
      const objects = open(layout.arrange(directory), format);
      const absent = "abcdef01".repeat(format === "sha1" ? 5 : 8) as ObjectId;
      assert.equal(objects.header(absent), null);
      assert.equal(objects.find(absent), null);
      assert.throws(() => objects.read(absent), { code: "object_missing" });
      objects.close();
    }, ["--object-format=" + format]);
  });
}

Deno.test("openObjects() agrees with isomorphic-git on every commit and tree of a pack", async () => {
  const directory = Deno.makeTempDirSync();
  try {
    runGit(directory, ["init", "-q"]);
    growHistory(directory);
    const listed = listObjects(directory);
    runGit(directory, ["repack", "-adq"]);
    const objects = open(`${directory}/.git`, "sha1");
    const fs = await import("node:fs");
    const cache = {};
    for (const { id, type } of listed) {
      if (type === "blob") continue;
      const theirs = await git.readObject({
        fs,
        dir: directory,
        oid: id,
        format: "content",
        cache,
      });
      assert.deepEqual(
        new Uint8Array(objects.read(id).bytes),
        new Uint8Array(theirs.object as Uint8Array),
      );
    }
    objects.close();
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("openObjects() finds an object again after the repository was repacked", () => {
  withRepository((directory) => {
    growHistory(directory);
    const listed = listObjects(directory);
    const objects = open(`${directory}/.git`, "sha1");
    assert.equal(objects.read(listed[0].id).type, listed[0].type);
    runGit(directory, ["repack", "-adq"]);
    for (const { id, type } of listed) assert.equal(objects.read(id).type, type);
    runGit(directory, ["repack", "-adfq", "--window=3"]);
    runGit(directory, ["commit", "-q", "--allow-empty", "-m", "later"]);
    runGit(directory, ["gc", "-q"]);
    for (const { id, type } of listObjects(directory)) assert.equal(objects.read(id).type, type);
    objects.close();
  });
});

Deno.test("openObjects() reads what a replacement names", () => {
  withRepository((directory) => {
    growHistory(directory);
    const [a, b] = ["HEAD:file1.txt", "HEAD:file2.txt"].map((name) =>
      new TextDecoder().decode(runGit(directory, ["rev-parse", name])).trim() as ObjectId
    );
    const objects = openObjects(
      { objectDir: `${directory}/.git/objects`, objectFormat: "sha1", partialClone: false },
      { replacements: new Map([[a, b]]) },
    );
    assert.equal(new TextDecoder().decode(objects.read(a).bytes), "2\n");
    objects.close();
  });
});

Deno.test("openObjects() tells a promised object from a lost one", () => {
  withRepository((directory) => {
    growHistory(directory);
    runGit(directory, ["repack", "-adq"]);
    const packs = `${directory}/.git/objects/pack`;
    const pack = [...Deno.readDirSync(packs)].find((file) => file.name.endsWith(".pack"))!.name;
    Deno.writeTextFileSync(`${packs}/${pack.replace(/pack$/, "promisor")}`, "");
    const objects = open(`${directory}/.git`, "sha1");
    assert.throws(() => objects.read("1".repeat(40) as ObjectId), { code: "object_promised" });
    objects.close();
  });
});
