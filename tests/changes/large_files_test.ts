import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { compareFiles } from "../../src/changes/compare_files.ts";
import { detectEncoding, EncodingScan } from "../../src/changes/encoding.ts";
import { Similarity } from "../../src/changes/similarity.ts";
import type { FileChange } from "../../src/changes/change_set.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { openRepository, type Repository } from "../../src/git/repository.ts";
import { compareTrees } from "../../src/git/tree_diff.ts";
import { memorySide } from "../support/memory_side.ts";
import { gitText, runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

const MEBIBYTE = 1024 * 1024;
const attributes = { get: () => undefined, isBinary: () => undefined };

/** Bytes that no compression makes small, the same for a seed. */
function noise(length: number, seed: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(length / 4));
  let state = seed;
  for (let i = 0; i < words.length; i++) {
    state = Math.imul(state, 1664525) + 1013904223 | 0;
    words[i] = state ^ (state >>> 15);
  }
  return new Uint8Array(words.buffer, 0, length);
}

function text(lines: number, changed: (line: number) => boolean): string {
  return Array.from({ length: lines }, (_, i) => {
    const word = Math.imul(i + 1, 2654435761) >>> 0;
    return `${word.toString(36)} ${i} ${changed(i) ? "new" : "old"} ${word.toString(16)} ${
      "-".repeat(i % 80)
    }\n`;
  }).join("");
}

function commit(directory: string, files: Record<string, Uint8Array | string>): void {
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(`${directory}/${path}`, bytes);
  }
  runGit(directory, ["add", "-A"]);
  runGit(directory, ["commit", "-qm", "c"]);
}

async function compared(repository: Repository, directory: string): Promise<readonly FileChange[]> {
  const [before, after] = ["HEAD~^{tree}", "HEAD^{tree}"].map((revision) =>
    gitText(directory, ["rev-parse", revision]) as ObjectId
  );
  const changes = compareTrees(repository.objects, before, after);
  return (await compareFiles(changes, { attributes, renames: {} })).files;
}

/** The most kernel memory that instances made meanwhile have had in all. */
async function kernelMemory(work: () => Promise<void>): Promise<number> {
  const made: WebAssembly.Instance[] = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module: WebAssembly.Module) {
      super(module);
      made.push(this);
    }
  };
  try {
    await work();
  } finally {
    WebAssembly.Instance = Instance;
  }
  return made.reduce((sum, { exports }) => {
    return sum + (exports.memory as WebAssembly.Memory).buffer.byteLength;
  }, 0);
}

Deno.test("compareFiles() inflates no more of a binary file than its first bytes", async () => {
  await withRepositoryAsync(async (directory) => {
    const content = noise(12 * MEBIBYTE, 1);
    content[100] = 0;
    commit(directory, { "a.bin": content, "b.bin": content.subarray(0, 3 * MEBIBYTE) });
    content[6 * MEBIBYTE] ^= 1;
    content[2 * MEBIBYTE] ^= 1;
    commit(directory, { "a.bin": content, "b.bin": content.subarray(0, 3 * MEBIBYTE) });
    for (const layout of ["loose", "packed"]) {
      if (layout === "packed") runGit(directory, ["repack", "-adqf"]);
      const repository = openRepository(directory, {});
      const files = await compared(repository, directory);
      assert.deepEqual(files.map(({ binary, linesAdded }) => [binary, linesAdded]), [
        [true, 0],
        [true, 0],
      ]);
      assert.deepEqual(files.map(({ after }) => after!.size()), [12, 3].map((n) => n * MEBIBYTE));
      const inflated = repository.objects.inflatedBytes;
      assert.ok(inflated > 0 && inflated < 512 * 1024, `${layout}: ${inflated} bytes`);
      repository.objects.close();
    }
  });
});

