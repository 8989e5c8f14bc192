/**
 * Names of references: which are valid (git-check-ref-format(1)) and whose they are
 * (gitrepository-layout(5), git-worktree(1) "REFS").
 *
 * @module
 */

// Control characters, space, and the characters that revisions and patterns use.
// deno-lint-ignore no-control-regex
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|(?:^|\/)\.|\.lock(?:\/|$)|^\/|[./]$/;
/** Longest name of a reference, in UTF-16 code units; longer ones are taken for hostile. */
const LONGEST = 4096;

/**
 * Whether git allows the name for a reference, one level or more. A valid name never leaves the
 * directory it is looked up in.
 */
export function isRefName(name: string): boolean {
  return name.length > 0 && name.length <= LONGEST && name !== "@" && !FORBIDDEN.test(name);
}

const ROOT = /^[A-Z_-]+$/;

/** Whether the name is that of a reference beside `refs/`, such as `HEAD` or `ORIG_HEAD`. */
export function isRootRef(name: string): boolean {
  return ROOT.test(name);
}

const PER_WORKTREE = /^refs\/(?:bisect|worktree|rewritten)\//;

/** Whether each worktree has its own reference of this name. */
export function isPerWorktree(name: string): boolean {
  return isRootRef(name) || PER_WORKTREE.test(name);
}

/** Whose reference is meant. */
export interface RefOwner {
  /** The name as its owner knows it. */
  name: string;
  /** `$GIT_DIR` of the owner when the reference is per worktree, else `$GIT_COMMON_DIR`. */
  directory: string;
}

const OTHER_WORKTREE = /^(?:main-worktree|worktrees\/([^/]+))\/(.+)$/;

/**
 * Finds the owner of a full name, which may begin with `main-worktree/` or `worktrees/<id>/`;
 * `null` of a name that no reference can have.
 */
export function ownerOf(
  name: string,
  layout: { readonly gitDir: string; readonly commonDir: string },
): RefOwner | null {
  if (!isRefName(name)) return null;
  const other = OTHER_WORKTREE.exec(name);
  const own = other === null ? name : other[2];
  if (!isRootRef(own) && !own.startsWith("refs/")) return null;
  if (!isPerWorktree(own)) return { name: own, directory: layout.commonDir };
  if (other === null) return { name: own, directory: layout.gitDir };
  const id = other[1];
  const { commonDir } = layout;
  return { name: own, directory: id === undefined ? commonDir : `${commonDir}/worktrees/${id}` };
}
