import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { discover } from "../../src/git/discover.ts";
import type { ObjectFormat, ObjectId } from "../../src/git/object_id.ts";
import { openRefs } from "../../src/git/open_refs.ts";
import { comparePaths } from "../../src/git/path_bytes.ts";
import type { ReflogEntry, RefStore, RefValue } from "../../src/git/refs.ts";
import { type TableShape, writeReftable } from "../support/reftable_writer.ts";

// git 2.55: two commits, an annotated tag, a symbolic reference, all packed; then a branch made,
// a hard reset by one commit, the branch deleted.
const WRITTEN_BY_GIT = [
  [
    "UkVGVAEAEAAAAAAAAAAAAQAAAAAAAAAGcgAA0wAjSEVBRAAPcmVmcy9oZWFkcy9tYWluAHlyZWZzL2hlYWRzL21h",
    "aW4CD9pSpuFrUlEmDdaCwSEpuG/1vJMFc3JlbW90ZXMvby9IRUFEBBNyZWZzL3JlbW90ZXMvby9tYWluDyFtYWlu",
    "BQ/aUqbha1JRJg3WgsEhKbhv9byTBTp0YWdzL3YxAyMu7H6NsKJVnzBR73AvhDKqLpl8D9pSpuFrUlEmDdaCwSEp",
    "uG/1vJMAABwAADMAAmcAAjB42mPI9HB1dGH4DwF/dncn736VvtbXu/zlYU6DlI8ah/lm8N8KWvYwOyhQjfda00FF",
    "zR35X/dM5nJW8FfwzSwpSS0STc7PzQWzHFIrEnMLclL1gCKtK889ZGBo4oFIWimUlOdz8XD+ZcACsNlJrPliEEkF",
    "jcy8zJLMxBxNK4X8vFQuhgbHotS0Yv2M1MSUYv3cxMw8+vhQnG4+ZG2wLErNzS9JLdbPR/HgT2wOoMSDjFwMDCwM",
    "DLcYmADOPNNdUkVGVAEAEAAAAAAAAAAAAQAAAAAAAAAGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANMA",
    "AAAAAAAAAG7Ac9I=",
  ].join(""),
  [
    "UkVGVAEAEAAAAAAAAAAABwAAAAAAAAAHcgAARwB5cmVmcy9oZWFkcy9nb25lAA/aUqbha1JRJg3WgsEhKbhv9byT",
    "AAAcAAFnAACPeNpjaHAsSk0r1s9ITUwp1k/Pz0tl+A8BPxiwAP5bQcseZgcFqvFeazqoqLkj/+ueyVzOCv4Kvpkl",
    "JalFosn5ublglkNqRWJuQU6qHlCkdeW5hwwMTVJJRYl5yRlWCs5FqYklqSkKaUX5uQq5iZl5XAwMLAyMAL7dMLRS",
    "RUZUAQAQAAAAAAAAAAAHAAAAAAAAAAcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARwAAAAAAAAAAhJwe",
    "qQ==",
  ].join(""),
  [
    "UkVGVAEAEAAAAAAAAAAACAAAAAAAAAAIcgAAQQBJT1JJR19IRUFEAA/aUqbha1JRJg3WgsEhKbhv9byTAAAcAAFS",
    "RUZUAQAQAAAAAAAAAAAIAAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXW+5",
    "Kg==",
  ].join(""),
  [
    "UkVGVAEAEAAAAAAAAAAACQAAAAAAAAAJcgAARwB5cmVmcy9oZWFkcy9tYWluALuLY7vqZ61NS3fpwwkwZPEoww6Y",
    "AAAcAAFnAAEIeNpjyPRwdXRh+A8B3/hvBS17mB0UqMZ7remgouaO/K97Ju/uTt79Kn2tr3f5y8OcBikfNQ7zzeBy",
    "VvBX8M0sKUktEk3Oz80FsxxSKxJzC3JS9YAirSvPPWRgaJIoSi1OLbFSyM0vy8xLVyjJVwBZV2fIxdDgWJSaVqyf",
    "kZqYUqyfm5iZNwBuYGBhYKhhYAIAqvZu+VJFRlQBABAAAAAAAAAAAAkAAAAAAAAACQAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAABHAAAAAAAAAACA02hW",
  ].join(""),
  [
    "UkVGVAEAEAAAAAAAAAAACgAAAAAAAAAKcgAAMwB4cmVmcy9oZWFkcy9nb25lAAAAHAABZwAAJHjaY2hwKEpNK9bP",
    "SE1MKdZPz89LZfgPAT8YGFgYGAHg8g5zUkVGVAEAEAAAAAAAAAAACgAAAAAAAAAKAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAADMAAAAAAAAAAIRMOlk=",
  ].join(""),
];

