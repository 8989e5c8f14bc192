/**
 * Compares change sets with git's own answers over many pairs of commits of any repository.
 *
 * `deno task parity -- --repo DIR [--pairs N] [--spans 1,10,100,1000] [--seed N]`
 *
 * Compared are order, status, paths, pairs, similarity and both counts. Each difference is printed;
 * the last line is `N pairs, N files, N differences`, and the exit code 1 when there is one.
 */

import { parseArgs } from "node:util";
import { compareFiles } from "../../src/changes/compare_files.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { openRepository } from "../../src/git/repository.ts";
import { compareTrees } from "../../src/git/tree_diff.ts";
import { attributeSource, rangeAttributes } from "../../src/operations/range_attributes.ts";
import { gitText } from "../support/scratch_repository.ts";
import { toRow } from "./file_row.ts";
import { differences, type FileRow, gitFiles } from "./git_answer.ts";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    repo: { type: "string", default: "." },
    pairs: { type: "string", default: "200" },
    spans: { type: "string", default: "1,10,100,1000" },
    seed: { type: "string", default: "1" },
  },
});

const repo = values.repo;
const commits = gitText(repo, ["log", "--format=%H %T", "HEAD"]).split("\n")
  .map((line) => line.split(" ") as [ObjectId, ObjectId]);
const spans = values.spans.split(",").map(Number).filter((span) => span < commits.length);
const repository = openRepository(repo, {});
// Up to 2.43 git leaves a last line without newline out when it scores renames.
const [major, minor] = gitText(repo, ["--version"]).match(/\d+/g)!.map(Number);
const countUnterminatedTail = major > 2 || minor >= 44;

let seed = Number(values.seed);
let files = 0;
let found = 0;
let refused = 0;
const total = Number(values.pairs);
for (let pair = 0; pair < total; pair++) {
  const span = spans[pair % spans.length];
  seed = seed * 48271 % 0x7fffffff;
  const at = seed % (commits.length - span);
  const [before, after] = [commits[at + span], commits[at]];
  let theirs: FileRow[];
  try {
    theirs = gitFiles(repo, [before[0], after[0]]);
  } catch {
    // git gives up on a partial clone that lacks a blob of the range.
    refused++;
    continue;
  }
  const attributes = rangeAttributes(repository, attributeSource(repository, after[1]));
  const { files: changes } = await compareFiles(
    compareTrees(repository.objects, before[1], after[1]),
    { attributes, renames: { countUnterminatedTail } },
  );
  files += theirs.length;
  for (const difference of differences(theirs, changes.map(toRow))) {
    found++;
    console.log(`${before[0]} ${after[0]}\n  ${difference}`);
  }
  if (found > 100) break;
}
if (refused > 0) console.log(`${refused} pairs that git itself could not compare`);
console.log(`${total - refused} pairs, ${files} files, ${found} differences`);
Deno.exit(found > 0 || files === 0 ? 1 : 0);
