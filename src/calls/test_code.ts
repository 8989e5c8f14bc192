/**
 * Which code is a test, by the conventions of its language.
 *
 * @module
 */

import type { TestConventions } from "../syntax/language.ts";
import type { CodeFile } from "./code_file.ts";

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

/** Whether a place is in a test: its file, the function around it or one of its containers is one. */
export function isTestCode(file: CodeFile, within: number): boolean {
  if (isTestFile(file.path, file.tests)) return true;
  for (const index of file.around(within)) {
    const { kind, container } = file.definition(index);
    if (kind === "test") return true;
    const { containers } = file.tests;
    if (containers && container?.split(file.separator).some((each) => containers.test(each))) {
      return true;
    }
  }
  return false;
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