Deno.test("compareFiles() holds two large texts once each, whatever they are stored as", async () => {
  await withRepositoryAsync(async (directory) => {
    const lines = 550_000;
    commit(directory, { t: text(lines, () => false), gone: text(300_000, (i) => i === 7) });
    Deno.removeSync(`${directory}/gone`);
    commit(directory, { t: text(lines, (i) => i % 40_000 === 17), come: "x\n".repeat(9e6) });
    const size = Deno.statSync(`${directory}/t`).size;
    assert.ok(size > 32 * MEBIBYTE);
    const numstat = gitText(directory, ["diff-tree", "-r", "--numstat", "HEAD~", "HEAD"]);
    for (const layout of ["loose", "packed"]) {
      if (layout === "packed") runGit(directory, ["repack", "-adqf", "--window=2", "--depth=2"]);
      const memory = await kernelMemory(async () => {
        const repository = openRepository(directory, {});
        const files = await compared(repository, directory);
        const rows = files.map(({ linesAdded, linesRemoved, path }) =>
          `${linesAdded}\t${linesRemoved}\t${path}`
        );
        assert.equal(rows.join("\n"), numstat, layout);
        repository.objects.close();
      });
      // Both contents, the tables of their lines, the ring and the windows.
      assert.ok(memory < 3 * size + 96 * MEBIBYTE, `${layout}: ${memory} bytes of ${size}`);
    }
  });
});

Deno.test("a large object is the same in pieces, by its head and in a kernel", async () => {
  await withRepositoryAsync((directory) => {
    const first = text(350_000, () => false);
    commit(directory, { a: first, n: noise(9 * MEBIBYTE, 5) });
    commit(directory, { a: `begin\n${first}end\n`, n: new Uint8Array(9 * MEBIBYTE) });
    const names = ["HEAD~:a", "HEAD:a", "HEAD~:n", "HEAD:n"].map((revision) =>
      gitText(directory, ["rev-parse", revision]) as ObjectId
    );
    for (const layout of ["loose", "packed"]) {
      if (layout === "packed") runGit(directory, ["repack", "-adqf", "--window=3"]);
      const { objects } = openRepository(directory, {});
      for (const name of names) {
        const content = runGit(directory, ["cat-file", "blob", name]);
        const pieces: Uint8Array[] = [];
        for (const piece of objects.pieces(name, "blob")) pieces.push(piece.slice());
        assert.ok(Buffer.concat(pieces).equals(content), `${layout} ${name}`);
        const head = objects.prefix(name, "blob", 20_000);
        if (head !== null) assert.deepEqual(head, content.slice(0, 20_000));
        assert.ok(Buffer.from(objects.readTyped(name, "blob")).equals(content));
      }
      objects.close();
    }
    return Promise.resolve();
  });
});

Deno.test("Similarity measures a file in pieces like the whole", () => {
  const source = "a line\r\nanother\r\n\r\r\nlast\r".repeat(60_000);
  const whole = new TextEncoder().encode(source);
  const target = new TextEncoder().encode(source.replaceAll("another\r\n", "other\n"));
  const score = (size: number): number => {
    const split = function* (): Iterable<Uint8Array> {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    };
    const side = { ...memorySide("1", () => whole), pieces: split };
    const similarity = new Similarity();
    const result = similarity.score(
      { path: "a", side },
      { path: "b", side: memorySide("2", () => target) },
      1,
    );
    similarity.close();
    return result;
  };
  const expected = score(whole.length);
  assert.ok(expected > 10_000 && expected < 60_000);
  for (const size of [8_008, 99_991, 500_009]) assert.equal(score(size), expected);
});

Deno.test("EncodingScan finds what detectEncoding() finds in the whole", () => {
  const utf8 = new TextEncoder().encode("plain ü € 𝄞 text\n".repeat(3_000));
  const latin1 = Uint8Array.from("caf\xe9 noir\n".repeat(3_000), (c) => c.charCodeAt(0));
  const windows = Uint8Array.from("caf\xe9 \x93noir\x94\n".repeat(3_000), (c) => c.charCodeAt(0));
  const ascii = new TextEncoder().encode("plain\n".repeat(9_000));
  const late = new Uint8Array([...ascii, ...latin1]);
  const cut = utf8.subarray(0, utf8.indexOf(0xe2) + 1);
  for (const bytes of [utf8, latin1, windows, ascii, late, cut, noise(40_000, 3)]) {
    for (const size of [8_001, 16_384, 100_000]) {
      const scan = new EncodingScan();
      for (let at = 0; at < bytes.length; at += size) scan.add(bytes.subarray(at, at + size));
      assert.equal(scan.result(), detectEncoding(bytes));
    }
  }
});
