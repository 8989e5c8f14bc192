/**
 * Finds the repository of a directory, as git does (git(1), "GIT_DIR" and following;
 * git-rev-parse(1), "--git-dir").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { loadConfig } from "./config.ts";
import { isAbsolutePath, parentOf, pathFrom } from "./file_path.ts";
import {
  canonical,
  commonDirOf,
  flawOf,
  followGitFile,
  type PlaceOverrides,
} from "./git_directory.ts";
import type { GitEnvironment, RepositoryLayout } from "./layout.ts";
import { isAbsent, kindOf, readMetadataText, unreadable } from "./metadata_file.ts";
import { openRefs } from "./open_refs.ts";
import { readRepositoryFormat, type RepositoryFormat } from "./repository_format.ts";

/** A git directory and what its place says about the work tree. */
interface Found {
  /** Canonical path of the git directory. */
  gitDir: string;
  /** The work tree that goes with it unless the configuration says otherwise. */
  workTree: string | null;
  /** Whether `GIT_DIR` named it. */
  named: boolean;
}

/**
 * Finds the repository that a directory belongs to: a work tree or a folder in it, a linked worktree,
 * a submodule, a bare repository, a git directory or a folder in it. `GIT_DIR`, `GIT_WORK_TREE`,
 * `GIT_COMMON_DIR`, `GIT_OBJECT_DIRECTORY`, `GIT_CEILING_DIRECTORIES` and
 * `GIT_DISCOVERY_ACROSS_FILESYSTEM` have their meaning; relative paths in them start at `start`.
 *
 * Two differences from git. A git directory that a work tree belongs to brings it along, where git
 * would ask to be run in the work tree. And whose files these are is not asked
 * (`safe.directory`, `safe.bareRepository`): git refuses repositories of other users because it runs
 * programs that their configuration names, and nothing here runs a program or writes.
 *
 * @param start a directory, absolute or relative to the current one
 * @throws {PrismError} `not_a_repository`, `unsupported_repository`, `config_invalid`, `unreadable`,
 * `invalid_argument` when `start` is no directory
 */
export function discover(start: string, environment: GitEnvironment): RepositoryLayout {
  const from = startingDirectory(start);
  const overrides = overridesOf(from, environment);
  const found = environment.GIT_DIR
    ? namedDirectory(environment.GIT_DIR, from, overrides)
    : search(from, environment, overrides);
  const { gitDir } = found;
  const commonDir = canonical(overrides.commonDir ?? commonDirOf(gitDir) ?? gitDir);
  const format = readRepositoryFormat(gitDir, commonDir);
  const workTree = workTreeOf(found, format, from, environment.GIT_WORK_TREE);
  const { objectFormat, refFormat } = format;
  const backend = environment.GIT_REFERENCE_BACKEND;
  if (backend && backend !== refFormat) {
    throw new PrismError(
      "unsupported_repository",
      `GIT_REFERENCE_BACKEND is "${backend}", but the repository's references are "${refFormat}".`,
      { hint: "Unset GIT_REFERENCE_BACKEND." },
    );
  }
  const config = loadConfig({
    gitDir,
    spelledGitDir: spelledGitDir(gitDir, from, environment.PWD),
    commonDir,
    workTree,
    worktreeConfig: format.worktreeConfig,
    environment,
    branch: () => {
      const head = openRefs({ gitDir, commonDir, objectFormat, refFormat }).read("HEAD");
      const target = head?.kind === "symbolic" ? head.target : "";
      return target.startsWith("refs/heads/") ? target.slice("refs/heads/".length) : null;
    },
  });
  const objectDir = canonical(overrides.objectDir ?? `${commonDir}/objects`);
  const partialClone = format.partialClone ||
    config.subsections("remote").some((remote) => config.bool(`remote.${remote}.promisor`)) ||
    hasPromisorPack(objectDir);
  return {
    gitDir,
    commonDir,
    objectDir,
    workTree,
    objectFormat,
    refFormat,
    partialClone,
    config,
  };
}

/** A shell remembers in PWD the links through which the user came; git looks at that, too. */
function spelledGitDir(gitDir: string, from: string, pwd: string | undefined): string | undefined {
  if (!pwd || pwd === from || !isAbsolutePath(pwd) || gitDir !== pathFrom(from, ".git")) return;
  try {
    return Deno.realPathSync(pwd) === from ? pathFrom(pwd, ".git") : undefined;
  } catch {
    return undefined;
  }
}

function startingDirectory(start: string): string {
  const kind = kindOf(start);
  if (kind === "directory") return canonical(start);
  throw new PrismError(
    "invalid_argument",
    kind === null ? `The path "${start}" does not exist.` : `The path "${start}" is no directory.`,
    { hint: "Name a directory inside the repository." },
  );
}

function overridesOf(from: string, environment: GitEnvironment): PlaceOverrides {
  const { GIT_COMMON_DIR: common, GIT_OBJECT_DIRECTORY: objects } = environment;
  return {
    commonDir: common ? pathFrom(from, common) : undefined,
    objectDir: objects ? pathFrom(from, objects) : undefined,
  };
}

function namedDirectory(name: string, from: string, overrides: PlaceOverrides): Found {
  let path = pathFrom(from, name);
  const kind = kindOf(path);
  if (kind === "file") path = followGitFile(path, parentOf(canonical(path)) ?? "/");
  else {
    const flaw = kind === null ? "nothing exists there" : flawOf(path, overrides);
    if (flaw !== null) {
      throw new PrismError("not_a_repository", `GIT_DIR is "${name}", but ${flaw}.`, {
        hint: "Unset GIT_DIR to search from the current directory, or correct it.",
      });
    }
  }
  return { gitDir: canonical(path), workTree: from, named: true };
}