const idOf = (i: number, format: ObjectFormat = "sha1"): ObjectId =>
  i.toString(16).padStart(format === "sha1" ? 40 : 64, "0") as ObjectId;
const direct = (i: number, format?: ObjectFormat): RefValue => ({
  kind: "direct",
  id: idOf(i, format),
});

/** Writes a stack, oldest table first, and works with its references. */
function withStack(
  tables: Uint8Array[],
  work: (refs: RefStore, directory: string) => void,
  format: ObjectFormat = "sha1",
): void {
  const directory = Deno.makeTempDirSync({ prefix: "prism-test-" });
  try {
    Deno.mkdirSync(`${directory}/reftable`);
    const names = tables.map((bytes, i) => {
      Deno.writeFileSync(`${directory}/reftable/${i}-x.ref`, bytes);
      return `${i}-x.ref\n`;
    });
    Deno.writeTextFileSync(`${directory}/reftable/tables.list`, names.join(""));
    const layout = { gitDir: directory, commonDir: directory, objectFormat: format };
    work(openRefs({ ...layout, refFormat: "reftable" }), directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function fails(work: () => unknown, pattern = /are damaged/): void {
  assert.throws(
    work,
    (error: unknown) =>
      error instanceof PrismError && error.code === "unreadable" && pattern.test(error.message),
  );
}

const byName = (rows: { name: string; value: RefValue }[]) =>
  rows.map(({ name, value }) => [name, value]);

Deno.test("ReftableRefs reads what git wrote", () => {
  const one = "bb8b63bbea67ad4d4b77e9c3093064f128c30e98";
  const two = "0fda52a6e16b5251260dd682c12129b86ff5bc93";
  withStack(WRITTEN_BY_GIT.map((text) => Uint8Array.fromBase64(text)), (refs) => {
    assert.deepEqual(byName(refs.list("refs/")), [
      ["refs/heads/main", { kind: "direct", id: one }],
      ["refs/remotes/o/HEAD", { kind: "symbolic", target: "refs/remotes/o/main" }],
      ["refs/remotes/o/main", { kind: "direct", id: two }],
      ["refs/tags/v1", {
        kind: "direct",
        id: "232eec7e8db0a2559f3051ef702f8432aa2e997c",
        peeled: two,
      }],
    ]);
    assert.deepEqual(byName(refs.list("refs/tags/")).length, 1);
    assert.deepEqual(refs.read("HEAD"), { kind: "symbolic", target: "refs/heads/main" });
    assert.deepEqual(refs.read("ORIG_HEAD"), { kind: "direct", id: two });
    assert.equal(refs.read("refs/heads/gone"), null);
    assert.equal(refs.read("refs/heads"), null);
    assert.deepEqual(
      refs.reflog("HEAD")?.map(({ after, time, message }) => [after, time, message]),
      [
        [one, 1700000000, "reset: moving to HEAD~1"],
        [two, 1700000000, "commit: two"],
        [one, 1700000000, "commit (initial): one"],
      ],
    );
    assert.equal(refs.reflog("refs/heads/gone"), null);
    assert.equal(refs.reflog("refs/heads/mai"), null);
  });
});

const SHAPES: TableShape[] = [
  {},
  { format: "sha256" },
  { version: 2 },
  { aligned: false },
  { blockSize: 256, restartEvery: 1 },
  { blockSize: 256, aligned: false },
  { blockSize: 256, roots: 3 },
  { blockSize: 512, indexed: false },
  { blockSize: 65536, restartEvery: 64 },
];

Deno.test("ReftableRefs finds every reference and entry in tables of all shapes", () => {
  for (const shape of SHAPES) {
    const format = shape.format ?? "sha1";
    const names = Array.from({ length: 400 }, (_, i) => `refs/heads/${i % 9}/b${i}`).sort();
    const logs = names.flatMap((name, i) =>
      Array.from({ length: i % 4 }, (_, k) => ({
        name,
        index: 10 - k,
        entry: { before: idOf(k, format), after: idOf(i + 1, format), time: i, message: `m${k}` },
      }))
    );
    const table = writeReftable({
      refs: names.map((name, i) => ({ name, value: direct(i, format) })),
      logs,
    }, shape);
    withStack([table], (refs) => {
      names.forEach((name, i) => {
        assert.deepEqual(refs.read(name), direct(i, format), `${name} ${JSON.stringify(shape)}`);
        if (i % 20 === 0) {
          assert.equal(refs.read(`${name}x`), null);
          assert.deepEqual(
            refs.reflog(name)?.map(({ message, time }) => [message, time]),
            i % 4 === 0 ? undefined : Array.from({ length: i % 4 }, (_, k) => [`m${k}`, i]),
          );
        }
      });
      assert.equal(refs.reflog(names[3])?.length, 3);
      assert.equal(refs.reflog(names[399])?.length, 3);
      assert.equal(refs.read("refs/a"), null);
      assert.equal(refs.read("refs/zzz"), null);
      assert.deepEqual(refs.list("").map(({ name }) => name), names);
      const some = names.filter((name) => name.startsWith("refs/heads/4/b1"));
      assert.deepEqual(refs.list("refs/heads/4/b1").map(({ name }) => name), some);
    }, format);
  }
});

Deno.test("ReftableRefs reads tables that hold logs alone, and empty ones", () => {
  const entry: ReflogEntry = { before: idOf(0), after: idOf(1), time: 5, message: "é" };
  const logs = [{ name: "HEAD", index: 1, entry }];
  withStack([writeReftable({}), writeReftable({ logs }), writeReftable({})], (refs) => {
    assert.deepEqual(refs.list("refs/"), []);
    assert.equal(refs.read("HEAD"), null);
    assert.deepEqual(refs.reflog("HEAD"), [entry]);
    assert.equal(refs.reflog("refs/heads/x"), null);
  });
});

Deno.test("ReftableRefs knows a log that exists but is empty", () => {
  const nothing = { before: idOf(0), after: idOf(0), time: 0, message: "" };
  const logs = [{ name: "refs/a", index: 1, entry: nothing }];
  withStack([writeReftable({ logs })], (refs) => assert.deepEqual(refs.reflog("refs/a"), []));
});

Deno.test("ReftableRefs lets newer tables override older ones", () => {
  const change = fc.record({
    name: fc.constantFrom(
      "refs/heads/a",
      "refs/heads/b",
      "refs/heads/b/c",
      "refs/tags/é",
      "refs/x",
    ),
    value: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 }).map((i) => direct(i))),
    index: fc.integer({ min: 1, max: 4 }),
    log: fc.boolean(),
  });
  const table = fc.uniqueArray(change, { selector: ({ name }) => name, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(table, { maxLength: 4 }), (tables) => {
      const expected = new Map<string, RefValue>();
      const logs = new Map<string, Map<number, ObjectId | null>>();
      const bytes = tables.map((changes, i) => {
        const rows = changes.toSorted((a, b) => comparePaths(a.name, b.name));
        for (const { name, value, index, log } of rows) {
          if (value === null) expected.delete(name);
          else expected.set(name, value);
          if (!log) continue;
          const own = logs.get(name) ?? new Map();
          logs.set(name, own.set(index, value === null ? null : idOf(100 + i)));
        }
        return writeReftable({
          refs: rows,
          logs: rows.filter(({ log }) => log).map(({ name, index, value }) => ({
            name,
            index,
            entry: value && { before: idOf(1), after: idOf(100 + i), time: 1, message: "" },
          })),
        });
      });
      withStack(bytes, (refs) => {
        const names = [...expected.keys()].sort(comparePaths);
        assert.deepEqual(refs.list("refs/").map(({ name }) => name), names);
        for (const name of ["refs/heads/a", "refs/heads/b", "refs/heads/b/c", "refs/tags/é"]) {
          assert.deepEqual(refs.read(name), expected.get(name) ?? null);
          const left = [...logs.get(name) ?? []].filter(([, id]) => id !== null)
            .sort(([a], [b]) => b - a).map(([, id]) => id);
          assert.deepEqual(refs.reflog(name)?.map(({ after }) => after) ?? [], left);
        }
      });
    }),
    { numRuns: 60 },
  );
});

