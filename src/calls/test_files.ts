/**
 * Which files hold tests, by the conventions of their language.
 *
 * @module
 */

import type { TestConventions } from "../syntax/language.ts";

const compiled = new WeakMap<TestConventions, RegExp>();

/** Whether a file holds tests: by its name, or the folders that it lies in at any depth. */
export function isTestFile(path: string, conventions: TestConventions): boolean {
  let pattern = compiled.get(conventions);
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|/)(?:${conventions.files.map(globSource).join("|") || "(?!)"})$`);
    compiled.set(conventions, pattern);
  }
  return pattern.test(path);
}

/** A glob as the source of a regular expression: `*` stays in a folder, `**` crosses them. */
function globSource(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (sign) => {
    switch (sign) {
      case "**/":
        return "(?:.*/)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      default:
        return `\\${sign}`;
    }
  });
}
