/**
 * The workspace of this process: its folder, its clock and, where that is permitted, its environment.
 *
 * @module
 */

import type { GitEnvironment } from "../git/layout.ts";
import type { LocalRepositories } from "../operations/local_repositories.ts";
import type { OpenedRepository, Workspace } from "../operations/workspace.ts";
import { VERSION } from "../version.ts";

/** Variables that git reads (git(1), "Environment Variables"), as far as they matter to reading. */
const VARIABLES = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_ATTR_NOSYSTEM",
  "GIT_CEILING_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CONFIG_PARAMETERS",
  "GIT_CONFIG_SYSTEM",
  "GIT_DIR",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
  "HOME",
  "USERPROFILE",
  "XDG_CONFIG_HOME",
] as const;

/** Most pairs of `GIT_CONFIG_KEY_<n>` and `GIT_CONFIG_VALUE_<n>` that are read. */
const MOST_PAIRS = 1000;

/** Opens a repository for a workspace. */
export type OpenRepository = (
  from: string | null,
  place: Pick<Workspace, "cwd" | "environment" | "now">,
) => Promise<OpenedRepository>;

/**
 * The workspace of this process.
 *
 * @param open How repositories are opened; by default from disk.
 */
export function processWorkspace(open: OpenRepository = openFromDisk()): Workspace {
  const place = { cwd: Deno.cwd(), environment: readEnvironment(), now: () => new Date() };
  return {
    ...place,
    version: VERSION,
    open: (from) => open(from, place),
  };
}

/** The same workspace, seen from another folder. */
export function workspaceAt(workspace: Workspace, cwd: string): Workspace {
  const absolute = (from: string): string =>
    /^([\\/]|[A-Za-z]:[\\/])/.test(from) ? from : `${cwd}/${from}`;
  return {
    ...workspace,
    cwd,
    open: (from) => workspace.open(from === null ? cwd : absolute(from)),
  };
}

/** Nothing is loaded for the first answer of a server but what it needs. */
function openFromDisk(): OpenRepository {
  let repositories: LocalRepositories | undefined;
  return async (from, place) => {
    const loaded = await import("../operations/local_repositories.ts");
    repositories ??= new loaded.LocalRepositories();
    return repositories.open(from, place);
  };
}

/** The variables that may be read. Nothing is asked for: a question at a terminal would stop the work. */
function readEnvironment(): GitEnvironment {
  const environment: Record<string, string> = {};
  const read = (variable: string): void => {
    if (Deno.permissions.querySync({ name: "env", variable }).state !== "granted") return;
    const value = Deno.env.get(variable);
    if (value !== undefined) environment[variable] = value;
  };
  VARIABLES.forEach(read);
  const pairs = Math.min(MOST_PAIRS, Number(environment.GIT_CONFIG_COUNT) || 0);
  for (let pair = 0; pair < pairs; pair++) {
    read(`GIT_CONFIG_KEY_${pair}`);
    read(`GIT_CONFIG_VALUE_${pair}`);
  }
  return environment;
}
