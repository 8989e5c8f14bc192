import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { discover } from "../../src/git/discover.ts";
import { type GitIndex, openIndex, parseIndex } from "../../src/git/index_file.ts";
import type { ObjectFormat } from "../../src/git/object_id.ts";
import { openObjects } from "../../src/git/objects.ts";
import { decodePath, encodePath } from "../../src/git/path_bytes.ts";
import { expandSparseIndex } from "../../src/git/sparse_index.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";
import { withScript } from "../support/scripted_repository.ts";

/** What `git ls-files --stage -z` prints, path by path. */
function listedByGit(directory: string): string[] {
  const bytes = runGit(directory, ["ls-files", "--stage", "-z"]);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    lines.push(decodePath(bytes.subarray(at, end)));
    at = end + 1;
  }
  return lines;
}

function listed(index: GitIndex): string[] {
  return Array.from(
    index.entries,
    ({ path, mode, id, stage }) => `${mode.toString(8).padStart(6, "0")} ${id} ${stage}\t${path}`,
  );
}

/** Fills the index with paths of all shapes, which need not exist on disk. */
function fill(directory: string, format: ObjectFormat = "sha1"): void {
  const id = runGit(directory, ["hash-object", "-w", "--stdin"], { stdin: "x\n" });
  const name = new TextDecoder().decode(id).trim();
  const paths = [
    ...["a", "a.b", "a/b", "a/c/d", "a0", "é/è", "日本", "caf\udce9", "caf\udce9/x", "z"],
    ...["long/" + "n".repeat(0xffe - 5), "long/" + "n".repeat(0xfff - 5), "l2/" + "m".repeat(5000)],
    ...Array.from({ length: 40 }, (_, i) => `many/${"deep/".repeat(i % 7)}file${i}`),
  ];
  const lines = paths.map((path, i) =>
    `${["100644", "100755", "120000"][i % 3]} ${name} 0\t${path}\0`
  );
  lines.push(`100644 ${name} 1\tunmerged\0`, `100644 ${name} 3\tunmerged\0`);
  lines.push(
    `160000 ${
      (format === "sha1" ? "12" : "123").repeat(20) + "1234".repeat(format === "sha1" ? 0 : 1)
    } 0\tmodule\0`,
  );
  const chunks = lines.map((line) => encodePath(line));
  const stdin = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    stdin.set(chunk, at);
    at += chunk.length;
  }
  runGit(directory, ["update-index", "-z", "--index-info"], { stdin });
}

function read(directory: string, format: ObjectFormat = "sha1"): GitIndex {
  return openIndex(`${directory}/.git`, format);
}

for (const format of ["sha1", "sha256"] as const) {
  for (const version of [2, 3, 4]) {
    Deno.test(`openIndex() reads version ${version} of ${format}`, () => {
      withRepository((directory) => {
        fill(directory, format);
        runGit(directory, ["update-index", "--index-version", `${version}`]);
        if (version > 2) runGit(directory, ["update-index", "--skip-worktree", "a/c/d"]);
        runGit(directory, ["update-index", "--assume-unchanged", "z"]);
        const bytes = Deno.readFileSync(`${directory}/.git/index`);
        assert.equal(new DataView(bytes.buffer).getUint32(4), version);
        const index = read(directory, format);
        assert.deepEqual(listed(index), listedByGit(directory));
        const flagged = (flag: "skipWorktree" | "assumeValid") =>
          [...index.entries].filter((entry) => entry[flag]).map(({ path }) => path);
        assert.deepEqual(flagged("skipWorktree"), version > 2 ? ["a/c/d"] : []);
        assert.deepEqual(flagged("assumeValid"), ["z"]);
        parseIndex(bytes, { format, verify: true });
        bytes[30] ^= 1;
        assert.throws(
          () => parseIndex(bytes, { format, verify: true }),
          (error) => error instanceof PrismError && error.code === "index_corrupt",
        );
      }, [`--object-format=${format}`]);
    });
  }
}

