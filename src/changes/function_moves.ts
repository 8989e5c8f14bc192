/**
 * Functions that went to another file or container of one change set.
 *
 * @module
 */

import type { FunctionChange } from "./function_change.ts";
import { hashedLines } from "./function_lines.ts";
import { byPlace, type FileFunctions, type LeftFunction } from "./functions.ts";
import type { LineDiff } from "./line_diff.ts";
import { type Move, MoveMatcher } from "./move_matcher.ts";
import { signatureChanges } from "./signature_changes.ts";

/** The files with their moves, and whether some may have been overlooked. */
export interface ResolvedMoves {
  /** In the order they came in. */
  readonly files: readonly FileFunctions[];
  /** Whether moves or renames may have been overlooked, because too many functions are alike. */
  readonly limited: boolean;
}

/**
 * Turns functions that are gone in one place and new in another into one change, listed with the
 * later file. A function that several places lost to one place is moved from each of them, and one
 * that went to several places is moved to each of them.
 */
export function resolveMoves(files: readonly FileFunctions[], lineDiff: LineDiff): ResolvedMoves {
  let limited = files.some((file) => file.limited);
  const moves: Move[] = [];
  for (const language of new Set(files.map((file) => file.language))) {
    const matcher = new MoveMatcher(files.filter((file) => file.language === language));
    moves.push(...matcher.run());
    limited ||= matcher.limited;
  }
  if (moves.length === 0) return { files, limited };
  const replaced = new Set<FunctionChange>();
  const owner = new Map(
    files.flatMap((file) => [...file.gone, ...file.come].map((item) => [item, file])),
  );
  const changes = new Map<FileFunctions, FunctionChange[]>();
  for (const { before, after, withContainer } of moves) {
    replaced.add(before.change).add(after.change);
    const file = owner.get(after)!;
    const sameFile = owner.get(before) === file;
    const change = moveChange(before, after, { withContainer, sameFile, lineDiff });
    const list = changes.get(file);
    if (list === undefined) changes.set(file, [change]);
    else list.push(change);
  }
  const resolved = files.map((file) => {
    const kept = file.changes.filter((change) => !replaced.has(change));
    const moved = changes.get(file);
    if (kept.length === file.changes.length && moved === undefined) return file;
    return {
      ...file,
      changes: [...kept, ...moved ?? []].sort(byPlace),
      gone: file.gone.filter(({ change }) => !replaced.has(change)),
      come: file.come.filter(({ change }) => !replaced.has(change)),
    };
  });
  return { files: resolved, limited };
}

function moveChange(
  before: LeftFunction,
  after: LeftFunction,
  { withContainer, sameFile, lineDiff }: {
    withContainer: boolean;
    sameFile: boolean;
    lineDiff: LineDiff;
  },
): FunctionChange {
  const [old, now] = [before.definition, after.definition];
  const lines = hashedLines(before.lines, after.lines, lineDiff);
  const signature = signatureChanges(old, now);
  const stays = sameFile && old.container === now.container;
  return {
    kind: stays ? "renamed" : "moved",
    before: { path: before.path, definition: old },
    after: { path: after.path, definition: now },
    signatureChanges: signature,
    formattingOnly: lines.added + lines.removed > 0 && signature.length === 0 &&
      old.name === now.name && before.fingerprint.exact === after.fingerprint.exact &&
      before.fingerprint.indents === after.fingerprint.indents,
    withContainer,
    linesAdded: lines.added,
    linesRemoved: lines.removed,
  };
}
