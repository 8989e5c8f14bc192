/**
 * Git's own answer to a range: `git diff --raw --numstat -M -z`, parsed.
 */

import { bytesAsString, fromByteString } from "../../src/git/byte_string.ts";
import { runGit } from "../support/scratch_repository.ts";

/** What is compared of one changed file. */
export interface FileRow {
  status: string;
  path: string;
  oldPath: string | null;
  similarity: number | null;
  added: number;
  removed: number;
  binary: boolean;
}

/** Git's answer for the arguments of `git diff`, in git's order. */
export function gitFiles(repo: string, args: string[]): FileRow[] {
  return parseRawNumstat(runGit(repo, ["diff", "--raw", "--numstat", "-M", "-z", ...args, "--"]));
}

/** Parses the output of `--raw --numstat -z`. */
export function parseRawNumstat(output: Uint8Array): FileRow[] {
  const fields = bytesAsString(output).split("\0");
  const rows: FileRow[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const status = fields[at++].split(" ")[4];
    const paired = status[0] === "R" || status[0] === "C";
    const oldPath = paired ? fromByteString(fields[at++]) : null;
    const path = fromByteString(fields[at++]);
    const similarity = paired ? Number(status.slice(1)) : null;
    rows.push({
      status: status[0],
      path,
      oldPath,
      similarity,
      added: 0,
      removed: 0,
      binary: false,
    });
  }
  // An unmerged path has one row in the first part and may have one in the second.
  const counts = new Map<string, { added: number; removed: number; binary: boolean }>();
  while (at < fields.length && fields[at] !== "") {
    const [added, removed, path] = fields[at++].split("\t");
    let name = path;
    if (path === "") {
      at++;
      name = fields[at++];
    }
    const binary = added === "-";
    counts.set(fromByteString(name), {
      added: binary ? 0 : Number(added),
      removed: binary ? 0 : Number(removed),
      binary,
    });
  }
  for (const row of rows) Object.assign(row, counts.get(row.path));
  return rows;
}

/** The differences between git's rows and ours, one line each. */
export function differences(git: FileRow[], ours: FileRow[]): string[] {
  const found: string[] = [];
  const text = (row: FileRow | undefined) => row === undefined ? "nothing" : JSON.stringify(row);
  const mine = new Map(ours.map((row) => [row.path, row]));
  for (const row of git) {
    if (text(row) !== text(mine.get(row.path))) {
      found.push(`git ${text(row)}\n   we ${text(mine.get(row.path))}`);
    }
    mine.delete(row.path);
  }
  for (const row of mine.values()) found.push(`git nothing\n   we ${text(row)}`);
  const order = (rows: FileRow[]) => rows.map((row) => row.path).join("\0");
  if (found.length === 0 && order(git) !== order(ours)) found.push("the order of files differs");
  return found;
}
