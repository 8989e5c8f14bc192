/**
 * Compares file snapshots with git over all files that a range changes.
 *
 * `deno task parity:snapshots -- --repo DIR [--base REV] [--head REV]`
 *
 * Compared are old paths, content and size of both sides with `git show`, and hunks with `git diff -U0 -M`.
 * Each difference is printed; the last line is `N files, N hunks, N differences`, and the exit code 1
 * when there is one.
 */

import { parseArgs } from "node:util";
import type { DiffHunk, FileSnapshot } from "../../src/answers/file_snapshot.ts";
import type { ManifestFile } from "../../src/answers/manifest_file.ts";
import { ask } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { fileSnapshotsOperation } from "../../src/operations/file_snapshots.ts";
import { localWorkspace } from "../support/local_workspace.ts";
import { runGit, tryGit } from "../support/scratch_repository.ts";

const { values: { repo, base, head } } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    repo: { type: "string", default: "." },
    base: { type: "string", default: "HEAD~50" },
    head: { type: "string", default: "HEAD" },
  },
});

const workspace = localWorkspace(Deno.realPathSync(repo));
const range = { base_ref: base, head_ref: head };
const { files } = await ask(changeManifestOperation, range, workspace, { whole: true });
/** Files of one call. */
const MOST = 20;
let hunks = 0;
let found = 0;
const report = (what: string, path: string): void => {
  found++;
  console.log(`${what} of ${path}`);
};

for (let at = 0; at < files.length; at += MOST) {
  const part = files.slice(at, at + MOST);
  const answer = await ask(fileSnapshotsOperation, {
    ...range,
    paths: part.map(({ path }) => path),
    include_diff_hunks: true,
    max_response_tokens: 0,
    max_file_size_bytes: 1_000_000_000,
  }, workspace);
  answer.files.forEach((snapshot, i) => compare(snapshot, part[i]));
}
console.log(`${files.length} files, ${hunks} hunks, ${found} differences`);
Deno.exit(found > 0 || files.length === 0 ? 1 : 0);

function compare(snapshot: FileSnapshot, file: ManifestFile): void {
  const { path, old_path, submodule } = file;
  if (snapshot.old_path !== old_path) report("old path", path);
  const sides = [[snapshot.before, base, old_path ?? path], [snapshot.after, head, path]] as const;
  for (const [content, ref, at] of sides) {
    const { ok, stdout } = tryGit(repo, ["show", `${ref}:${at}`]);
    if (submodule !== undefined) continue;
    if ((content !== null) !== ok) report(`presence at ${ref}`, at);
    if (content === null || !ok) continue;
    if (content.size_bytes !== stdout.length) report(`size at ${ref}`, at);
    const isPlain = !snapshot.is_binary && content.encoding === undefined;
    if (isPlain && new TextDecoder().decode(stdout) !== content.content) {
      report(`content at ${ref}`, at);
    }
  }
  const expected = gitHunks(old_path === null ? [path] : [old_path, path]);
  hunks += expected.length;
  if (JSON.stringify(snapshot.diff_hunks ?? []) !== JSON.stringify(expected)) report("hunks", path);
}

function gitHunks(paths: string[]): DiffHunk[] {
  const text = new TextDecoder("latin1").decode(
    runGit(repo, ["diff", "-U0", "-M", base, head, "--", ...paths]),
  );
  return [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)]
    .map(([, oldStart, oldLines = "1", newStart, newLines = "1"]) => ({
      old_start: Number(oldStart),
      old_lines: Number(oldLines),
      new_start: Number(newStart),
      new_lines: Number(newLines),
    }));
}
