/**
 * Compares histories with `git log` over ranges of any repository.
 *
 * `deno task parity:history -- --repo DIR [--range A..B] [--paths a,b] [--first-parent]`
 *
 * Compared are the list of commits and its order; of each commit parents, author, committer, dates,
 * subject and message; of its files order, status, pairs, similarity and both counts. Each difference is
 * printed; the last line is `N commits, N files, N differences`, and the exit code 1 when there is one.
 */

import { parseArgs } from "node:util";
import { toHistoryCommit } from "../../src/answers/history_commit.ts";
import { bytesAsString, fromByteString } from "../../src/git/byte_string.ts";
import { openRepository } from "../../src/git/repository.ts";
import { CommitLists } from "../../src/operations/commit_lists.ts";
import { readCommits } from "../../src/operations/local_history.ts";
import { attributeSource, rangeAttributes } from "../../src/operations/range_attributes.ts";
import { resolveSides } from "../../src/operations/range_sides.ts";
import type { CommitReading } from "../../src/operations/workspace.ts";
import { parseRange } from "../../src/operations/range_text.ts";
import { gitText, runGit } from "../support/scratch_repository.ts";
import { differences, parseRawNumstat } from "./git_answer.ts";
import { toRow } from "./file_row.ts";

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    repo: { type: "string", default: "." },
    range: { type: "string", default: "HEAD~100..HEAD" },
    paths: { type: "string", default: "" },
    "first-parent": { type: "boolean", default: false },
  },
});

const { repo } = values;
const firstParent = values["first-parent"];
const paths = values.paths.split(",").filter(Boolean);
const range = parseRange(values.range, null, "HEAD");
const repository = openRepository(repo, {});
const sides = resolveSides(repository, range, 0);
// Up to 2.43 git leaves a last line without newline out when it scores renames.
const [major, minor] = gitText(repo, ["--version"]).match(/\d+/g)!.map(Number);
// Before 2.43 git knows no attributes in a bare repository.
const source = attributeSource(repository, sides.head!.tree);
const bare = repository.layout.workTree === null && (major === 2 && minor < 43);
const attributes = bare
  ? { get: () => undefined, isBinary: () => undefined }
  : rangeAttributes(repository, source);
const renames = { countUnterminatedTail: major > 2 || minor >= 44 };
const sources = {
  repository,
  sides,
  lists: new CommitLists(),
  options: { attributes, renames },
};
const reading = await readCommits(sources, { range, firstParent, paths }, {
  step: () => Promise.resolve(),
});

const common = ["--topo-order", "--reverse", ...(firstParent ? ["--first-parent"] : [])];
const expected = expectedCommits();
let files = 0;
let found = 0;
const report = (text: string): void => {
  found++;
  console.log(text);
};
const ours: string[] = [];
/** Commits that git is asked about at a time. */
const BATCH = 200;
const FIELDS = ["%H", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%s", "%B"];

let batch: Awaited<ReturnType<typeof readOne>>[] = [];
for await (const read of reading.commits(0, reading.total)) {
  ours.push(read.id);
  batch.push(readOne(read));
  if (batch.length === BATCH) compareBatch();
  if (found > 100) break;
}
compareBatch();
if (ours.join() !== expected.join()) {
  report(`the lists differ: git ${expected.length}, we ${ours.length}`);
}
console.log(`${ours.length} commits, ${files} files, ${found} differences`);
Deno.exit(found > 0 || ours.length === 0 ? 1 : 0);

/** Merges are listed by what they differ in from their first parents, which git has no single flag for. */
function expectedCommits(): string[] {
  const list = (args: string[]) => gitText(repo, ["rev-list", ...args]).split("\n").filter(Boolean);
  const all = list([...common, values.range]);
  if (paths.length === 0) return all;
  const limited = firstParent
    ? list([...common, values.range, "--", ...paths])
    : list(["--full-history", "--no-merges", values.range, "--", ...paths]);
  const merges = firstParent
    ? []
    : list(["--merges", values.range]).filter((id) =>
      gitText(repo, ["diff", "--name-only", `${id}^1`, id, "--", ...paths]) !== ""
    );
  const wanted = new Set([...limited, ...merges]);
  return all.filter((id) => wanted.has(id));
}

function readOne(read: CommitReading) {
  const { metadata } = toHistoryCommit({
    ...read,
    files: [],
    notices: [],
    dependencies: [],
    code: new Map(),
  });
  return { metadata, problem: read.problem, rows: read.changeSet.files.map(toRow) };
}

function compareBatch(): void {
  const output = runGit(repo, [
    "log",
    "--no-walk=unsorted",
    "--stdin",
    "--diff-merges=first-parent",
    "--root",
    "-M",
    "--raw",
    "--numstat",
    "-z",
    `--format=%x01${FIELDS.join("%x02")}%x03`,
  ], { stdin: batch.map(({ metadata }) => `${metadata.sha}\n`).join("") });
  // A message may hold anything but NUL; commits are told apart by a NUL and a mark.
  // deno-lint-ignore no-control-regex
  const commits = bytesAsString(output).split(/(?:^|\0)\x01(?=[0-9a-f]{40})/).slice(1);
  for (const [at, text] of commits.entries()) {
    const end = text.lastIndexOf("\x03");
    const fields = text.slice(0, end).split("\x02").map(fromByteString);
    const { metadata, rows, problem } = batch[at];
    const mine = [
      metadata.sha,
      metadata.parents.join(" "),
      metadata.author,
      metadata.author_email,
      metadata.timestamp,
      metadata.committer,
      metadata.committer_email ?? metadata.author_email,
      metadata.commit_timestamp ?? metadata.timestamp,
      metadata.subject,
      metadata.message,
    ];
    for (const [field, name] of FIELDS.entries()) {
      const theirs = name === "%B" ? fields[field].trim() : fields[field];
      if (theirs.toWellFormed() === mine[field]) continue;
      report(
        `${metadata.sha} ${name}\n  git ${JSON.stringify(theirs)}\n   we ${
          JSON.stringify(mine[field])
        }`,
      );
    }
    if (problem !== null) report(`${metadata.sha} ${problem.message}`);
    const raw = text.slice(end + 1).replace(/^\0?\n?/, "");
    const theirs = parseRawNumstat(Uint8Array.from(raw, (character) => character.charCodeAt(0)));
    files += theirs.length;
    for (const difference of differences(theirs, rows)) report(`${metadata.sha}\n  ${difference}`);
  }
  if (commits.length !== batch.length) report(`git printed ${commits.length} of ${batch.length}`);
  batch = [];
}
