/**
 * A history as a table for people.
 *
 * @module
 */

import type { CommitHistory } from "../../answers/commit_history.ts";
import type { HistoryCommit } from "../../answers/history_commit.ts";
import { escapeInvisible } from "../../answers/shape/untrusted.ts";
import type { AnswerTable } from "./print_answer.ts";

/** The table of a history: a line for each commit, as it is read. */
export const HISTORY_TABLE: AnswerTable = {
  item: (commit) => commitLine(commit as HistoryCommit),
  rest: (answer) => historyEnd(answer as CommitHistory),
};

const SHORT = 10;

function commitLine({ metadata, summary, error }: HistoryCommit): string {
  const { sha, timestamp, author, subject, is_merge } = metadata;
  const { total_files_changed: files, total_lines_added, total_lines_removed } = summary;
  const counts = error === undefined
    ? `${files} ${files === 1 ? "file" : "files"} +${total_lines_added} -${total_lines_removed}`
    : error.message;
  const parts = [sha.slice(0, SHORT), timestamp.slice(0, 10), author, subject];
  return `${escapeInvisible([...parts, `(${is_merge ? "merge, " : ""}${counts})`].join("  "))}\n`;
}

function historyEnd({ commits, pagination, metadata, omitted }: CommitHistory): string {
  const lines = commits.map((commit) => commitLine(commit).trimEnd());
  const count = pagination.total_items;
  lines.push(
    "",
    `${count} ${
      count === 1 ? "commit" : "commits"
    }  (${metadata.base_ref} to ${metadata.head_ref})`,
  );
  for (const { message } of metadata.notices) lines.push(`note: ${message}`);
  for (const { what, count, how } of omitted) lines.push(`left out: ${count} ${what}; ${how}`);
  return `${lines.map(escapeInvisible).join("\n")}\n`;
}
