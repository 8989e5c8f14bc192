/**
 * The index: what the next commit will hold (gitformat-index(5)), in versions 2, 3 and 4.
 *
 * @module
 */

import type { CacheTree } from "./cache_tree.ts";
import { digest } from "./digest.ts";
import { type EntryList, listOf } from "./entry_list.ts";
import { indexCorrupt } from "./index_corrupt.ts";
import { readEntries } from "./index_entries.ts";
import type { IndexBytes, IndexEntry } from "./index_entry.ts";
import { readExtensions } from "./index_extensions.ts";
import { readMetadata } from "./metadata_file.ts";
import { type ObjectFormat, rawLength } from "./object_id.ts";
import { comparePaths } from "./path_bytes.ts";
import { type IndexPart, joinSplitIndex } from "./split_index.ts";

/** Entries have at least 62 bytes, and git itself counts them in 32 bits. */
const MAX_SIZE = 2 ** 31 - 1;
const HEADER = 12;

/** The entries of an index, in git's order: by the bytes of the path, then by stage. */
export interface GitIndex {
  readonly entries: EntryList;
  /** Whether some entries are directories (`index.sparse`). */
  readonly sparse: boolean;
  /** The trees that parts of the index are known to equal; `null` when none are recorded. */
  readonly cacheTree: CacheTree | null;
  /** When the file was written, in milliseconds since the epoch; 0 of a missing file. */
  readonly written: number;
}

/** How an index is to be read. */
export interface IndexOptions {
  format: ObjectFormat;
  /** When the file was written, in milliseconds since the epoch. */
  written?: number;
  /** Whether to check the digest at the file's end, which git does not do either by default. */
  verify?: boolean;
  /** Reads `sharedindex.<id>` beside the index; `null` when there is none. */
  readShared?: (name: string) => Uint8Array | null;
}

/**
 * The index of a worktree, `$GIT_DIR/index` or the file named; a missing file is an empty index.
 * @throws {PrismError} `index_corrupt`, `unreadable`
 */
export function openIndex(
  gitDir: string,
  format: ObjectFormat,
  file: string = `${gitDir}/index`,
): GitIndex {
  // The time is taken first: an index that is replaced in between looks older, so more is compared.
  const written = writtenAt(file);
  const bytes = readMetadata(file, MAX_SIZE);
  if (bytes === null) return { entries: listOf([]), sparse: false, cacheTree: null, written: 0 };
  const readShared = (name: string) => readMetadata(`${gitDir}/${name}`, MAX_SIZE);
  return parseIndex(bytes, { format, written, readShared });
}

function writtenAt(file: string): number {
  try {
    return Deno.statSync(file).mtime?.getTime() ?? 0;
  } catch {
    // What is wrong is said when the file is read.
    return 0;
  }
}

/**
 * Reads the bytes of an index.
 * @throws {PrismError} `index_corrupt`
 */
export function parseIndex(bytes: Uint8Array, options: IndexOptions): GitIndex {
  const part = parsePart(bytes, options);
  const { entries, sparse } = part.link === null ? part : joinSplitIndex(part, (name) => {
    const shared = options.readShared?.(name) ?? null;
    if (shared === null) throw indexCorrupt(`its base "${name}" is missing`);
    return parsePart(shared, { ...options, verify: false });
  }, rawLength(options.format));
  checkOrder(entries);
  return { entries, sparse, cacheTree: part.cacheTree, written: options.written ?? 0 };
}

function parsePart(bytes: Uint8Array, options: IndexOptions): IndexPart {
  const idLength = rawLength(options.format);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - idLength;
  if (end < HEADER) throw indexCorrupt(`it has only ${bytes.length} bytes`);
  if (view.getUint32(0) !== SIGNATURE) throw indexCorrupt("it does not begin with DIRC");
  const version = view.getUint32(4);
  if (version < 2 || version > 4) throw indexCorrupt(`its version is ${version}, not 2, 3 or 4`);
  if (options.verify === true) verifyDigest(bytes, options.format);
  const source: IndexBytes = { bytes, view, idLength };
  const body = readEntries(source, { version, count: view.getUint32(8), start: HEADER, end });
  const extensions = readExtensions(source, body.end, end);
  if (!extensions.sparse && body.directories) {
    throw indexCorrupt("it holds directories but does not say that it is sparse");
  }
  return { entries: body.entries, ...extensions };
}

const SIGNATURE = 0x44495243;

function verifyDigest(bytes: Uint8Array, format: ObjectFormat): void {
  const end = bytes.length - rawLength(format);
  const stored = bytes.subarray(end);
  // `index.skipHash` leaves the digest out.
  if (stored.every((byte) => byte === 0)) return;
  if (digest(format, [bytes.subarray(0, end)]).toHex() !== stored.toHex()) {
    throw indexCorrupt("the digest at its end does not match");
  }
}

/** Everything that searches the index relies on its order. */
function checkOrder(entries: EntryList): void {
  let path = "";
  for (let at = 0; at < entries.length; at++) {
    const next = entries.path(at);
    // Only an unmerged path has several entries.
    const ordered = path === next
      ? at > 0 && entries.at(at - 1).stage < entries.at(at).stage
      : path < next || comparePaths(path, next) < 0;
    if (!ordered || next === "") {
      throw indexCorrupt(`the entry "${next}" is out of order`);
    }
    path = next;
  }
}

/** Position of the first entry whose path is not before the given one. */
export function lowerBound(
  entries: EntryList,
  path: string,
  low = 0,
  high: number = entries.length,
): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePaths(entries.path(middle), path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entry of a path in a stage (0 to 3); `null` when there is none. */
export function findEntry(index: GitIndex, path: string, stage: number): IndexEntry | null {
  const { entries } = index;
  for (let at = lowerBound(entries, path); at < entries.length; at++) {
    const entry = entries.at(at);
    if (entry.path !== path) break;
    if (entry.stage === stage) return entry;
  }
  return null;
}
