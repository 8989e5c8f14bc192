/**
 * One file of ignore patterns (gitignore(5), "PATTERN FORMAT").
 *
 * @module
 */

import { type ParsedPattern, parsePattern } from "./path_pattern.ts";
import { PatternList } from "./pattern_list.ts";
import { ruleLines } from "./rule_file.ts";

/** What one file says about paths. */
export interface IgnoreFile {
  /**
   * Whether the last pattern that matches ignores the path (`true`) or includes it again (`false`);
   * `undefined` when none matches.
   * @param path byte string relative to the file's directory
   */
  decide(path: string, isDirectory: boolean): boolean | undefined;
}

/** Reads a file's patterns. */
export function parseIgnoreFile(bytes: Uint8Array, ignoreCase: boolean): IgnoreFile {
  const patterns: ParsedPattern[] = [];
  for (const line of ruleLines(bytes)) {
    const text = trim(line!);
    if (text !== "" && !text.startsWith("#")) patterns.push(parsePattern(text, ignoreCase));
  }
  // Directories see all patterns, files those without a slash at the end.
  const lists: (PatternList | undefined)[] = [];
  const listFor = (isDirectory: boolean): PatternList =>
    lists[Number(isDirectory)] ??= new PatternList(
      patterns.map(({ pattern, directoryOnly }) => directoryOnly && !isDirectory ? null : pattern),
      ignoreCase,
    );
  return {
    decide(path, isDirectory) {
      const number = listFor(isDirectory).last(path);
      return number < 0 ? undefined : !patterns[number].negated;
    },
  };
}

/** Without the carriage return of a line of Windows, and spaces at the end that no backslash keeps. */
function trim(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (!text.endsWith(" ")) return text;
  let end = text.length;
  while (text[end - 1] === " ") end--;
  // Backslashes pair up: an odd one keeps the space behind it.
  let first = end;
  while (text[first - 1] === "\\") first--;
  return text.slice(0, (end - first) % 2 === 1 ? end + 1 : end);
}