Deno.test("ReftableRefs gives each worktree its own stack", () => {
  const head = (target: string) => ({ name: "HEAD", value: { kind: "symbolic", target } as const });
  const shared = writeReftable({
    refs: [
      head("refs/heads/main"),
      { name: "refs/bisect/bad", value: direct(1) },
      { name: "refs/heads/main", value: direct(2) },
    ],
  });
  const own = writeReftable({
    refs: [head("refs/heads/side"), { name: "refs/worktree/mine", value: direct(3) }],
  });
  withStack([shared], (_, commonDir) => {
    const gitDir = `${commonDir}/worktrees/w`;
    Deno.mkdirSync(`${gitDir}/reftable`, { recursive: true });
    Deno.writeFileSync(`${gitDir}/reftable/a.ref`, own);
    Deno.writeTextFileSync(`${gitDir}/reftable/tables.list`, "a.ref\n");
    Deno.writeTextFileSync(`${gitDir}/FETCH_HEAD`, `${idOf(9)}\t\tbranch 'x' of .\n`);
    const refs = openRefs({ gitDir, commonDir, objectFormat: "sha1", refFormat: "reftable" });
    const target = (name: string): unknown =>
      (refs.read(name) as { target: string } | null)?.target;
    assert.equal(target("HEAD"), "refs/heads/side");
    assert.equal(target("main-worktree/HEAD"), "refs/heads/main");
    assert.equal(target("worktrees/w/HEAD"), "refs/heads/side");
    assert.deepEqual(refs.read("refs/heads/main"), direct(2));
    assert.equal(refs.read("refs/bisect/bad"), null);
    assert.deepEqual(refs.read("FETCH_HEAD"), direct(9));
    assert.deepEqual(refs.list("refs/").map(({ name }) => name), [
      "refs/heads/main",
      "refs/worktree/mine",
    ]);
  });
});

