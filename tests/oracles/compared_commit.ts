/** Compares the functions of changed files, as an answer would. */

import type { FileChange } from "../../src/changes/change_set.ts";
import type { FunctionChange } from "../../src/changes/function_change.ts";
import { resolveMoves } from "../../src/changes/function_moves.ts";
import { compareFunctions, type FileFunctions } from "../../src/changes/functions.ts";
import { LineDiff } from "../../src/changes/line_diff.ts";
import type { FileSide } from "../../src/git/file_side.ts";
import type { SourceReading } from "../../src/syntax/outline.ts";
import { isReadable, openReader } from "../../src/syntax/read_source.ts";

const lineDiff = new LineDiff();

/** The changed functions of the files whose language is read. */
export async function functionChanges(files: readonly FileChange[]): Promise<FunctionChange[]> {
  const compared: FileFunctions[] = [];
  for (const file of files) if (isReadable(file.language)) compared.push(await compare(file));
  return resolveMoves(compared, lineDiff).files.flatMap(({ changes }) => changes);
}

async function compare(file: FileChange): Promise<FileFunctions> {
  const { path, language } = file;
  const oldPath = file.oldPath ?? path;
  using before = await read(file.before, language, oldPath);
  using after = await read(file.after, language, path);
  return compareFunctions(before, after, { path, oldPath, language, lineDiff });
}

async function read(
  side: FileSide | null,
  language: string,
  path: string,
): Promise<SourceReading | null> {
  if (side === null) return null;
  const reader = await openReader(language, path);
  return reader?.read(side.read().slice()) ?? null;
}
