/**
 * A changed file as git's answer has it.
 */

import type { FileChange } from "../../src/changes/change_set.ts";
import type { FileRow } from "./git_answer.ts";

/** The row of a changed file. */
export function toRow(file: FileChange): FileRow {
  return {
    status: file.kind === "type_changed" ? "T" : file.kind[0].toUpperCase(),
    path: file.path,
    oldPath: file.oldPath,
    similarity: file.similarity,
    added: file.linesAdded,
    removed: file.linesRemoved,
    binary: file.binary,
  };
}