Deno.test("openIndex() takes a missing index for an empty one", () => {
  withRepository((directory) => assert.equal(read(directory).entries.length, 0));
});

Deno.test("openIndex() reads stat data, times and intents", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(`${directory}/file`, "12345");
    Deno.writeTextFileSync(`${directory}/intended`, "");
    runGit(directory, ["add", "file"]);
    runGit(directory, ["add", "-N", "intended"]);
    const [file, intended] = read(directory).entries;
    const info = Deno.lstatSync(`${directory}/file`);
    assert.equal(file.size, 5);
    assert.equal(file.ino, info.ino! % 2 ** 32);
    assert.equal(file.mtimeSeconds, Math.floor(info.mtime!.getTime() / 1000));
    assert.equal(file.mtimeNanoseconds / 1e6 | 0, info.mtime!.getTime() % 1000);
    assert.deepEqual([file.intentToAdd, intended.intentToAdd], [false, true]);
  });
});

Deno.test("openIndex() joins a split index with its base", () => {
  withRepository((directory) => {
    fill(directory);
    runGit(directory, ["config", "splitIndex.maxPercentChange", "100"]);
    runGit(directory, ["update-index", "--split-index"]);
    assert.deepEqual(listed(read(directory)), listedByGit(directory));
    // Added, deleted, replaced, and deleted and added again.
    const id = gitText(directory, ["hash-object", "-w", "/dev/null"]);
    const zero = "0".repeat(40);
    const lines = [
      `100644 ${id} 0\tadded`,
      `100644 ${id} 0\ta/added`,
      `0 ${zero} 0\ta/b`,
      `0 ${zero} 0\tmany/file0`,
      `100644 ${id} 0\tz`,
      `100644 ${id} 0\t日本`,
      `100755 ${id} 0\tmany/file7`,
    ];
    runGit(directory, ["update-index", "--index-info"], { stdin: lines.join("\n") + "\n" });
    runGit(directory, ["update-index", "--assume-unchanged", "a0"]);
    const shared = [...Deno.readDirSync(`${directory}/.git`)]
      .filter(({ name }) => name.startsWith("sharedindex."));
    assert.ok(shared.length > 0);
    const index = read(directory);
    assert.deepEqual(listed(index), listedByGit(directory));
    assert.ok([...index.entries].find(({ path }) => path === "a0")!.assumeValid);
    const size = Deno.statSync(`${directory}/.git/index`).size;
    assert.ok(size < 2000, `the index is split: ${size}`);
    for (const { name } of shared) Deno.removeSync(`${directory}/.git/${name}`);
    assert.throws(
      () => read(directory),
      (error) => error instanceof PrismError && error.code === "index_corrupt",
    );
  });
});

Deno.test("openIndex() passes over extensions that may be ignored, and no others", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(`${directory}/f`, "x");
    runGit(directory, ["config", "core.untrackedCache", "true"]);
    runGit(directory, ["config", "index.threads", "2"]);
    runGit(directory, ["add", "f"]);
    runGit(directory, ["commit", "-qm", "x"]);
    runGit(directory, ["update-index", "--untracked-cache"]);
    runGit(directory, ["status"]);
    const bytes = Deno.readFileSync(`${directory}/.git/index`);
    const text = new TextDecoder("latin1").decode(bytes);
    assert.ok(text.includes("UNTR") && text.includes("TREE"));
    assert.equal(parseIndex(bytes, { format: "sha1" }).cacheTree?.count, 1);
    bytes[text.indexOf("UNTR")] = "u".charCodeAt(0);
    assert.throws(() => parseIndex(bytes, { format: "sha1" }), /index_corrupt|uNTR/);
  });
});

Deno.test("expandSparseIndex() yields the entries of the whole index", () => {
  withScript("worktree_sparse", (directory) => {
    const index = read(directory);
    assert.ok(index.sparse && [...index.entries].some(({ path }) => path === "left/"));
    const layout = discover(directory, {});
    const objects = openObjects(layout);
    const whole = expandSparseIndex(objects, index);
    assert.deepEqual(listed(whole), listedByGit(directory));
    assert.ok([...whole.entries].find(({ path }) => path === "left/a")!.skipWorktree);
    assert.equal(whole.sparse, false);
    objects.close();
  }, { SPARSE_INDEX: "true" });
});

