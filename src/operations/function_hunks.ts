/**
 * The changed lines of functions, as text.
 *
 * @module
 */

import type { FileChange } from "../changes/change_set.ts";
import type { FunctionChange, FunctionPlace } from "../changes/function_change.ts";
import { LineDiff } from "../changes/line_diff.ts";
import { type DiffHunk, unifiedHunks } from "../changes/unified_diff.ts";
import { PrismError } from "../errors.ts";
import type { FileSide } from "../git/file_side.ts";
import { decodeSource } from "../syntax/decode_source.ts";

/** Larger files have no hunks here. */
const LARGEST = 4 * 1024 * 1024;

/** Makes hunks of the files of one change set. A hunk goes to the first function that asks for it. */
export class FunctionHunks {
  readonly #files: readonly FileChange[];
  readonly #lineDiff = new LineDiff();
  readonly #hunks = new Map<FileChange, DiffHunk[]>();
  readonly #given = new Set<DiffHunk>();

  /** Hunks of these files, which are all of the change set. */
  constructor(files: readonly FileChange[]) {
    this.#files = files;
  }

  /** All hunks of a file; none when it is no text. */
  ofFile(file: FileChange): string {
    return this.#of(file).map(({ text }) => text).join("\n");
  }

  /**
   * The hunks that touch a function and were not given to another one.
   *
   * @param take Whether they are given away by this.
   */
  ofFunction(file: FileChange, change: FunctionChange, take: boolean): string {
    const moved = change.kind === "moved" && change.before!.path !== (file.oldPath ?? file.path);
    if (moved) return this.#ofMoved(file, change);
    const hunks = this.#of(file).filter((hunk) => !this.#given.has(hunk) && touches(hunk, change));
    if (take) { for (const hunk of hunks) this.#given.add(hunk); }
    return hunks.map(({ text }) => text).join("\n");
  }

  #of(file: FileChange): DiffHunk[] {
    let hunks = this.#hunks.get(file);
    if (hunks === undefined) {
      const [before, after] = [textOf(file.before), textOf(file.after)];
      hunks = file.binary || before === null || after === null
        ? []
        : unifiedHunks(before, after, this.#lineDiff);
      this.#hunks.set(file, hunks);
    }
    return hunks;
  }

  /** A function against itself in the file that it came from; the lines are numbered from its begin. */
  #ofMoved(file: FileChange, { before, after }: FunctionChange): string {
    const origin = this.#files.find((each) =>
      each.scope === file.scope && (each.oldPath ?? each.path) === before!.path
    );
    const old = linesOf(textOf(origin?.before ?? null), before!);
    const now = linesOf(textOf(file.after), after!);
    return unifiedHunks(old, now, this.#lineDiff).map(({ text }) => text).join("\n");
  }
}

function touches(hunk: DiffHunk, { before, after }: FunctionChange): boolean {
  if (after !== null) {
    const { startLine, endLine } = after.definition;
    return hunk.newStart <= endLine && hunk.newStart + hunk.newLines > startLine;
  }
  const { startLine, endLine } = before!.definition;
  return hunk.oldStart <= endLine && hunk.oldStart + hunk.oldLines > startLine;
}

/** The text of a side, empty for none; `null` when it cannot be had. */
function textOf(side: FileSide | null): string | null {
  if (side === null) return "";
  try {
    return decodeSource(side.read(LARGEST)).text;
  } catch (failure) {
    if (failure instanceof PrismError) return null;
    throw failure;
  }
}

function linesOf(text: string | null, { definition }: FunctionPlace): string {
  const { startLine, endLine } = definition;
  return (text ?? "").split("\n").slice(startLine - 1, endLine).map((line) => `${line}\n`).join("");
}
