import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { openObjects } from "../../src/git/objects.ts";
import { compareTrees } from "../../src/git/tree_diff.ts";
import { digest, hashObject } from "../../src/git/digest.ts";
import { growHistory } from "../support/object_layouts.ts";
import { gitText, runGit, withRepository } from "../support/scratch_repository.ts";
import { deflateSync } from "node:zlib";

const encoder = new TextEncoder();

function idsOf(directory: string): ObjectId[] {
  return gitText(directory, [
    "cat-file",
    "--batch-all-objects",
    "--batch-check=%(objectname)",
    "--unordered",
  ]).split("\n") as ObjectId[];
}

function open(directory: string) {
  const objectDir = `${directory}/.git/objects`;
  return openObjects({ objectDir, objectFormat: "sha1", partialClone: false });
}

/** Reads everything; only errors of ours may come out. Returns how many objects were refused. */
function readAll(directory: string, ids: readonly ObjectId[]): number {
  const objects = open(directory);
  let refused = 0;
  for (const id of ids) {
    try {
      const header = objects.header(id);
      const { type, bytes } = objects.read(id);
      if (header !== null) assert.equal(header.size, bytes.length);
      // A damaged copy must not pass as a whole one: the stream's checksum tells.
      if (type === "blob") assert.equal(hashObject(type, bytes, "sha1"), id);
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      assert.match(error.code, /^object_(corrupt|missing|too_large)$/);
      refused++;
    }
  }
  objects.close();
  return refused;
}

function packFile(directory: string, ending: string): string {
  const packs = `${directory}/.git/objects/pack`;
  return `${packs}/${[...Deno.readDirSync(packs)].find(({ name }) => name.endsWith(ending))!.name}`;
}

/** A packed repository, and a way to put other bytes in one of its files. */
function withPack(
  work: (
    directory: string,
    ids: ObjectId[],
    replace: (ending: string, bytes: Uint8Array) => void,
  ) => void,
) {
  withRepository((directory) => {
    growHistory(directory);
    const ids = idsOf(directory);
    runGit(directory, ["repack", "-adfq"]);
    work(directory, ids, (ending, bytes) => {
      const path = packFile(directory, ending);
      Deno.chmodSync(path, 0o644);
      Deno.writeFileSync(path, bytes);
    });
  });
}

Deno.test("a pack that is cut off anywhere gives errors, not crashes", () => {
  withPack((directory, ids, replace) => {
    const whole = Deno.readFileSync(packFile(directory, ".pack"));
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      replace(".pack", whole.subarray(0, Math.floor(whole.length * share)));
      assert.ok(readAll(directory, ids) > 0);
    }
    replace(".pack", whole);
    assert.equal(readAll(directory, ids), 0);
  });
});

