/**
 * Puts the changed lines of functions into a manifest, the riskiest first, until its share is spent.
 *
 * @module
 */

import type { ChangeManifest } from "../answers/manifest.ts";
import type { ManifestFile } from "../answers/manifest_file.ts";
import type { ReviewStep } from "../answers/review.ts";
import { sentBytes, tokensOf } from "../answers/shape/json_size.ts";
import type { Omission } from "../answers/shape/page.ts";
import { pathText } from "../answers/shape/path_text.ts";
import type { FileChange } from "../changes/change_set.ts";
import type { CodeChanges } from "../changes/function_analysis.ts";
import type { FunctionChange } from "../changes/function_change.ts";
import { FunctionHunks } from "./function_hunks.ts";
import type { RangeReading } from "./workspace.ts";

/** What is shown, and within what. */
export interface HunkRequest {
  readonly reading: RangeReading;
  readonly code: CodeChanges;
  /** The order in which functions are looked at. */
  readonly order: readonly ReviewStep[];
  readonly mode: "functions" | "none" | "full";
  /** Tokens that hunks may take. */
  readonly budget: number;
  /** The call that gets what did not fit. */
  readonly how: string;
}

/** One function of the manifest with what its hunks are made of. */
interface Listed {
  readonly entry: NonNullable<ManifestFile["functions_changed"]>[number];
  readonly file: FileChange;
  readonly change: FunctionChange;
}

/** Adds hunks to the entries of a manifest, and says what did not fit. */
export function addHunks(manifest: ChangeManifest, request: HunkRequest): Omission[] {
  if (request.mode === "none") return [];
  const hunks = new FunctionHunks(request.reading.changeSet.files);
  let left = request.budget;
  const missing: string[] = [];
  if (request.mode === "full") {
    for (const [entry, file] of filesOf(manifest, request.reading)) {
      const text = hunks.ofFile(file);
      const cost = costOf(text);
      if (text === "") continue;
      if (cost > left) missing.push(entry.path);
      else {
        entry.hunks = text;
        left -= cost;
      }
    }
    return omission("files.hunks", missing, request.how);
  }
  const rank = new Map(
    request.order.map(({ name, file, line }, at) => [key(file, name, line), at]),
  );
  const listed = functionsOf(manifest, request).sort((a, b) => rankOf(rank, a) - rankOf(rank, b));
  for (const { entry, file, change } of listed) {
    const text = hunks.ofFunction(file, change, false);
    if (text === "") continue;
    const cost = costOf(text);
    if (cost > left) {
      missing.push(entry.name);
      continue;
    }
    hunks.ofFunction(file, change, true);
    entry.hunks = text;
    left -= cost;
  }
  return omission("functions_changed.hunks", missing, request.how);
}

function omission(what: string, missing: readonly string[], how: string): Omission[] {
  if (missing.length === 0) return [];
  const why = `the share of the budget is spent; the first without is ${missing[0]}`;
  return [{ what, count: missing.length, why, how }];
}

function costOf(text: string): number {
  return tokensOf(sentBytes(JSON.stringify(text)) + '"hunks":,'.length);
}

function* filesOf(
  { files }: ChangeManifest,
  { changeSet }: RangeReading,
): Generator<[ManifestFile, FileChange]> {
  const byPath = new Map(
    changeSet.files.map((file) => [`${pathText(file.path)}\0${file.scope}`, file]),
  );
  for (const entry of files) {
    const file = byPath.get(`${entry.path}\0${entry.change_scope}`);
    if (file !== undefined) yield [entry, file];
  }
}

function functionsOf(manifest: ChangeManifest, { reading, code }: HunkRequest): Listed[] {
  const listed: Listed[] = [];
  for (const [entry, file] of filesOf(manifest, reading)) {
    // What was cut from a file is cut from the end.
    const changes = code.files.get(file)?.functions ?? [];
    entry.functions_changed?.forEach((each, at) =>
      listed.push({ entry: each, file, change: changes[at] })
    );
  }
  return listed;
}

function key(file: string, name: string, line: number): string {
  return `${file}\0${name}\0${line}`;
}

function rankOf(rank: ReadonlyMap<string, number>, { entry, file }: Listed): number {
  return rank.get(key(pathText(file.path), entry.name, entry.start_line)) ?? Infinity;
}
