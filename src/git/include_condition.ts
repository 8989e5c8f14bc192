/**
 * Conditions of `includeIf` (git-config(1), "Conditional includes").
 *
 * @module
 */

import { isAbsolutePath, parentOf } from "./file_path.ts";
import { wildmatch } from "./wildmatch.ts";

/** What conditions ask about. */
export interface IncludeFacts {
  /** `$GIT_DIR`; `null` outside of a repository. */
  readonly gitDir: string | null;
  /** `$GIT_DIR` as the user came to it through symbolic links, when that differs. */
  readonly spelledGitDir?: string;
  /** Root of the work tree; `null` when there is none. */
  readonly workTree: string | null;
  /** Short name of the branch that is checked out; `null` when none is. Asked only when needed. */
  branch(): string | null;
}

/** Where a condition stands. */
export interface ConditionPlace {
  /** The file that holds it; `null` for the environment. */
  file: string | null;
  /** The user's home directory, if known. */
  home: string | undefined;
}

const CONDITION =
  /^(gitdir|gitdir\/i|worktree|worktree\/i|onbranch|hasconfig:remote\.\*\.url):([^]*)$/;

/** Whether the condition holds. One of a kind that is not known does not. */
export function conditionHolds(
  condition: string,
  place: ConditionPlace,
  facts: IncludeFacts,
  remoteUrls: readonly string[],
): boolean {
  const [, kind, pattern] = CONDITION.exec(condition) ?? [];
  if (kind === undefined) return false;
  if (kind === "onbranch") {
    const branch = facts.branch();
    return branch !== null && wildmatch(inclusive(pattern), branch);
  }
  if (kind.startsWith("hasconfig")) return remoteUrls.some((url) => wildmatch(pattern, url));
  const paths = kind.startsWith("gitdir") ? [facts.gitDir, facts.spelledGitDir] : [facts.workTree];
  const absolute = pathPattern(pattern, place);
  if (absolute === null) return false;
  const ignoreCase = kind.endsWith("/i");
  return paths.some((path) => path && wildmatch(absolute, slashed(path), { ignoreCase }));
}

/** A directory's pattern covers what lies in it. */
function inclusive(pattern: string): string {
  return pattern.endsWith("/") ? `${pattern}**` : pattern;
}

function pathPattern(pattern: string, { file, home }: ConditionPlace): string | null {
  if (pattern.startsWith("~/")) {
    return home === undefined ? null : literally(real(home)) + inclusive(pattern.slice(1));
  }
  if (pattern.startsWith("./")) {
    const directory = file === null ? null : parentOf(real(file));
    return directory === null ? null : literally(directory) + inclusive(pattern.slice(1));
  }
  return inclusive(isAbsolutePath(pattern) ? pattern : `**/${pattern}`);
}

function slashed(path: string): string {
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}

function literally(path: string): string {
  return slashed(path).replace(/[*?[\\]/g, "\\$&");
}

function real(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
