/**
 * One history in every layout in which git can store objects.
 *
 * @module
 */

import type { ObjectFormat } from "../../src/git/object_id.ts";
import { runGit } from "./scratch_repository.ts";

/** A way to store the objects of a repository. */
export interface ObjectLayout {
  name: string;
  format?: ObjectFormat;
  /** Turns loose objects into this layout; returns the git directory to read. */
  arrange(directory: string): string;
}

const inPlace = (...commands: string[][]) => (directory: string) => {
  for (const command of commands) runGit(directory, command);
  return `${directory}/.git`;
};

const repack = ["repack", "-adfq", "--depth=50", "--window=50"];

/** Every layout. */
export const OBJECT_LAYOUTS: readonly ObjectLayout[] = [
  { name: "loose objects", arrange: inPlace() },
  { name: "one pack", arrange: inPlace(repack) },
  {
    name: "a pack of deltas that name their base",
    arrange: inPlace(["config", "repack.useDeltaBaseOffset", "false"], repack),
  },
  {
    name: "an index of version 1",
    arrange: inPlace(["config", "pack.indexVersion", "1"], repack),
  },
  {
    name: "an index with 64-bit offsets",
    arrange: (directory) => {
      runGit(directory, repack);
      const packs = `${directory}/.git/objects/pack`;
      const pack = [...Deno.readDirSync(packs)].find((file) => file.name.endsWith(".pack"))!.name;
      const index = `${packs}/${pack.replace(/pack$/, "idx")}`;
      Deno.removeSync(index);
      runGit(directory, ["index-pack", "--index-version=2,0x40", "-o", index, `${packs}/${pack}`]);
      return `${directory}/.git`;
    },
  },
  { name: "packs and loose objects", arrange: severalPacks },
  {
    name: "a multi-pack index",
    arrange: (directory) => {
      severalPacks(directory);
      runGit(directory, ["multi-pack-index", "write"]);
      return `${directory}/.git`;
    },
  },
  {
    name: "alternates",
    arrange: (directory) => {
      runGit(directory, repack);
      runGit(directory, ["clone", "-q", "--shared", "--bare", ".", "borrower"]);
      return `${directory}/borrower`;
    },
  },
  { name: "loose objects named by SHA-256", format: "sha256", arrange: inPlace() },
  { name: "one pack named by SHA-256", format: "sha256", arrange: inPlace(repack) },
  {
    name: "a multi-pack index named by SHA-256",
    format: "sha256",
    arrange: inPlace(repack, ["multi-pack-index", "write"]),
  },
];

function severalPacks(directory: string): string {
  const ids = new TextDecoder().decode(
    runGit(directory, ["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]),
  ).trim().split("\n");
  const packs = `${directory}/.git/objects/pack/pack`;
  for (let part = 0; part < 3; part++) {
    const stdin = ids.filter((_, i) => i % 4 === part).join("\n") + "\n";
    runGit(directory, ["pack-objects", "-q", packs], { stdin });
  }
  runGit(directory, ["prune-packed", "-q"]);
  return `${directory}/.git`;
}

/** Commits files that grow from revision to revision, so that packs hold chains of deltas. */
export function growHistory(directory: string): void {
  let text = "";
  for (let revision = 0; revision < 30; revision++) {
    for (let line = 0; line < 40; line++) text += `line ${line} of revision ${revision * line}\n`;
    Deno.mkdirSync(`${directory}/deep/er`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/grows.txt`, text);
    Deno.writeTextFileSync(`${directory}/deep/er/shrinks.txt`, text.slice(-600 * (30 - revision)));
    Deno.writeTextFileSync(`${directory}/file${revision}.txt`, `${revision}\n`);
    Deno.writeFileSync(`${directory}/noise`, noise(revision, 30_000));
    runGit(directory, ["add", "-A"]);
    runGit(directory, ["commit", "-qm", `revision ${revision}`]);
  }
  Deno.writeTextFileSync(`${directory}/empty`, "");
  Deno.writeTextFileSync(`${directory}/zeros`, "0".repeat(3_000_000));
  runGit(directory, ["add", "-A"]);
  runGit(directory, ["commit", "-qm", "an empty and a large file"]);
  runGit(directory, ["tag", "-am", "annotated", "v1"]);
}

/** Bytes that do not compress, the same for the same seed. */
function noise(seed: number, length: number): Uint8Array {
  let state = seed + 1;
  return Uint8Array.from({ length }, () => {
    state = (state * 48271) % 0x7fffffff;
    return state >> 8;
  });
}
