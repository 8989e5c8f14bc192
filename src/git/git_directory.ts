/**
 * What makes a directory a git directory, and how other places point to one
 * (gitrepository-layout(5)).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { pathFrom } from "./file_path.ts";
import { kindOf, readMetadata, readMetadataText, unreadable } from "./metadata_file.ts";

const MAX_POINTER = 1 << 20;
const MAX_HEAD = 8192;
const HEAD = /^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/;

/** The part of the environment that says where things lie. */
export interface PlaceOverrides {
  /** `GIT_COMMON_DIR`, absolute. */
  readonly commonDir?: string;
  /** `GIT_OBJECT_DIRECTORY`, absolute. */
  readonly objectDir?: string;
}

/** The canonical form of a path that exists: absolute, links followed. */
export function canonical(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Why the directory is no git directory; `null` when it is one.
 * @throws {PrismError} `unreadable` when it cannot be told
 */
export function flawOf(directory: string, overrides: PlaceOverrides = {}): string | null {
  const head = headFlaw(`${directory}/HEAD`);
  if (head !== null) return head;
  const common = overrides.commonDir ?? commonDirOf(directory) ?? directory;
  const objects = overrides.objectDir ?? `${common}/objects`;
  if (kindOf(objects) !== "directory") return "it has no objects directory";
  return kindOf(`${common}/refs`) === "directory" ? null : "it has no refs directory";
}

function headFlaw(path: string): string | null {
  try {
    const link = Deno.lstatSync(path);
    if (link.isSymlink && Deno.readLinkSync(path).startsWith("refs/")) return null;
    if (kindOf(path) !== "file") return "its HEAD is no file";
    const bytes = readMetadata(path, MAX_POINTER);
    const text = bytes === null ? "" : new TextDecoder().decode(bytes.subarray(0, MAX_HEAD));
    if (text === "") return "its HEAD is empty";
    return HEAD.test(text) ? null : "its HEAD is damaged";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "it has no HEAD";
    if (error instanceof Deno.errors.NotADirectory) return "it is no directory";
    throw error instanceof PrismError ? error : unreadable(path, error);
  }
}

/** The directory that `commondir` names, as a path that may not exist; `null` without that file. */
export function commonDirOf(gitDir: string): string | null {
  const text = readMetadataText(`${gitDir}/commondir`, MAX_POINTER);
  return text === null || text === "" ? null : pathFrom(gitDir, text);
}

/**
 * The git directory that a `.git` file names.
 * @throws {PrismError} `not_a_repository` when the file says nothing of the kind or leads nowhere
 */
export function followGitFile(path: string, directory: string): string {
  const text = readMetadataText(path, MAX_POINTER) ?? "";
  if (!text.startsWith("gitdir: ")) {
    throw new PrismError("not_a_repository", `The file "${path}" does not say "gitdir: <path>".`, {
      hint: "A .git file names the repository of a worktree or a submodule; restore or remove it.",
    });
  }
  const target = pathFrom(directory, text.slice("gitdir: ".length));
  const kind = kindOf(target);
  const flaw = kind === null
    ? "nothing exists there"
    : kind === "directory"
    ? flawOf(target)
    : "it is no directory";
  if (flaw === null) return target;
  throw new PrismError(
    "not_a_repository",
    `The file "${path}" names "${target}", which is no repository: ${flaw}.`,
    {
      hint:
        "If the repository was moved, run `git worktree repair` or `git submodule update --init` there.",
    },
  );
}
