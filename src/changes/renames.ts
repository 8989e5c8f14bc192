/**
 * Which deleted and added files are one file that moved, exactly as git pairs them (`git diff -M`,
 * `-C`; git-diff(1), gitdiffcore(7)). Order decides where files are equally alike, so every pass keeps
 * git's.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import type { RawChange } from "../git/file_side.ts";
import type { FileChangeKind, PairedChange } from "./change_set.ts";
import {
  type Destination,
  pairAlike,
  pairBasenames,
  pairEqual,
  type Source,
} from "./rename_passes.ts";
import { FULL_SCORE, Similarity, type SimilarityOptions, type UnreadFile } from "./similarity.ts";

/** How renames are looked for. */
export interface RenameOptions extends SimilarityOptions {
  /** The least similarity of a pair in percent, as in `-M<n>%`; 50 unless given. 100: equal content only. */
  readonly minimumPercent?: number;
  /**
   * `diff.renameLimit`: when the sources times the destinations that are left for inexact matching
   * exceed its square, there is none. 1,000 unless given; 0 means no limit.
   */
  readonly limit?: number;
  /**
   * Sources of copies: `"changed"` as `-C`, every changed file; `"all"` as `--find-copies-harder`, every
   * file, for which the changes must also hold the unchanged files, with equal sides. False unless given.
   */
  readonly copies?: false | "changed" | "all";
}

/** What the search for renames found. */
export interface Renames {
  /** The changes in git's order: a pair stands where its new path did. */
  readonly changes: readonly PairedChange[];
  /** Set when there were too many files for inexact matching: the limit that would do. */
  readonly limited: { readonly needed: number } | null;
  /** Files whose size, content or name could not be had; they pair by equal content at most. */
  readonly unread: readonly UnreadFile[];
}

/** {@link Renames} whose changes are made one by one: of tens of thousands none need stay. */
export interface RenamesInTurn extends Omit<Renames, "changes"> {
  /** The changes, once. */
  readonly changes: Iterable<PairedChange>;
  /** How many there are. */
  readonly count: number;
}

/**
 * Pairs the changes of one scope, sorted by path. Untracked and conflicted files are never paired.
 */
export function detectRenames(
  changes: readonly RawChange[],
  options: RenameOptions = {},
): Renames {
  const { changes: all, limited, unread } = renamesInTurn(changes, options);
  return { changes: [...all], limited, unread };
}

/** Like {@link detectRenames}; with `false` for options no renames are looked for. */
export function renamesInTurn(
  changes: readonly RawChange[],
  options: RenameOptions | false,
): RenamesInTurn {
  if (options === false) {
    const all = pairedChanges(changes, new Map());
    return { changes: all, count: changes.length, limited: null, unread: [] };
  }
  const candidates = findCandidates(changes, options.copies ?? false);
  const { sources, destinations } = candidates;
  if (sources.length === 0 || destinations.length === 0) {
    return { ...written(changes, candidates, options), limited: null, unread: [] };
  }
  const similarity = new Similarity(options);
  try {
    const limited = pair(candidates, similarity, options);
    return { ...written(changes, candidates, options), limited, unread: similarity.unread };
  } finally {
    similarity.close();
  }
}

interface Candidates {
  readonly sources: Source[];
  readonly destinations: Destination[];
}

function findCandidates(
  changes: readonly RawChange[],
  copies: false | "changed" | "all",
): Candidates {
  const sources: Source[] = [];
  const destinations: Destination[] = [];
  for (const change of changes) {
    const { path, scope, before, after } = change;
    if (scope === "untracked" || scope === "conflicted") continue;
    const basename = path.slice(path.lastIndexOf("/") + 1);
    if (before === null) {
      if (after === null) continue;
      destinations.push({ path, side: after, basename, change, source: null, score: 0 });
    } else if (after === null) {
      sources.push({ path, side: before, basename, change, uses: 0 });
    } else if (copies !== false) {
      sources.push({ path, side: before, basename, change, uses: 1 });
    }
  }
  return { sources, destinations };
}

