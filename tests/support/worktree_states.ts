/**
 * What git says of a working tree, and what we say, in the same words.
 *
 * @module
 */

import type { Notice } from "../../src/errors.ts";
import { discover } from "../../src/git/discover.ts";
import type { FileSide, RawChange } from "../../src/git/file_side.ts";
import { MODE } from "../../src/git/file_side.ts";
import { openObjects } from "../../src/git/objects.ts";
import type { ObjectId } from "../../src/git/object_id.ts";
import { decodePath } from "../../src/git/path_bytes.ts";
import { openWorktree, type Worktree, type WorktreeSources } from "../../src/git/worktree.ts";
import { compareWorktree } from "../../src/git/worktree_changes.ts";
import { worktreeSources } from "../../src/git/worktree_sources.ts";
import { runGit, tryGit } from "./scratch_repository.ts";

/** Lines that name a path and its state, sorted. */
export interface WorktreeState {
  staged: string[];
  unstaged: string[];
  untracked: string[];
  conflicted: string[];
  nested: string[];
}

// Neither git nor a test that looks may refresh the index.
const QUIET = { env: { GIT_OPTIONAL_LOCKS: "0" } };

function fields(directory: string, args: string[]): string[] {
  const { ok, stdout, stderr } = tryGit(directory, args, QUIET);
  if (!ok) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  const list: string[] = [];
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(0, at);
    list.push(decodePath(stdout.subarray(at, end)));
    at = end + 1;
  }
  return list;
}

/** Status, modes and names of `git diff --raw`, unmerged paths left out. */
function rawLines(directory: string, args: string[], withAfter: boolean): string[] {
  const list = fields(directory, [...args, "--raw", "-z", "--no-abbrev", "--no-renames"]);
  const unmerged = new Set<string>();
  const lines: { path: string; line: string }[] = [];
  for (let i = 0; i + 1 < list.length; i += 2) {
    const [before, after, beforeId, afterId, status] = list[i].slice(1).split(" ");
    const path = list[i + 1];
    if (status === "U") unmerged.add(path);
    const name = (id: string) => /^0+$/.test(id) ? "-" : id;
    const last = withAfter ? name(afterId) : "";
    lines.push({ path, line: lineOf(path, before, after, name(beforeId), last) });
  }
  return lines.filter(({ path }) => !unmerged.has(path)).map(({ line }) => line).sort();
}

function lineOf(path: string, ...parts: string[]): string {
  return [JSON.stringify(path), ...parts].join(" ").trimEnd();
}

/** What is modified in a submodule and not committed is no matter here. */
const COMMITS_ONLY: readonly string[] = ["--ignore-submodules=dirty"];

/** What git says. Without options for submodules the configuration decides about them. */
export function stateByGit(
  directory: string,
  base = "HEAD",
  submodules: readonly string[] = COMMITS_ONLY,
): WorktreeState {
  const status = fields(directory, [
    ...["status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"],
    ...submodules,
  ]);
  const paths = (kind: string, from: number) =>
    status.filter((line) => line.startsWith(kind))
      .map((line) => line.split(" ").slice(from).join(" "));
  const unknown = paths("? ", 1);
  return {
    staged: rawLines(directory, ["diff", "--cached", base, ...COMMITS_ONLY], true),
    unstaged: rawLines(directory, ["diff", ...submodules], false),
    untracked: unknown.filter((path) => !path.endsWith("/")).map((path) => lineOf(path)).sort(),
    conflicted: paths("u ", 10).map((path) => lineOf(path)).sort(),
    nested: unknown.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1)).sort(),
  };
}

/** Paths that `git status` lists as changed between index and disk. */
export function unstagedByStatus(directory: string): string[] {
  return fields(directory, [
    ...["status", "--porcelain=v2", "-z", "--no-renames", "--untracked-files=no"],
    "--ignore-submodules=dirty",
  ]).filter((line) => line.startsWith("1 ") && line[3] !== ".")
    .map((line) => line.split(" ").slice(8).join(" ")).sort();
}

/** What we find in the work tree of a directory. */
export interface OurWorktree {
  worktree: Worktree;
  changes: readonly RawChange[];
  notices: readonly Notice[];
  fingerprint: string;
  state: WorktreeState;
}

/** Opens what a look at the work tree of a directory takes. */
export function sourcesOf(
  directory: string,
  sources: Partial<WorktreeSources> = {},
): WorktreeSources {
  const environment = {
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
  };
  const layout = discover(directory, environment);
  return { ...worktreeSources(layout, openObjects(layout), environment), ...sources };
}

/** What we say. */
export function stateByUs(
  directory: string,
  base: string | null = "HEAD^{tree}",
  sources: Partial<WorktreeSources> = {},
): OurWorktree {
  const worktree = openWorktree(sourcesOf(directory, sources));
  const tree = base === null ? null : resolve(directory, base);
  const { changes, notices, fingerprint } = compareWorktree(worktree, tree);
  const of = (scope: string) => changes.filter((change) => change.scope === scope);
  const raw = (change: RawChange, withAfter: boolean) =>
    lineOf(
      change.path,
      modeOf(change.before),
      modeOf(change.after),
      idOf(change.before),
      withAfter ? idOf(change.after) : "",
    );
  const state: WorktreeState = {
    staged: of("staged").map((change) => raw(change, true)).sort(),
    unstaged: of("unstaged").map((change) => raw(change, false)).sort(),
    untracked: of("untracked").map(({ path }) => lineOf(path)).sort(),
    conflicted: of("conflicted").map(({ path }) => lineOf(path)).sort(),
    nested: notices.filter(({ code, path, message }) =>
      code === "submodule_unread" && path !== undefined && message.includes("not tracked")
    ).map(({ path }) => path!).sort(),
  };
  worktree.objects.close();
  return { worktree, changes, notices, fingerprint, state };
}

function resolve(directory: string, name: string): ObjectId | null {
  const { ok, stdout } = tryGit(directory, ["rev-parse", name]);
  return ok ? new TextDecoder().decode(stdout).trim() as ObjectId : null;
}

function modeOf(side: FileSide | null): string {
  return (side?.mode ?? 0).toString(8).padStart(6, "0");
}

function idOf(side: FileSide | null): string {
  return side?.id() ?? "-";
}

/** Paths of changes on disk that git would add with another mode or name than ours. */
export function wrongContent(directory: string, changes: readonly RawChange[]): string[] {
  const onDisk = changes.filter(({ path, scope, after }) =>
    scope !== "staged" && after !== null && after.mode !== MODE.gitlink &&
    !Deno.lstatSync(`${directory}/${path}`).isFifo
  );
  // Added to a copy of the index: what the index has decides about line endings too.
  const copy = Deno.makeTempFileSync();
  try {
    const gitDir = new TextDecoder().decode(runGit(directory, ["rev-parse", "--git-dir"])).trim();
    Deno.copyFileSync(Deno.realPathSync(`${directory}/${gitDir}/index`), copy);
    const env = { GIT_INDEX_FILE: copy };
    const stdin = onDisk.map(({ path }) => path + "\0").join("");
    runGit(directory, ["update-index", "--add", "--replace", "-z", "--stdin"], { env, stdin });
    const added = new Set(
      new TextDecoder().decode(runGit(directory, ["ls-files", "-s", "-z"], { env })).split("\0"),
    );
    return onDisk.filter(({ path, after }) => {
      const line = `${modeOf(after)} ${after!.id()} 0\t${path}`;
      return !added.has(line) || after!.size() !== after!.read().length;
    }).map(({ path }) => path);
  } finally {
    Deno.removeSync(copy);
  }
}
