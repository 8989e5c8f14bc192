/**
 * One changed file of a manifest.
 *
 * @module
 */

import * as z from "zod/mini";
import type { FileChange, FileChangeKind } from "../changes/change_set.ts";
import type { FileCode } from "../changes/function_analysis.ts";
import { PrismError } from "../errors.ts";
import { type ChangeScope, type FileSide, MODE } from "../git/file_side.ts";
import {
  type FunctionEntry,
  functionEntrySchema,
  type ImportEntry,
  importEntrySchema,
  toFunctionEntry,
  toImportEntry,
} from "./function_entry.ts";
import { entryErrorSchema } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { pathText } from "./shape/path_text.ts";
import { untrusted, untrustedLines } from "./shape/untrusted.ts";

/** One changed file. In a working tree a file may have one entry for each scope. */
export interface ManifestFile {
  /** Path in the repository; in git's quotes when it is not UTF-8. */
  path: string;
  /** Path before, of renamed and copied files. */
  old_path: string | null;
  /** How the file changed. */
  change_type: FileChangeKind;
  /** Where the change stands: in commits, in the index, on disk. */
  change_scope: ChangeScope;
  /** Language in lower case; `unknown` when nothing tells. */
  language: string;
  /** Whether git takes the content for binary; the counts are then 0. */
  is_binary: boolean;
  /** Whether a program wrote the file, by attribute, path or a mark in its header. */
  is_generated: boolean;
  /** Added lines, as `git diff --numstat` counts. */
  lines_added: number;
  /** Removed lines, as `git diff --numstat` counts. */
  lines_removed: number;
  /** Bytes before; 0 of an added file, `null` when they cannot be had. */
  size_before: number | null;
  /** Bytes after; 0 of a deleted file, `null` when they cannot be had. */
  size_after: number | null;
  /** Similarity of a renamed or copied file in percent. */
  similarity?: number;
  /** Mode before in octal; given unless all sides are ordinary files (100644). */
  mode_before?: string;
  /** Mode after in octal; given unless all sides are ordinary files (100644). */
  mode_after?: string;
  /** Commits of a submodule; `null` on a side that is no submodule. */
  submodule?: { old_sha: string | null; new_sha: string | null };
  /** Encoding of the text when it is not UTF-8. */
  encoding?: string;
  /** Changed functions by place; empty when none changed, `null` when the file was not analysed. */
  functions_changed: FunctionEntry[] | null;
  /** Changed imports; `null` when the file was not analysed. */
  imports_changed: ImportEntry | null;
  /** Its changed lines as git writes them, in a review that asks for all. */
  hunks?: string;
  /** Why content could not be had. */
  error?: { code: string; message: string };
}

const KINDS = ["added", "modified", "deleted", "renamed", "copied", "type_changed"] as const;

/** The scopes in the order in which a file's entries stand. */
export const SCOPES = ["committed", "staged", "unstaged", "untracked", "conflicted"] as const;

/** Schema of {@link ManifestFile}. */
export const manifestFileSchema = z.object({
  path: untrusted("path"),
  old_path: z.nullable(untrusted("path")),
  change_type: z.enum(KINDS),
  change_scope: z.enum(SCOPES),
  language: z.string(),
  is_binary: z.boolean(),
  is_generated: z.boolean(),
  lines_added: z.int(),
  lines_removed: z.int(),
  size_before: z.nullable(z.int()),
  size_after: z.nullable(z.int()),
  similarity: z.optional(z.int()),
  mode_before: z.optional(z.string()),
  mode_after: z.optional(z.string()),
  submodule: z.optional(
    z.object({ old_sha: z.nullable(z.string()), new_sha: z.nullable(z.string()) }),
  ),
  encoding: z.optional(z.string()),
  functions_changed: z.nullable(z.array(functionEntrySchema)),
  imports_changed: z.nullable(importEntrySchema),
  hunks: z.optional(untrustedLines("changed lines")),
  error: z.optional(entryErrorSchema),
});

true satisfies Equal<z.infer<typeof manifestFileSchema>, ManifestFile>;

/**
 * A file change as the manifest writes it.
 *
 * @param code What changed in its code; absent when it was not analysed.
 */
export function toManifestFile(change: FileChange, code?: FileCode): ManifestFile {
  const { before, after } = change;
  let error = change.problem ?? undefined;
  const size = (side: FileSide | null): number | null => {
    try {
      return side === null ? 0 : side.size();
    } catch (failure) {
      error ??= toProblem(failure);
      return null;
    }
  };
  const sizes = { size_before: size(before), size_after: size(after) };
  const submodule = toSubmodule(before, after);
  return {
    path: pathText(change.path),
    old_path: change.oldPath === null ? null : pathText(change.oldPath),
    change_type: change.kind,
    change_scope: change.scope,
    language: change.language,
    is_binary: change.binary,
    is_generated: change.generated,
    lines_added: change.linesAdded,
    lines_removed: change.linesRemoved,
    ...sizes,
    ...(change.similarity === null ? {} : { similarity: change.similarity }),
    ...toModes(before, after),
    ...(submodule === null ? {} : { submodule }),
    ...(change.encoding === null ? {} : { encoding: change.encoding }),
    functions_changed: code === undefined ? null : code.functions.map(toFunctionEntry),
    imports_changed: code === undefined ? null : toImportEntry(code.imports),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  };
}

/** The modes of both sides, unless all are ordinary files. */
export function toModes(
  before: FileSide | null,
  after: FileSide | null,
): Pick<ManifestFile, "mode_before" | "mode_after"> {
  const ordinary = [before, after].every((side) => side === null || side.mode === MODE.regular);
  if (ordinary) return {};
  return {
    ...(before === null ? {} : { mode_before: octal(before.mode) }),
    ...(after === null ? {} : { mode_after: octal(after.mode) }),
  };
}

function octal(mode: number): string {
  return mode.toString(8).padStart(6, "0");
}

/** The commits of a submodule; `null` when no side is one. */
export function toSubmodule(
  before: FileSide | null,
  after: FileSide | null,
): { old_sha: string | null; new_sha: string | null } | null {
  const sha = (side: FileSide | null): string | null =>
    side?.mode === MODE.gitlink ? side.id() : null;
  if (before?.mode !== MODE.gitlink && after?.mode !== MODE.gitlink) return null;
  return { old_sha: sha(before), new_sha: sha(after) };
}

function toProblem(failure: unknown): { code: string; message: string } {
  if (failure instanceof PrismError) return { code: failure.code, message: failure.message };
  throw failure;
}
