/**
 * File snapshots for people: a line about each file, then its content.
 *
 * @module
 */

import type { FileContent } from "../../answers/file_content.ts";
import type { FileSnapshot } from "../../answers/file_snapshot.ts";
import type { FileSnapshots } from "../../answers/file_snapshots.ts";
import { escapeInvisible } from "../../answers/shape/untrusted.ts";
import type { AnswerTable } from "./print_answer.ts";

/** The table of file snapshots. */
export const SNAPSHOTS_TABLE: AnswerTable = {
  rest: (answer) => snapshotsTable(answer as FileSnapshots),
};

/** The content of each file on both sides. */
export function snapshotsTable({ files, metadata, omitted }: FileSnapshots): string {
  const lines = files.flatMap((file) => fileLines(file, metadata));
  for (const { message } of metadata.notices) lines.push(`note: ${message}`);
  for (const { what, count, how } of omitted) lines.push(`left out: ${count} of ${what}; ${how}`);
  return lines.map((line) => `${line}\n`).join("");
}

function fileLines(file: FileSnapshot, metadata: FileSnapshots["metadata"]): string[] {
  const { path, old_path, language, is_binary, submodule, before, after, diff_hunks, error } = file;
  const facts = [
    language,
    ...(old_path === null ? [] : [`from ${old_path}`]),
    ...(is_binary ? ["binary"] : []),
    ...(submodule === undefined ? [] : [`submodule ${submodule.old_sha} to ${submodule.new_sha}`]),
  ];
  const lines = [escapeInvisible(`=== ${path}  (${facts.join(", ")})`)];
  if (error !== null) lines.push(escapeInvisible(`error: ${error.message}`));
  for (const { old_start, old_lines, new_start, new_lines } of diff_hunks ?? []) {
    lines.push(`@@ -${old_start},${old_lines} +${new_start},${new_lines} @@`);
  }
  if (before !== null) lines.push(...contentLines(before, metadata.base_ref));
  if (after !== null) lines.push(...contentLines(after, metadata.head_ref));
  return lines;
}

function contentLines(content: FileContent, ref: string): string[] {
  const { line_count, size_bytes, total_lines, encoding } = content;
  const count = total_lines === undefined ? `${line_count}` : `${line_count} of ${total_lines}`;
  const facts = [
    `${count} lines`,
    `${size_bytes} bytes`,
    ...(encoding === undefined ? [] : [encoding]),
  ];
  const text = content.content.replace(/\n$/, "");
  return [
    escapeInvisible(`--- ${ref}  (${facts.join(", ")})`),
    // Tabs are layout; anything else that cannot be seen must not reach the terminal.
    ...(content.content === ""
      ? []
      : text.split("\n").map((line) =>
        line.replace(/\r$/, "").split("\t").map(escapeInvisible).join("\t")
      )),
  ];
}