function search(from: string, environment: GitEnvironment, overrides: PlaceOverrides): Found {
  const ceiling = ceilingAbove(from, environment.GIT_CEILING_DIRECTORIES ?? "");
  const acrossDevices = /^(?:1|true|yes|on)$/i.test(
    environment.GIT_DISCOVERY_ACROSS_FILESYSTEM ?? "",
  );
  const device = Deno.statSync(from).dev;
  // Directories that look like a repository but are none, for the hint.
  const flawed: string[] = [];
  let directory = from;
  for (;;) {
    const found = repositoryAt(directory, overrides, flawed);
    if (found !== null) return found;
    const parent = parentOf(directory);
    if (parent === null) throw nothingFound(from, null, flawed);
    const obstacle = parent === ceiling
      ? `the search stops below "${parent}", which GIT_CEILING_DIRECTORIES names`
      : obstacleAbove(directory, parent, acrossDevices ? null : device);
    if (obstacle !== null) throw nothingFound(from, obstacle, flawed);
    directory = parent;
  }
}

/** Why the search may not go on in the parent; `null` when it may. */
function obstacleAbove(directory: string, parent: string, device: number | null): string | null {
  try {
    const found = Deno.statSync(parent).dev;
    return device === null || found === device
      ? null
      : `the search stops at "${directory}", where another file system begins`;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      return `this process is not permitted to look above "${directory}"`;
    }
    throw unreadable(parent, error);
  }
}

function nothingFound(from: string, stop: string | null, flawed: string[]): PrismError {
  const facts = [...flawed, ...(stop === null ? [] : [stop])];
  const looked = facts.length === 0 ? "" : ` (${facts.join("; ")})`;
  return new PrismError(
    "not_a_repository",
    `Neither "${from}" nor a directory above it is a git repository${looked}.`,
    { hint: "Name a directory inside a repository, or run `git init` there first." },
  );
}

/** The repository that a directory holds in `.git`, names in a `.git` file, or is itself. */
function repositoryAt(
  directory: string,
  overrides: PlaceOverrides,
  flawed: string[],
): Found | null {
  const dotGit = pathFrom(directory, ".git");
  const kind = kindOf(dotGit);
  if (kind === "file") {
    const gitDir = canonical(followGitFile(dotGit, directory));
    return { gitDir, workTree: directory, named: false };
  }
  if (kind === "directory") {
    const flaw = flawOf(dotGit, overrides);
    if (flaw === null) return { gitDir: canonical(dotGit), workTree: directory, named: false };
    flawed.push(`"${dotGit}" is no repository: ${flaw}`);
  }
  if (flawOf(directory, overrides) !== null) return null;
  return { gitDir: directory, workTree: ownerOfGitDirectory(directory), named: false };
}

/** The work tree that a git directory belongs to by its place; `null` when it shows none. */
function ownerOfGitDirectory(gitDir: string): string | null {
  // A linked worktree's own directory names the .git file there.
  const file = readMetadataText(`${gitDir}/gitdir`, 1 << 20);
  if (file === null) return /[\\/]\.git$/.test(gitDir) ? parentOf(gitDir) : null;
  const dotGit = pathFrom(gitDir, file);
  if (!/[\\/]\.git$/.test(dotGit)) return null;
  try {
    return Deno.realPathSync(dotGit.slice(0, -".git".length));
  } catch (error) {
    // A work tree that was removed, or that this process may not see, is none.
    if (isAbsent(error) || error instanceof Deno.errors.NotCapable) return null;
    throw unreadable(dotGit, error);
  }
}

/** The nearest directory above `from` that the search must not enter. */
function ceilingAbove(from: string, list: string): string | null {
  let resolve = true;
  let nearest: string | null = null;
  for (const entry of list.split(Deno.build.os === "windows" ? ";" : ":")) {
    // An empty entry says that no link needs to be followed in what comes after it.
    if (entry === "") resolve = false;
    if (!isAbsolutePath(entry)) continue;
    let path = entry.length > 1 ? entry.replace(/[\\/]+$/, "") || "/" : entry;
    if (resolve) {
      try {
        path = Deno.realPathSync(path);
      } catch {
        // What cannot be resolved counts as it is written.
      }
    }
    const below = path.endsWith("/") ? path : `${path}/`;
    if (from.startsWith(below) && from !== path && path.length > (nearest?.length ?? 0)) {
      nearest = path;
    }
  }
  return nearest;
}

/** The order of precedence of git-config(1), "core.worktree". */
function workTreeOf(
  found: Found,
  format: RepositoryFormat,
  from: string,
  fromEnvironment: string | undefined,
): string | null {
  if (fromEnvironment) return canonical(pathFrom(from, fromEnvironment));
  if (format.bare === true) return null;
  if (format.workTree === undefined) return found.workTree;
  const path = pathFrom(found.gitDir, format.workTree);
  // A submodule's repository can outlive its work tree.
  return kindOf(path) === "directory" ? canonical(path) : null;
}

function hasPromisorPack(objectDir: string): boolean {
  const directory = `${objectDir}/pack`;
  try {
    for (const { name } of Deno.readDirSync(directory)) {
      if (name.endsWith(".promisor")) return true;
    }
    return false;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw unreadable(directory, error);
  }
}
