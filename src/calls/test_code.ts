/**
 * Which code is a test, by the conventions of its language.
 *
 * @module
 */

import type { CodeFile } from "./code_file.ts";
import { isTestFile } from "./test_files.ts";

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