/** Indexes that git wrote, with every version and extension. */
function samples(): { bytes: Uint8Array; shared: Map<string, Uint8Array> }[] {
  const found: { bytes: Uint8Array; shared: Map<string, Uint8Array> }[] = [];
  const take = (directory: string) => {
    const shared = new Map<string, Uint8Array>();
    for (const { name } of Deno.readDirSync(`${directory}/.git`)) {
      if (name.startsWith("sharedindex.")) {
        shared.set(name, Deno.readFileSync(`${directory}/.git/${name}`));
      }
    }
    found.push({ bytes: Deno.readFileSync(`${directory}/.git/index`), shared });
  };
  withRepository((directory) => {
    const lines = Array.from(
      { length: 12 },
      (_, i) => `100644 ${"1234567890".repeat(4)} 0\td${i % 3}/file${i}`,
    );
    runGit(directory, ["update-index", "--index-info"], { stdin: lines.join("\n") + "\n" });
    take(directory);
    runGit(directory, ["update-index", "--index-version", "4", "--skip-worktree", "d0/file0"]);
    take(directory);
    runGit(directory, ["config", "splitIndex.maxPercentChange", "100"]);
    runGit(directory, ["update-index", "--split-index"]);
    const more = `100644 ${"12".repeat(20)} 0\tnew\n0 ${"0".repeat(40)} 0\td1/file4\n` +
      `100755 ${"12".repeat(20)} 0\td2/file2\n`;
    runGit(directory, ["update-index", "--index-info"], { stdin: more });
    take(directory);
  });
  withScript("worktree_sparse", take, { SPARSE_INDEX: "true" });
  withScript("worktree_conflicts", take);
  return found;
}

Deno.test("parseIndex() reads or refuses any bytes", () => {
  const indexes = samples();
  const change = fc.record({ at: fc.nat(), to: fc.nat(255) });
  const property = fc.property(
    fc.nat(indexes.length - 1),
    fc.array(change, { minLength: 1, maxLength: 4 }),
    fc.option(fc.nat(), { nil: undefined }),
    fc.boolean(),
    (which, changes, cut, inShared) => {
      const sample = indexes[which];
      const shared = [...sample.shared.values()].at(-1);
      const hostile = (inShared && shared !== undefined ? shared : sample.bytes).slice();
      for (const { at, to } of changes) hostile[at % hostile.length] = to;
      const bytes = cut === undefined ? hostile : hostile.subarray(0, cut % hostile.length);
      const own = inShared && shared !== undefined ? sample.bytes : bytes;
      const readShared = (name: string) => inShared ? bytes : sample.shared.get(name) ?? null;
      try {
        const index = parseIndex(own, { format: "sha1", readShared });
        for (const entry of index.entries) assert.equal(entry.id.length, 40);
      } catch (error) {
        assert.ok(error instanceof PrismError && error.code === "index_corrupt", String(error));
      }
    },
  );
  fc.assert(property, { numRuns: 5000 });
});

Deno.test("parseIndex() refuses counts and bitmaps that promise more than the file holds", () => {
  const sample = samples()[2];
  const at = new TextDecoder("latin1").decode(sample.bytes).indexOf("link");
  // A run of four thousand million words of set bits.
  const bytes = sample.bytes.slice();
  bytes.fill(0xff, at + 8 + 20 + 8, at + 8 + 20 + 16);
  const readShared = (name: string) => sample.shared.get(name) ?? null;
  assert.throws(() => parseIndex(bytes, { format: "sha1", readShared }), PrismError);
  const many = samples()[0].bytes.slice();
  many.fill(0xff, 8, 12);
  assert.throws(() => parseIndex(many, { format: "sha1" }), PrismError);
});