Deno.test("discover() and openRefs() read a repository with reftables", () => {
  withStack(WRITTEN_BY_GIT.map((text) => Uint8Array.fromBase64(text)), (_, directory) => {
    for (const name of ["objects", "refs"]) Deno.mkdirSync(`${directory}/${name}`);
    Deno.writeTextFileSync(`${directory}/refs/heads`, "this repository uses the reftable format\n");
    Deno.writeTextFileSync(`${directory}/HEAD`, "ref: refs/heads/.invalid\n");
    Deno.writeTextFileSync(
      `${directory}/config`,
      `[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\nrefStorage = reftable\n` +
        `[includeIf "onbranch:main"]\npath = more\n`,
    );
    Deno.writeTextFileSync(`${directory}/more`, "[on]\nmain\n");
    const layout = discover(directory, { GIT_CONFIG_NOSYSTEM: "1" });
    assert.equal(layout.config.bool("on.main"), true);
    assert.equal(openRefs(layout).list("refs/").length, 4);
  });
});

Deno.test("ReftableRefs says that a stack is damaged", () => {
  const good = writeReftable({ refs: [{ name: "refs/a", value: direct(1) }] });
  withStack([good], (refs, directory) => {
    const list = `${directory}/reftable/tables.list`;
    for (const name of ["../0-x.ref", "/etc/passwd", "a b", ".."]) {
      Deno.writeTextFileSync(list, `${name}\n`);
      fails(() => refs.read("refs/a"), /it lists/);
    }
    Deno.writeTextFileSync(list, "missing.ref\n");
    fails(() => refs.read("refs/a"), /Cannot read/);
    Deno.mkdirSync(`${directory}/reftable/folder.ref`);
    Deno.writeTextFileSync(list, "folder.ref\n");
    fails(() => refs.list("refs/"), /is no table/);
    Deno.removeSync(list);
    assert.equal(refs.read("refs/a"), null);
  });
  for (let end = 0; end < good.length; end += 7) {
    withStack([good.subarray(0, end)], (refs) => fails(() => refs.read("refs/a")));
  }
  withStack([good], (refs) => fails(() => refs.read("refs/a"), /sha256/), "sha256");
});

Deno.test("ReftableRefs answers or refuses tables with any bytes changed", () => {
  const entry: ReflogEntry = { before: idOf(1), after: idOf(2), time: 5, message: "m" };
  const tables = [{ blockSize: 256 }, { blockSize: 256, aligned: false, roots: 2 }].map((shape) =>
    writeReftable({
      refs: Array.from({ length: 60 }, (_, i) => ({ name: `refs/b${100 + i}`, value: direct(i) })),
      logs: Array.from({ length: 40 }, (_, i) => ({ name: `refs/b${100 + i}`, index: 1, entry })),
    }, shape)
  );
  const edit = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.constantFrom(...tables), fc.array(edit, { minLength: 1, maxLength: 6 }), (
      table,
      edits,
    ) => {
      const bytes = table.slice();
      // The footer stays, or its checksum would end everything at once.
      for (const [at, byte] of edits) bytes[24 + at % (bytes.length - 24 - 68)] = byte;
      withStack([bytes], (refs) => {
        const asked = ["refs/b100", "refs/b130", "refs/b159", "refs/c"];
        const works = [
          () => refs.list("refs/"),
          ...asked.flatMap((name) => [() => refs.read(name), () => refs.reflog(name)]),
        ];
        for (const work of works) {
          try {
            work();
          } catch (error) {
            assert.ok(error instanceof PrismError, String(error));
            assert.match(error.message, /are damaged/);
          }
        }
      });
    }),
    { numRuns: 300 },
  );
});
