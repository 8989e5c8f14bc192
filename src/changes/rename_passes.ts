/**
 * The three passes in which git pairs files: equal content, equal and unique basename, alike content
 * (gitdiffcore(7)). Each looks only at what those before left over.
 *
 * @module
 */

import { isRegular, type RawChange } from "../git/file_side.ts";
import { type ComparedFile, FULL_SCORE, type Similarity } from "./similarity.ts";

/** A file that others may stem from. */
export interface Source extends ComparedFile {
  readonly basename: string;
  readonly change: RawChange;
  /** How many destinations stem from it; a file that stays where it was counts itself. */
  uses: number;
}

/** A file that may stem from another. */
export interface Destination extends ComparedFile {
  readonly basename: string;
  readonly change: RawChange;
  /** Where it stems from; null while that is open. */
  source: Source | null;
  score: number;
}

/** Most of the best sources that a destination keeps while all are scored. */
const KEPT = 4;
/** How many usable sources of equal content are looked at for one of the same basename. */
const ALTERNATIVES = 100;

function join(source: Source, destination: Destination, score: number): void {
  source.uses++;
  destination.source = source;
  destination.score = score;
}

/** Pairs equal content, whatever its kind; the first of the sources unless one has the same basename. */
export function pairEqual(
  sources: readonly Source[],
  destinations: readonly Destination[],
  similarity: Similarity,
  copies: boolean,
): void {
  const byContent = new Map<string, Source[]>();
  for (const source of sources) {
    const id = similarity.id(source);
    if (id === null) continue;
    const equal = byContent.get(id);
    if (equal === undefined) byContent.set(id, [source]);
    else equal.push(source);
  }
  for (const destination of destinations) {
    const id = similarity.id(destination);
    const equal = id === null ? undefined : byContent.get(id);
    const source = equal && bestEqual(equal, destination);
    if (!source) continue;
    join(source, destination, FULL_SCORE);
    if (!copies) equal.splice(equal.indexOf(source), 1);
  }
}

/** An unused source is better than a used one, and so is one of the same basename. */
function bestEqual(sources: readonly Source[], destination: Destination): Source | null {
  const { mode } = destination.side;
  let best: Source | null = null;
  let bestRank = -1;
  let seen = 0;
  for (const source of sources) {
    const sameKind = isRegular(mode) ? isRegular(source.side.mode) : mode === source.side.mode;
    if (!sameKind) continue;
    const rank = (source.uses === 0 ? 1 : 0) + (source.basename === destination.basename ? 1 : 0);
    if (rank > bestRank) [best, bestRank] = [source, rank];
    if (bestRank === 2 || ++seen === ALTERNATIVES) break;
  }
  return best;
}

/** Pairs files whose basename no other file has, when they are alike enough. */
export function pairBasenames(
  sources: readonly Source[],
  destinations: readonly Destination[],
  similarity: Similarity,
  minimum: number,
): void {
  const needed = minimum + Math.floor((FULL_SCORE - minimum) / 2);
  const named = unique(sources.filter((source) => source.uses === 0));
  const open = unique(destinations.filter((destination) => destination.source === null));
  for (const [basename, destination] of open) {
    const source = named.get(basename);
    if (!source || !destination) continue;
    const score = similarity.score(source, destination, needed);
    if (score >= needed) join(source, destination, score);
  }
}

/** The file of each basename; null when there are several. */
function unique<File extends { basename: string }>(
  files: readonly File[],
): Map<string, File | null> {
  const found = new Map<string, File | null>();
  for (const file of files) found.set(file.basename, found.has(file.basename) ? null : file);
  return found;
}

/** Scores all against all and takes the best pairs first. */
export function pairAlike(
  sources: readonly Source[],
  destinations: readonly Destination[],
  similarity: Similarity,
  { minimum, copies }: { minimum: number; copies: boolean },
): void {
  // A rank is the score, then whether the basenames are the same. Which of equal ranks comes first
  // depends on the place that it took among the kept, so even ranks below the minimum take one.
  const ranks = new Int32Array(destinations.length * KEPT).fill(-1);
  const kept = new Int32Array(destinations.length * KEPT);
  const numbers = new Map<string, number>();
  for (const { basename } of sources) numbers.set(basename, numbers.get(basename) ?? numbers.size);
  const names = Int32Array.from(sources, ({ basename }) => numbers.get(basename)!);

  similarity.matrix(sources, destinations, minimum, (destination, first, scores) => {
    const name = numbers.get(destinations[destination].basename) ?? -1;
    const from = destination * KEPT;
    let worst = worstOf(ranks, from);
    for (let i = 0; i < scores.length; i++) {
      const rank = scores[i] * 2 + (names[first + i] === name ? 1 : 0);
      if (rank <= ranks[worst]) continue;
      ranks[worst] = rank;
      kept[worst] = first + i;
      worst = worstOf(ranks, from);
    }
  });

  const best = [...ranks.keys()].filter((i) => ranks[i] >= minimum * 2);
  best.sort((a, b) => ranks[b] - ranks[a]);
  for (const reuse of copies ? [false, true] : [false]) {
    for (const i of best) {
      const destination = destinations[Math.floor(i / KEPT)];
      const source = sources[kept[i]];
      if (destination.source !== null || (!reuse && source.uses > 0)) continue;
      join(source, destination, ranks[i] >> 1);
    }
  }
}

/** The first of the lowest among the kept ranks. */
function worstOf(ranks: Int32Array, from: number): number {
  let worst = from;
  for (let i = from + 1; i < from + KEPT; i++) if (ranks[i] < ranks[worst]) worst = i;
  return worst;
}
