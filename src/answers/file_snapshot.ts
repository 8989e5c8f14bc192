/**
 * One file of a range with the content of both sides.
 *
 * @module
 */

import * as z from "zod/mini";
import { detectEncoding } from "../changes/encoding.ts";
import { BIG_FILE_THRESHOLD, type Hunk, LineDiff } from "../changes/line_diff.ts";
import { type Notice, PrismError } from "../errors.ts";
import { type FileSide, MODE } from "../git/file_side.ts";
import { lfsPointerSize } from "../git/lfs_pointer.ts";
import { detectLanguage } from "../syntax/detect_language.ts";
import {
  type FileContent,
  fileContentSchema,
  type SelectedText,
  type Selection,
  selectText,
} from "./file_content.ts";
import { toModes, toSubmodule } from "./manifest_file.ts";
import { entryErrorSchema } from "./notice.ts";
import type { Equal } from "./shape/equal.ts";
import { pathText } from "./shape/path_text.ts";
import { untrusted } from "./shape/untrusted.ts";

/** A hunk without context lines, numbered as in git's `@@` line; a side without lines names the line before. */
export interface DiffHunk {
  /** First line before. */
  old_start: number;
  /** Lines before. */
  old_lines: number;
  /** First line after. */
  new_start: number;
  /** Lines after. */
  new_lines: number;
}

/** One file with the content of both sides. */
export interface FileSnapshot {
  /** Path in the repository; in git's quotes when it is not UTF-8. */
  path: string;
  /** Path at the base, of a renamed file. */
  old_path: string | null;
  /** Language in lower case; `unknown` when nothing tells. */
  language: string;
  /** Whether git takes the content of a side for binary. */
  is_binary: boolean;
  /** Mode before in octal; given unless all sides are ordinary files (100644). */
  mode_before?: string;
  /** Mode after in octal; given unless all sides are ordinary files (100644). */
  mode_after?: string;
  /** Commits of a submodule, which has no content; `null` on a side that is no submodule. */
  submodule?: { old_sha: string | null; new_sha: string | null };
  /** Content at the base; `null` when there is none or it was not asked for. */
  before: FileContent | null;
  /** Content at the head; `null` when there is none or it was not asked for. */
  after: FileContent | null;
  /** Hunks as of `git diff -U0`; `null` when they were not asked for or there can be none. */
  diff_hunks: DiffHunk[] | null;
  /** Why a side could not be had, or that there is none. */
  error: { code: string; message: string } | null;
}

const hunkSchema = z.object({
  old_start: z.int(),
  old_lines: z.int(),
  new_start: z.int(),
  new_lines: z.int(),
});

/** Schema of {@link FileSnapshot}. */
export const fileSnapshotSchema = z.object({
  path: untrusted("path"),
  old_path: z.nullable(untrusted("path")),
  language: z.string(),
  is_binary: z.boolean(),
  mode_before: z.optional(z.string()),
  mode_after: z.optional(z.string()),
  submodule: z.optional(
    z.object({ old_sha: z.nullable(z.string()), new_sha: z.nullable(z.string()) }),
  ),
  before: z.nullable(fileContentSchema),
  after: z.nullable(fileContentSchema),
  diff_hunks: z.nullable(z.array(hunkSchema)),
  error: z.nullable(entryErrorSchema),
});

true satisfies Equal<z.infer<typeof fileSnapshotSchema>, FileSnapshot>;

/** A file on both sides of a range, found and not yet read. */
export interface FoundFile {
  readonly path: string;
  readonly oldPath: string | null;
  readonly before: FileSide | null;
  readonly after: FileSide | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
  readonly notices: readonly Notice[];
  isBinary(side: "before" | "after"): boolean | undefined;
  readonly language: string | null;
}

/** What is wanted of a file. */
export interface SnapshotOptions {
  readonly before: boolean;
  readonly after: boolean;
  readonly hunks: boolean;
  readonly selection: Selection;
}

/** A file that was read, before the budget cuts it. */
export interface SnapshotDraft {
  /** The file without content and hunks. */
  readonly file: FileSnapshot;
  readonly before: SideDraft | null;
  readonly after: SideDraft | null;
  readonly hunks: DiffHunk[] | null;
  readonly notices: readonly Notice[];
}

/** The content of one side, before the budget cuts it. */
export interface SideDraft {
  /** `null` of content that is no text. */
  readonly selected: SelectedText | null;
  readonly size: number;
  readonly encoding: string | null;
}

/** How much of a file's content its language needs. */
const HEAD = 16 * 1024;
const lines = new LineDiff();

/** Reads a file as far as it is wanted. */
export function draftSnapshot(found: FoundFile, options: SnapshotOptions): SnapshotDraft {
  const reader = new SnapshotReader(found, options);
  return reader.draft();
}

/** A side as it is read: its bytes are let go of when the draft is made. */
interface ReadSide {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly binary: boolean;
  /** Whether git would count lines in it: it is neither binary nor too large. */
  readonly encoding: string | null;
}

class SnapshotReader {
  readonly #found: FoundFile;
  readonly #options: SnapshotOptions;
  readonly #notices: Notice[];
  #problem: FileSnapshot["error"];

  constructor(found: FoundFile, options: SnapshotOptions) {
    this.#found = found;
    this.#options = options;
    this.#notices = [...found.notices];
    this.#problem = found.problem === null
      ? null
      : { code: found.problem.code, message: found.problem.message };
  }