/** The passes. Returns the limit that would do when there are too many files for the last. */
function pair(
  { sources, destinations }: Candidates,
  similarity: Similarity,
  options: RenameOptions,
): Renames["limited"] {
  const copies = options.copies ?? false;
  const minimum = minimumScore(options);
  pairEqual(sources, destinations, similarity, copies !== false);
  if (minimum >= FULL_SCORE) return null;
  if (copies === false) pairBasenames(sources, destinations, similarity, minimum);

  let left = copies === false ? sources.filter((source) => source.uses === 0) : sources;
  const open = destinations.filter((destination) => destination.source === null);
  if (left.length === 0 || open.length === 0) return null;
  const limited = checkLimit(left, open, options);
  if (limited !== null) {
    if (copies !== "all") return limited;
    // Too many files to find copies of unchanged ones: changed ones are still sources.
    left = left.filter((source) => isChanged(source.change));
    if (checkLimit(left, open, options) !== null) return limited;
  }
  pairAlike(left, open, similarity, { minimum, copies: copies !== false });
  return limited;
}

function minimumScore(options: RenameOptions): number {
  // Git takes -M0% for the default.
  return Math.floor((options.minimumPercent || 50) * FULL_SCORE / 100);
}

function checkLimit(
  sources: readonly Source[],
  destinations: readonly Destination[],
  { limit = 1000 }: RenameOptions,
): Renames["limited"] {
  if (limit <= 0 || sources.length * destinations.length <= limit * limit) return null;
  return { needed: Math.max(sources.length, destinations.length) };
}

/** Whether the two sides differ; a side whose content cannot be named counts as different. */
function isChanged({ before, after }: RawChange): boolean {
  if (before === null || after === null || before.mode !== after.mode) return true;
  try {
    return before.id() !== after.id();
  } catch (error) {
    if (error instanceof PrismError) return true;
    throw error;
  }
}

/** The changes after pairing. Of several files that stem from a deleted one the last is its rename. */
function written(
  changes: readonly RawChange[],
  { sources, destinations }: Candidates,
  { copies }: RenameOptions,
): Pick<RenamesInTurn, "changes" | "count"> {
  const moved = new Set<RawChange>();
  for (const { uses, change } of sources) if (uses > 0) moved.add(change);
  const paired = new Map<RawChange, Destination>();
  for (const destination of destinations) {
    if (destination.source !== null) paired.set(destination.change, destination);
  }
  const left = changes.filter((change) =>
    paired.has(change) ||
    (!(change.after === null && moved.has(change)) && (copies !== "all" || isChanged(change)))
  );
  return { changes: pairedChanges(left, paired), count: left.length };
}

/** Lets go of each change that it has given out. */
function* pairedChanges(
  changes: readonly RawChange[],
  paired: ReadonlyMap<RawChange, Destination>,
): Generator<PairedChange, void, undefined> {
  const left = changes.toReversed();
  changes = [];
  for (let change = left.pop(); change !== undefined; change = left.pop()) {
    const destination = paired.get(change);
    yield destination === undefined ? unpaired(change) : renamed(change, destination);
  }
}

function renamed({ path, scope, after }: RawChange, { source, score }: Destination): PairedChange {
  const kind = --source!.uses > 0 ? "copied" : "renamed";
  const similarity = Math.floor(score * 100 / FULL_SCORE);
  const { path: oldPath, side: before } = source!;
  return { path, oldPath, kind, scope, before, after, similarity };
}

function unpaired(change: RawChange): PairedChange {
  const { path, scope, before, after } = change;
  return { path, oldPath: null, kind: kindOf(change), scope, before, after, similarity: null };
}

function kindOf({ before, after }: RawChange): FileChangeKind {
  if (before === null) return "added";
  if (after === null) return "deleted";
  return (before.mode ^ after.mode) & 0o170000 ? "type_changed" : "modified";
}
