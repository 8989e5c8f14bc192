/**
 * A manifest as a table for people.
 *
 * @module
 */

import type { ChangeManifest } from "../../answers/manifest.ts";
import type { DependencyEntry } from "../../answers/dependency_change.ts";
import type { ManifestFile } from "../../answers/manifest_file.ts";
import { escapeInvisible } from "../../answers/shape/untrusted.ts";
import type { AnswerTable } from "./print_answer.ts";

const LETTERS: Readonly<Record<ManifestFile["change_type"], string>> = {
  added: "A",
  modified: "M",
  deleted: "D",
  renamed: "R",
  copied: "C",
  type_changed: "T",
};

/** The table of a manifest. */
export const MANIFEST_TABLE: AnswerTable = {
  rest: (answer) => manifestTable(answer as ChangeManifest),
};

/** The table: one line a file, then what there is to say about all. */
export function manifestTable(manifest: ChangeManifest): string {
  const { files, summary, metadata, dependency_changes, omitted } = manifest;
  const counts = files.map(countText);
  const width = Math.max(0, ...counts.map((text) => text.length));
  const scoped = files.some((file) => file.change_scope !== "committed");
  const lines = files.map((file, index) =>
    [
      LETTERS[file.change_type],
      ...(scoped ? [file.change_scope.padEnd("conflicted".length)] : []),
      counts[index].padStart(width),
      pathText(file),
    ].join("  ")
  );
  if (lines.length > 0) lines.push("");
  const plural = summary.total_files_changed === 1 ? "file" : "files";
  lines.push(
    `${summary.total_files_changed} ${plural}, +${summary.total_lines_added} ` +
      `-${summary.total_lines_removed}  (${metadata.base_ref} to ${metadata.head_ref})`,
  );
  for (const { file, added, removed, changed, error } of dependency_changes) {
    const parts = [
      ...added.map(({ name, new_version }) => `+${name} ${new_version ?? ""}`),
      ...removed.map(({ name }) => `-${name}`),
      ...changed.map(changeText),
      ...(error === undefined ? [] : [error.message]),
    ];
    lines.push(`dependencies in ${file}: ${parts.map((part) => part.trim()).join(", ")}`);
  }
  for (const { message } of metadata.notices) lines.push(`note: ${message}`);
  for (const { what, count, how } of omitted) lines.push(`left out: ${count} ${what}; ${how}`);
  return `${lines.map(escapeInvisible).join("\n")}\n`;
}

/** What differs of a dependency: version, group, source. */
function changeText(entry: DependencyEntry): string {
  const { old_version, new_version, old_group, group, old_source, source } = entry;
  const versions = old_version === new_version
    ? [new_version ?? ""]
    : [old_version ?? "any", "to", new_version ?? "any"];
  const moves = [
    ...(old_group === undefined ? [] : [`${old_group ?? "no group"} to ${group ?? "no group"}`]),
    ...(old_source === undefined ? [] : [`${old_source ?? "registry"} to ${source ?? "registry"}`]),
  ];
  const moved = moves.length === 0 ? "" : `(${moves.join(", ")})`;
  return [entry.name, ...versions, moved].filter((part) => part !== "").join(" ");
}

function countText(file: ManifestFile): string {
  if (file.error !== undefined) return "?";
  return file.is_binary ? "binary" : `+${file.lines_added} -${file.lines_removed}`;
}

function pathText(file: ManifestFile): string {
  const path = file.old_path === null ? file.path : `${file.old_path} => ${file.path}`;
  const marks = [
    ...(file.is_generated ? ["generated"] : []),
    ...(file.submodule === undefined ? [] : ["submodule"]),
    ...(file.error === undefined ? [] : [file.error.message]),
  ];
  return marks.length === 0 ? path : `${path}  (${marks.join(", ")})`;
}