  draft(): SnapshotDraft {
    const { path, oldPath } = this.#found;
    const { before: old, after: now } = this.#found;
    const { hunks: wantsHunks, before: wantsBefore, after: wantsAfter } = this.#options;
    // One side is always looked at: language and kind of the file are asked for without content too.
    const before = wantsBefore || wantsHunks || now === null ? this.#read("before", old) : null;
    const after = wantsAfter || wantsHunks || before === null ? this.#read("after", now) : null;
    const head = (after ?? before)?.bytes.subarray(0, HEAD);
    const gitlink = (now ?? old)?.mode === MODE.gitlink;
    const submodule = toSubmodule(old, now);
    const contents = {
      before: wantsBefore ? this.#side("before", before) : null,
      after: wantsAfter ? this.#side("after", after) : null,
      hunks: wantsHunks ? this.#hunks(before, after) : null,
    };
    // Reading may have found a problem: it is told last.
    return {
      ...contents,
      file: {
        path: pathText(path),
        old_path: oldPath === null ? null : pathText(oldPath),
        language: gitlink ? "unknown" : detectLanguage(path, head, this.#found.language),
        is_binary: (before?.binary ?? false) || (after?.binary ?? false),
        ...toModes(old, now),
        ...(submodule === null ? {} : { submodule }),
        before: null,
        after: null,
        diff_hunks: null,
        error: this.#problem,
      },
      notices: this.#notices,
    };
  }

  #read(name: "before" | "after", side: FileSide | null): ReadSide | null {
    if (side === null || side.mode === MODE.gitlink) return null;
    try {
      // What a store returns may be overwritten by the next reading.
      const bytes = side.read(BIG_FILE_THRESHOLD).slice();
      const byAttribute = side.mode === MODE.symlink ? undefined : this.#found.isBinary(name);
      const binary = byAttribute ?? lines.isBinary(bytes);
      return { bytes, size: bytes.length, binary, encoding: detectEncoding(bytes) };
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      const size = error.code === "object_too_large" ? error.data?.size : undefined;
      if (typeof size === "number") {
        return { bytes: new Uint8Array(0), size, binary: true, encoding: null };
      }
      this.#problem ??= { code: error.code, message: error.message };
      return null;
    }
  }

  #side(name: "before" | "after", side: ReadSide | null): SideDraft | null {
    if (side === null) return null;
    const { bytes, size, encoding } = side;
    // What git takes for binary by its attributes may still be text, and UTF-16 always is.
    const text = size === bytes.length && (encoding !== null || !lines.isBinary(bytes));
    if (!text) return { selected: null, size, encoding: null };
    let selected: SelectedText;
    try {
      selected = selectText(bytes, encoding, this.#options.selection);
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      this.#problem ??= { code: error.code, message: error.message };
      return { selected: null, size, encoding };
    }
    this.#notice(name, bytes, selected);
    return { selected, size, encoding };
  }

  #notice(name: "before" | "after", bytes: Uint8Array, selected: SelectedText): void {
    const { path } = this.#found;
    const wanted = this.#options.selection.lines;
    const say = (code: Notice["code"], message: string) =>
      this.#notices.push({ code, path, message });
    if (selected.damaged) {
      say(
        "content_not_utf8",
        `The content ${name} holds bytes that are no UTF-8; they stand as U+FFFD.`,
      );
    }
    if (wanted !== null && wanted[0] > selected.total) {
      say(
        "lines_out_of_range",
        `The content ${name} has ${selected.total} lines; ${wanted[0]} to ${
          wanted[1]
        } were asked for.`,
      );
    }
    const target = lfsPointerSize(bytes);
    if (target !== null) {
      say("lfs_pointer", `The content ${name} is a Git LFS pointer to a file of ${target} bytes.`);
    }
  }

  #hunks(before: ReadSide | null, after: ReadSide | null): DiffHunk[] | null {
    const { before: old, after: now } = this.#found;
    const unread = (old !== null && before === null) || (now !== null && after === null);
    if (unread || (before === null && after === null) || before?.binary || after?.binary) {
      return null;
    }
    // A file that becomes a link is taken away and put anew.
    if (old !== null && now !== null && ((old.mode ^ now.mode) & 0o170000) !== 0) return null;
    try {
      const none = new Uint8Array(0);
      return lines.hunks(before?.bytes ?? none, after?.bytes ?? none).map(toHunk);
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      this.#problem ??= { code: error.code, message: error.message };
      return null;
    }
  }
}

function toHunk({ oldStart, oldLines, newStart, newLines }: Hunk): DiffHunk {
  return { old_start: oldStart, old_lines: oldLines, new_start: newStart, new_lines: newLines };
}

/** A side as an answer writes it, with as much text as is kept. */
export function toFileContent(
  { selected, size, encoding }: SideDraft,
  kept: SelectedText | null,
): FileContent {
  const part = selected !== null && (kept === null || kept.lines < selected.total || kept.cut);
  return {
    content: kept?.text ?? "",
    line_count: kept?.lines ?? 0,
    size_bytes: size,
    truncated: selected !== null && (kept === null ? selected.last >= selected.first : kept.cut),
    ...(part ? { total_lines: selected.total } : {}),
    ...(encoding === null ? {} : { encoding }),
  };
}