for (const ending of [".pack", ".idx"]) {
  Deno.test(`a ${ending} file with flipped bytes never gives a wrong blob`, () => {
    withPack((directory, ids, replace) => {
      const whole = Deno.readFileSync(packFile(directory, ending));
      const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
          const bytes = whole.slice();
          for (const [at, value] of changes) bytes[at] = value;
          replace(ending, bytes);
          try {
            readAll(directory, ids);
          } catch (error) {
            // An index that names another entry of the pack is beyond a checksum of streams.
            if (ending === ".pack" || !(error instanceof assert.AssertionError)) throw error;
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

Deno.test("a loose object with any bytes gives an error of ours", () => {
  withRepository((directory) => {
    const id = "ab" + "cd".repeat(19) as ObjectId;
    Deno.mkdirSync(`${directory}/.git/objects/ab`);
    const path = `${directory}/.git/objects/ab/${"cd".repeat(19)}`;
    const text = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ maxLength: 40 }).map((text) => new Uint8Array(deflateSync(encoder.encode(text)))),
      fc.constantFrom(
        "blob 5\0abc",
        "blob 1\0abc",
        "blob 99999999999\0x",
        "tree -1\0",
        "blob 05\0hello",
      )
        .map((text) => new Uint8Array(deflateSync(encoder.encode(text)))),
    );
    fc.assert(fc.property(text, (bytes) => {
      Deno.writeFileSync(path, bytes);
      const objects = open(directory);
      assert.throws(() => objects.read(id), { code: "object_corrupt" });
      objects.close();
    }));
    Deno.writeFileSync(path, deflateSync(encoder.encode("blob 5\0hello")));
    assert.equal(new TextDecoder().decode(open(directory).read(id).bytes), "hello");
  });
});

/** Writes a pack of raw entries and its index of version 2. */
function writePack(directory: string, entries: { id: string; bytes: Uint8Array }[]): void {
  const parts = [encoder.encode("PACK"), be32(2), be32(entries.length)];
  let offset = 12;
  const placed = entries.map(({ id, bytes }) => {
    parts.push(bytes);
    const at = offset;
    offset += bytes.length;
    return { id, at };
  }).sort((a, b) => (a.id < b.id ? -1 : 1));
  const pack = join(parts);
  const sum = digest("sha1", [pack]);
  const fanout = Array.from(
    { length: 256 },
    (_, byte) => be32(placed.filter(({ id }) => parseInt(id.slice(0, 2), 16) <= byte).length),
  );
  const index = join([
    Uint8Array.of(0xff, 0x74, 0x4f, 0x63),
    be32(2),
    ...fanout,
    ...placed.map(({ id }) => Uint8Array.fromHex(id)),
    ...placed.map(() => be32(0)),
    ...placed.map(({ at }) => be32(at)),
    sum,
  ]);
  const base = `${directory}/.git/objects/pack/pack-${sum.toHex()}`;
  Deno.writeFileSync(`${base}.pack`, join([pack, sum]));
  Deno.writeFileSync(`${base}.idx`, join([index, digest("sha1", [index])]));
}

function be32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function entryHead(kind: number, size: number): Uint8Array {
  const bytes = [(kind << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] |= 128;
    bytes.push(rest % 128);
  }
  return Uint8Array.from(bytes);
}

/** A delta that copies its base of this size and appends a byte. */
function append(size: number, byte: number): Uint8Array {
  return join([
    sizeBytes(size),
    sizeBytes(size + 1),
    Uint8Array.of(0x80 | 0x10 | 0x20, size & 255, size >> 8, 1, byte),
  ]);
}

function sizeBytes(size: number): Uint8Array {
  return size < 128 ? Uint8Array.of(size) : Uint8Array.of((size & 127) | 128, size >> 7);
}

Deno.test("deltas that are each other's base are damage", () => {
  withRepository((directory) => {
    const [a, b] = ["aa".repeat(20), "bb".repeat(20)];
    const delta = append(5, 1);
    const entry = (base: string) =>
      join([
        entryHead(7, delta.length),
        Uint8Array.fromHex(base),
        new Uint8Array(deflateSync(delta)),
      ]);
    writePack(directory, [{ id: a, bytes: entry(b) }, { id: b, bytes: entry(a) }]);
    const objects = open(directory);
    assert.throws(() => objects.header(a as ObjectId), { code: "object_corrupt" });
    assert.throws(() => objects.read(a as ObjectId), { code: "object_corrupt" });
    objects.close();
  });
});

Deno.test("a chain of 9,000 deltas is followed to its end", () => {
  withRepository((directory) => {
    const depth = 9000;
    const name = (n: number) => n.toString(16).padStart(40, "0");
    const entries = [{
      id: name(0),
      bytes: join([entryHead(3, 1), new Uint8Array(deflateSync(Uint8Array.of(65)))]),
    }];
    for (let n = 1; n <= depth; n++) {
      const delta = append(n, 65 + n % 26);
      entries.push({
        id: name(n),
        bytes: join([
          entryHead(7, delta.length),
          Uint8Array.fromHex(name(n - 1)),
          new Uint8Array(deflateSync(delta)),
        ]),
      });
    }
    writePack(directory, entries);
    const objects = open(directory);
    const { bytes } = objects.read(name(depth) as ObjectId);
    assert.equal(bytes.length, depth + 1);
    assert.ok(bytes.every((byte, n) => byte === 65 + (n === 0 ? 0 : n % 26)));
    assert.deepEqual(objects.header(name(depth) as ObjectId), { type: "blob", size: depth + 1 });
    objects.close();
  });
});

Deno.test("an object that claims to be enormous is refused before memory is taken", () => {
  withRepository((directory) => {
    const id = "aa".repeat(20);
    for (const size of [2 ** 31, 2 ** 40, 2 ** 48]) {
      const bytes = join([entryHead(3, size), new Uint8Array(deflateSync(encoder.encode("x")))]);
      writePack(directory, [{ id, bytes }]);
      const objects = open(directory);
      assert.throws(() => objects.read(id as ObjectId), { code: /object_(too_large|corrupt)/ });
      objects.close();
    }
  });
});

Deno.test("a tree that holds itself is damage, not an endless walk", () => {
  withRepository((directory) => {
    const id = "aa".repeat(20);
    const tree = join([encoder.encode("40000 a\0"), Uint8Array.fromHex(id)]);
    writePack(directory, [{
      id,
      bytes: join([entryHead(2, tree.length), new Uint8Array(deflateSync(tree))]),
    }]);
    const objects = open(directory);
    assert.throws(() => compareTrees(objects, null, id as ObjectId), { code: "object_corrupt" });
    objects.close();
  });
});

Deno.test("trees that stand for more paths than memory holds are refused", () => {
  withRepository((directory) => {
    const name = (n: number) => n.toString(16).padStart(40, "0");
    const entries = Array.from({ length: 40 }, (_, n) => {
      const child = Uint8Array.fromHex(name(n + 1));
      const mode = n === 39 ? "100644" : "40000";
      const tree = join(
        ["a", "b"].flatMap((entry) => [encoder.encode(`${mode} ${entry}\0`), child]),
      );
      const bytes = join([entryHead(2, tree.length), new Uint8Array(deflateSync(tree))]);
      return { id: name(n), bytes };
    });
    writePack(directory, entries);
    const objects = open(directory);
    assert.throws(() => compareTrees(objects, null, name(0) as ObjectId), {
      code: "object_too_large",
    });
    objects.close();
  });
});

Deno.test("trees of any bytes compare or are refused", () => {
  withRepository((directory) => {
    const write = (bytes: Uint8Array) => {
      const id = hashObject("tree", bytes, "sha1");
      Deno.mkdirSync(`${directory}/.git/objects/${id.slice(0, 2)}`, { recursive: true });
      Deno.writeFileSync(
        `${directory}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`,
        deflateSync(join([encoder.encode(`tree ${bytes.length}\0`), bytes])),
      );
      return id;
    };
    const entry = fc.tuple(
      fc.constantFrom("100644", "100755", "120000", "160000", "100664", "0", "9", "", "777777777"),
      fc.uint8Array({ maxLength: 6 }),
      fc.uint8Array({ minLength: 18, maxLength: 20 }),
    ).map(([mode, name, id]) => join([encoder.encode(mode + " "), name, Uint8Array.of(0), id]));
    const tree = fc.array(entry, { maxLength: 4 }).map(join);
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        const objects = open(directory);
        try {
          compareTrees(objects, write(a), write(b));
        } catch (error) {
          assert.ok(error instanceof PrismError, String(error));
          assert.equal(error.code, "object_corrupt");
        } finally {
          objects.close();
        }
      }),
      { numRuns: 300 },
    );
  });
});
