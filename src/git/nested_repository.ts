/**
 * Repositories inside a work tree: submodules, and clones that nobody added.
 *
 * @module
 */

import { commonDirOf, flawOf, followGitFile } from "./git_directory.ts";
import { kindOf } from "./metadata_file.ts";
import type { ObjectFormat, ObjectId } from "./object_id.ts";
import { openRefs } from "./open_refs.ts";
import { readRef } from "./ref_lookup.ts";
import { readRepositoryFormat } from "./repository_format.ts";

/**
 * The git directory of the repository whose work tree the directory is; `null` when it is none.
 * @throws {PrismError} `unreadable`, `not_a_repository` of a `.git` file that leads nowhere
 */
export function nestedGitDir(directory: string): string | null {
  const dotGit = `${directory}/.git`;
  const kind = kindOf(dotGit);
  if (kind === "file") return followGitFile(dotGit, directory);
  return kind === "directory" && flawOf(dotGit) === null ? dotGit : null;
}

/**
 * The commit that is checked out in a nested repository: what git compares a submodule's entry with.
 * `null` when the directory holds no repository (an unpopulated submodule), or an unborn branch.
 * @throws {PrismError} `unreadable`, `not_a_repository`, `unsupported_repository`
 */
export function nestedHead(directory: string, format: ObjectFormat): ObjectId | null {
  const gitDir = nestedGitDir(directory);
  if (gitDir === null) return null;
  const common = commonDirOf(gitDir) ?? gitDir;
  const { objectFormat, refFormat } = readRepositoryFormat(gitDir, common);
  if (objectFormat !== format) return null;
  const layout = { gitDir, commonDir: common, objectFormat, refFormat };
  return readRef(openRefs(layout), "HEAD")?.id ?? null;
}
