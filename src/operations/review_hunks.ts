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
import type { DiffHunk } from "../changes/unified_diff.ts";
import { FunctionHunks } from "./function_hunks.ts";
import type { RangeReading } from "./workspace.ts";

/** What is shown, and within what. */
export interface HunkRequest {
  readonly reading: RangeReading;
  readonly code: CodeChanges;
  /** The order in which functions are looked at. */
  readonly order: readonly ReviewStep[];
  /** Steps of the answer that may show lines of functions whose files are on another page. */
  readonly steps: readonly ReviewStep[];
  readonly mode: "functions" | "none" | "full";
  /** Tokens that hunks may take. */
  readonly budget: number;
  /** The call that gets what did not fit, with these arguments besides. */
  readonly how: (args: Record<string, unknown>) => string;
}

/** One function of the answer with what its hunks are made of. */
interface Listed {
  /** Where its hunks go. */
  readonly entry: { readonly name: string; hunks?: string };
  /** What {@link key} makes of it. */
  readonly key: string;
  readonly file: FileChange;
  readonly change: FunctionChange;
}

/** Adds hunks to the entries of a manifest, and says what did not fit. */
export function addHunks(manifest: ChangeManifest, request: HunkRequest): Omission[] {
  const { reading, mode, order, budget } = request;
  if (mode === "none") return [];
  const hunks = new FunctionHunks(reading.changeSet.files);
  const room = new Room(budget);
  const files = [...filesOf(manifest, reading)];
  const missing: string[] = [];
  let unread = 0;
  if (mode === "full") {
    for (const [entry, file] of files) {
      const own = hunks.ofFile(file);
      if (own === null) unread++;
      else missing.push(...room.fill(entry, own, entry.path).missing);
    }
  } else {
    const rank = new Map(order.map(({ name, file, line }, at) => [key(file, name, line), at]));
    const onPage = functionsOf(files, request);
    const listed = [...onPage, ...stepsOf(onPage, request)]
      .sort((a, b) => (rank.get(a.key) ?? Infinity) - (rank.get(b.key) ?? Infinity));
    for (const { entry, file, change } of listed) {
      const own = hunks.ofFunction(file, change);
      if (own === null) continue;
      const filled = room.fill(entry, own, entry.name);
      for (const hunk of filled.shown) hunks.take(file, hunk);
      // What did not fit is not offered to the next function, and counted once.
      for (const hunk of own.slice(filled.shown.length)) hunks.take(file, hunk);
      missing.push(...filled.missing);
    }
    unread = files.filter(([, file]) => hunks.ofFile(file) === null).length;
  }
  const left = mode === "full" ? [] : files.filter(([, file]) => hunks.left(file) > 0);
  return [
    ...omission("hunks", missing.length, {
      why: `the share of the budget is spent; the first without is of ${missing[0]}`,
      how: request.how({ include_hunks: mode }),
    }),
    ...omission("changed lines outside of the listed functions", sumOf(left, hunks), {
      why: `include_hunks ${mode}; the first are in ${left[0]?.[0].path}`,
      how: request.how({ include_hunks: "full" }),
    }),
    ...omission("hunks of files", unread, {
      why: "they are larger than 4 MiB, or could not be read",
      how: "Read the files in ranges of lines with get_file_snapshots.",
    }),
  ];
}

function sumOf(files: readonly [ManifestFile, FileChange][], hunks: FunctionHunks): number {
  return files.reduce((sum, [, file]) => sum + hunks.left(file), 0);
}

function omission(
  what: string,
  count: number,
  { why, how }: { readonly why: string; readonly how: string },
): Omission[] {
  return count === 0 ? [] : [{ what, count, why, how }];
}

/** Bytes of the name of the field, as they are sent. */
const FIELD_BYTES = '\\"hunks\\":,'.length;

/** The tokens that hunks may take. */
class Room {
  #left: number;

  constructor(tokens: number) {
    this.#left = tokens;
  }

  /** Puts as many hunks into an entry as fit; those behind the first that does not are missing too. */
  fill(
    entry: { hunks?: string },
    hunks: readonly DiffHunk[],
    name: string,
  ): { readonly shown: readonly DiffHunk[]; readonly missing: readonly string[] } {
    const shown: DiffHunk[] = [];
    let bytes = 0;
    let cost = 0;
    for (const hunk of hunks) {
      bytes += sentBytes(JSON.stringify(hunk.text));
      const next = tokensOf(bytes + FIELD_BYTES);
      if (next > this.#left) break;
      cost = next;
      shown.push(hunk);
    }
    this.#left -= cost;
    if (shown.length > 0) entry.hunks = shown.map(({ text }) => text).join("\n");
    return { shown, missing: hunks.slice(shown.length).map(() => name) };
  }
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

function functionsOf(
  files: readonly [ManifestFile, FileChange][],
  { code }: HunkRequest,
): Listed[] {
  const listed: Listed[] = [];
  for (const [entry, file] of files) {
    // What was cut from a file is cut from the end.
    const changes = code.files.get(file)?.functions ?? [];
    entry.functions_changed?.forEach((each, at) =>
      listed.push({
        entry: each,
        key: key(entry.path, each.name, each.start_line),
        file,
        change: changes[at],
      })
    );
  }
  return listed;
}

/** The steps whose functions are not on the page. */
function stepsOf(onPage: readonly Listed[], { steps, code }: HunkRequest): Listed[] {
  const shown = new Set(onPage.map((each) => each.key));
  const wanted = new Map(
    steps.map((step) => [key(step.file, step.name, step.line), step] as const)
      .filter(([each]) => !shown.has(each)),
  );
  if (wanted.size === 0) return [];
  return [...code.files].flatMap(([file, { functions }]) =>
    functions.flatMap((change) => {
      const { qualifiedName, startLine } = (change.after ?? change.before)!.definition;
      const own = key(pathText(file.path), qualifiedName, startLine);
      const entry = wanted.get(own);
      return entry === undefined ? [] : [{ entry, key: own, file, change }];
    })
  );
}

function key(file: string, name: string, line: number): string {
  return `${file}\0${name}\0${line}`;
}
