/**
 * The changed lines of functions, as text.
 *
 * @module
 */

import type { FileChange } from "../changes/change_set.ts";
import type { FunctionChange, FunctionPlace } from "../changes/function_change.ts";
import { LineDiff } from "../changes/line_diff.ts";
import { type DiffHunk, unifiedHunks, wholeHunk } from "../changes/unified_diff.ts";
import { PrismError } from "../errors.ts";
import type { FileSide } from "../git/file_side.ts";
import { decodeSource } from "../syntax/decode_source.ts";

/** Larger files have no hunks here. */
const LARGEST = 4 * 1024 * 1024;

/** Makes hunks of the files of one change set. A hunk goes to the first function that takes it. */
export class FunctionHunks {
  readonly #files: readonly FileChange[];
  readonly #lineDiff = new LineDiff();
  readonly #hunks = new Map<FileChange, DiffHunk[] | null>();
  readonly #given = new Set<DiffHunk>();
  /** Lines of files with one side that were given to functions. */
  readonly #lines = new Map<FileChange, Lines[]>();

  /** Hunks of these files, which are all of the change set. */
  constructor(files: readonly FileChange[]) {
    this.#files = files;
  }

  /** All hunks of a file; `null` when its text cannot be had. */
  ofFile(file: FileChange): readonly DiffHunk[] | null {
    let hunks = this.#hunks.get(file);
    if (hunks === undefined) {
      const [before, after] = [textOf(file.before), textOf(file.after)];
      hunks = file.binary ? [] : before === null || after === null ? null : unifiedHunks(
        before,
        after,
        this.#lineDiff,
      );
      this.#hunks.set(file, hunks);
    }
    return hunks;
  }

  /** The hunks that touch a function and were not taken by another one; `null` as {@link FunctionHunks.ofFile}. */
  ofFunction(file: FileChange, change: FunctionChange): readonly DiffHunk[] | null {
    const moved = change.kind === "moved" && change.before!.path !== (file.oldPath ?? file.path);
    if (moved) return this.#ofMoved(file, change);
    const hunks = this.ofFile(file);
    // Of a new file, or one that is gone, each function has its own lines.
    const side = file.before === null ? change.after : file.after === null ? change.before : null;
    if (hunks === null || hunks.length === 0 || side === null) {
      return hunks?.filter((hunk) => !this.#given.has(hunk) && touches(hunk, change)) ?? null;
    }
    const { startLine, endLine } = side.definition;
    const taken = this.#lines.get(file) ?? [];
    if (taken.some((each) => each.startLine <= startLine && endLine <= each.endLine)) return [];
    const text = textOf(file.after ?? file.before) ?? "";
    return [wholeHunk(text, file.after === null ? "-" : "+", { startLine, endLine })];
  }

  /** Gives a hunk that {@link FunctionHunks.ofFunction} told to a function of the file. */
  take(file: FileChange, hunk: DiffHunk): void {
    this.#given.add(hunk);
    if (file.before !== null && file.after !== null) return;
    const [start, lines] = file.after === null
      ? [hunk.oldStart, hunk.oldLines]
      : [hunk.newStart, hunk.newLines];
    const taken = this.#lines.get(file) ?? [];
    taken.push({ startLine: start, endLine: start + lines - 1 });
    this.#lines.set(file, taken);
  }

  /** Changed lines of a file that were given to none: hunks, or lines of a file with one side. */
  left(file: FileChange): number {
    const hunks = this.ofFile(file) ?? [];
    if (file.before !== null && file.after !== null) {
      return hunks.filter((hunk) => !this.#given.has(hunk))
        .reduce((sum, hunk) => sum + changedLines(hunk), 0);
    }
    const total = hunks.reduce((sum, hunk) => sum + changedLines(hunk), 0);
    return total - covered(this.#lines.get(file) ?? []);
  }

  /** A function against itself in the file that it came from; the lines are numbered from its begin. */
  #ofMoved(file: FileChange, { before, after }: FunctionChange): readonly DiffHunk[] {
    const origin = this.#files.find((each) =>
      each.scope === file.scope && (each.oldPath ?? each.path) === before!.path
    );
    const old = linesOf(textOf(origin?.before ?? null), before!);
    const now = linesOf(textOf(file.after), after!);
    return unifiedHunks(old, now, this.#lineDiff);
  }
}

/** Lines of a file, from 1 on, the last included. */
interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

function covered(ranges: readonly Lines[]): number {
  let count = 0;
  let end = 0;
  for (const range of [...ranges].sort((a, b) => a.startLine - b.startLine)) {
    const start = Math.max(range.startLine, end + 1);
    if (range.endLine >= start) count += range.endLine - start + 1;
    end = Math.max(end, range.endLine);
  }
  return count;
}

function changedLines({ text }: DiffHunk): number {
  return text.match(/^[-+]/gm)?.length ?? 0;
}

/** Whether a changed line of the hunk stands in the function, as it was or as it is. */
function touches(hunk: DiffHunk, { before, after }: FunctionChange): boolean {
  const lines = hunk.text.split("\n").filter((line) => !line.startsWith("\\"));
  const isChange = (line: string): boolean => line[0] === "-" || line[0] === "+";
  const lead = lines.findIndex((line, at) => at > 0 && isChange(line)) - 1;
  const trail = lines.length - 1 - lines.findLastIndex(isChange);
  const meets = (place: FunctionPlace | null, start: number, count: number): boolean =>
    place !== null && count > lead + trail &&
    start + lead <= place.definition.endLine &&
    start + count - trail > place.definition.startLine;
  return meets(after, hunk.newStart, hunk.newLines) || meets(before, hunk.oldStart, hunk.oldLines);
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
