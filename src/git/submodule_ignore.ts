/**
 * Submodules whose changes the configuration hides (gitmodules(5), `submodule.<name>.ignore`;
 * git-config(1), `diff.ignoreSubmodules`).
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { parseConfigFile } from "./config_file.ts";
import { readMetadata } from "./metadata_file.ts";
import type { Worktree } from "./worktree.ts";

const LARGEST = 16 << 20;
const SETTING = /^submodule\.([^]*)\.(path|ignore)$/;

/**
 * Paths of submodules in which nothing on disk counts as a change. The repository's configuration
 * wins over `.gitmodules`, which is taken from the index when it is not on disk. What is staged is
 * shown all the same, as `git status` does.
 */
export function hiddenSubmodules(worktree: Worktree): (path: string) => boolean {
  const { config } = worktree.layout;
  const byDefault = config.get("diff.ignoreSubmodules") ?? undefined;
  const names = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const { name, value } of gitmodules(worktree)) {
    const match = SETTING.exec(name);
    if (match === null || value === null) continue;
    if (match[2] === "path") names.set(value, match[1]);
    else settings.set(match[1], value);
  }
  return (path) => {
    const name = names.get(path);
    const setting = name === undefined
      ? byDefault
      : config.get(`submodule.${name}.ignore`) ?? settings.get(name) ?? byDefault;
    return setting === "all";
  };
}

function gitmodules(worktree: Worktree): { name: string; value: string | null }[] {
  const path = `${worktree.root}/.gitmodules`;
  try {
    const bytes = readMetadata(path, LARGEST) ?? worktree.indexContent(".gitmodules");
    return bytes === null ? [] : parseConfigFile(bytes, path);
  } catch (error) {
    if (!(error instanceof PrismError)) throw error;
    // Nothing is hidden then.
    worktree.notice({ code: "config_unread", path: ".gitmodules", message: error.message });
    return [];
  }
}
