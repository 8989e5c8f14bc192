/**
 * The counts of a manifest, over every matching file whatever the page.
 *
 * @module
 */

import * as z from "zod/mini";
import type { FileChange, FileChangeKind } from "../changes/change_set.ts";
import type { FileCode } from "../changes/function_analysis.ts";
import type { FunctionChangeKind } from "../changes/function_change.ts";
import type { Equal } from "./shape/equal.ts";

/** Counts over all entries; a file that is staged and edited again counts in both scopes. */
export interface ManifestSummary {
  /** Entries of the whole list. */
  total_files_changed: number;
  /** Files that were not there before. */
  files_added: number;
  /** Files with other content or another mode. */
  files_modified: number;
  /** Files that are gone. */
  files_deleted: number;
  /** Files that were found under another path. */
  files_renamed: number;
  /** Copied files, when there are any. */
  files_copied?: number;
  /** Files that became a symlink, submodule or ordinary file, when there are any. */
  files_type_changed?: number;
  /** Sum of the added lines. */
  total_lines_added: number;
  /** Sum of the removed lines. */
  total_lines_removed: number;
  /** Changed functions; `null` when no file was analysed. */
  total_functions_changed: number | null;
  /** Languages of the files by name, without the unknown. */
  languages_affected: string[];
  /** Changed functions by kind of change, those that there are; absent when no file was analysed. */
  functions_by_change?: FunctionCounts;
}

/** Changed functions by kind of change. */
export type FunctionCounts = { -readonly [Kind in FunctionChangeKind]?: number };

/** Schema of {@link ManifestSummary}. */
export const manifestSummarySchema = z.object({
  total_files_changed: z.int(),
  files_added: z.int(),
  files_modified: z.int(),
  files_deleted: z.int(),
  files_renamed: z.int(),
  files_copied: z.optional(z.int()),
  files_type_changed: z.optional(z.int()),
  total_lines_added: z.int(),
  total_lines_removed: z.int(),
  total_functions_changed: z.nullable(z.int()),
  languages_affected: z.array(z.string()),
  functions_by_change: z.optional(z.object({
    added: z.optional(z.int()),
    modified: z.optional(z.int()),
    deleted: z.optional(z.int()),
    signature_changed: z.optional(z.int()),
    renamed: z.optional(z.int()),
    moved: z.optional(z.int()),
  })),
});

true satisfies Equal<z.infer<typeof manifestSummarySchema>, ManifestSummary>;

/** Counts the files, and the functions of those that were analysed. */
export function toManifestSummary(
  files: readonly FileChange[],
  code: ReadonlyMap<FileChange, FileCode> = new Map(),
): ManifestSummary {
  const kinds: Record<FileChangeKind, number> = {
    added: 0,
    modified: 0,
    deleted: 0,
    renamed: 0,
    copied: 0,
    type_changed: 0,
  };
  const languages = new Set<string>();
  let added = 0;
  let removed = 0;
  for (const file of files) {
    kinds[file.kind]++;
    added += file.linesAdded;
    removed += file.linesRemoved;
    languages.add(file.language);
  }
  languages.delete("unknown");
  return {
    total_files_changed: files.length,
    files_added: kinds.added,
    files_modified: kinds.modified,
    files_deleted: kinds.deleted,
    files_renamed: kinds.renamed,
    ...(kinds.copied === 0 ? {} : { files_copied: kinds.copied }),
    ...(kinds.type_changed === 0 ? {} : { files_type_changed: kinds.type_changed }),
    total_lines_added: added,
    total_lines_removed: removed,
    ...countFunctions(code, [...languages].sort()),
  };
}

function countFunctions(
  code: ReadonlyMap<FileChange, FileCode>,
  languages: string[],
): Pick<
  ManifestSummary,
  "total_functions_changed" | "languages_affected" | "functions_by_change"
> {
  if (code.size === 0) return { total_functions_changed: null, languages_affected: languages };
  const counts = new Map<FunctionChangeKind, number>();
  let total = 0;
  for (const { functions } of code.values()) {
    total += functions.length;
    for (const { kind } of functions) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const by: FunctionCounts = {};
  for (const kind of FUNCTION_KINDS) {
    const count = counts.get(kind);
    if (count !== undefined) by[kind] = count;
  }
  return {
    total_functions_changed: total,
    languages_affected: languages,
    functions_by_change: by,
  };
}

const FUNCTION_KINDS = [
  "added",
  "modified",
  "deleted",
  "signature_changed",
  "renamed",
  "moved",
] as const;
