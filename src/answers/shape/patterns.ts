/**
 * Which files a call asks for: lists of patterns to include and to leave out.
 *
 * @module
 */

import { PrismError } from "../../errors.ts";
import { compileGlob, type Glob, GlobProblem, literalPattern } from "./glob.ts";
import { isQuotedPath, parsePathText } from "./path_text.ts";

/** Most patterns in one list. */
export const MOST_PATTERNS = 500;

/** Decides about one file by its path, and by its old path when it was renamed or copied. */
export type FileFilter = (path: string, oldPath: string | null) => boolean;

/**
 * A filter that keeps a file when a pattern of `include` matches, or `include` is empty, and no pattern
 * of `exclude` does. Either path of a renamed file counts.
 *
 * @throws {PrismError} `invalid_pattern`
 */
export function fileFilter(include: readonly string[], exclude: readonly string[]): FileFilter {
  const wanted = compileList("include_patterns", include);
  const unwanted = compileList("exclude_patterns", exclude);
  if (wanted.length === 0 && unwanted.length === 0) return () => true;
  return (path, oldPath) => {
    const paths = oldPath === null ? [path] : [path, oldPath];
    const matches = (globs: readonly Glob[]): boolean =>
      globs.some((glob) => paths.some((each) => glob.matches(each)));
    return (wanted.length === 0 || matches(wanted)) && !matches(unwanted);
  };
}

function compileList(field: string, patterns: readonly string[]): Glob[] {
  if (patterns.length > MOST_PATTERNS) {
    throw new PrismError(
      "invalid_pattern",
      `The list ${field} has ${patterns.length} patterns, more than the limit of ${MOST_PATTERNS}.`,
      { hint: "Name a folder instead of its files: `src/`." },
    );
  }
  return patterns.map((pattern) => {
    try {
      // What an answer wrote for a path that is not UTF-8 can be passed back as a pattern.
      return compileGlob(isQuotedPath(pattern) ? literalPattern(parsePathText(pattern)) : pattern);
    } catch (problem) {
      if (!(problem instanceof GlobProblem)) throw problem;
      const shown = pattern.length > 80 ? `${pattern.slice(0, 77)}...` : pattern;
      throw new PrismError(
        "invalid_pattern",
        `The pattern ${JSON.stringify(shown)} in ${field} ${problem.message}.`,
        {
          hint:
            "Use gitignore-style globs: *.rs, src/**/*.ts, {a,b}.json, docs/; a backslash makes " +
            "a special character plain. What to leave out goes into exclude_patterns.",
        },
      );
    }
  });
}
