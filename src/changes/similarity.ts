/**
 * How alike two files are, exactly as git's rename detection scores them (gitdiffcore(7), "Detecting
 * renames"): the share of the larger file's bytes that stand in chunks, lines as a rule, which both
 * files have.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { type FileSide, isRegular } from "../git/file_side.ts";
import type { ObjectId } from "../git/object_id.ts";
import { Kernel } from "../git/kernel/kernel.ts";
import { BINARY_PROBE, hasNul } from "./line_diff.ts";

/** The score of equal files. */
export const FULL_SCORE = 60_000;

/** How files are scored. */
export interface SimilarityOptions {
  /**
   * Whether a last line without newline counts: git does so since 2.44, and dropped it before. True
   * unless given.
   */
  readonly countUnterminatedTail?: boolean;
  /**
   * What attributes say about whether a path is binary (`diff`, `binary`; gitattributes(5)); undefined
   * lets the content decide. Of a text the CR of a CRLF does not count.
   */
  readonly isBinary?: (path: string) => boolean | undefined;
}

/** A file that is compared. */
export interface ComparedFile {
  readonly path: string;
  readonly side: FileSide;
}

/** A file whose content could not be had. */
export interface UnreadFile {
  readonly path: string;
  readonly error: PrismError;
}

/** The chunk hashes of a file and how many bytes each has, in kernel memory. */
interface Spans {
  readonly key: string;
  readonly address: number;
  readonly length: number;
  readonly size: number;
}

const PIECE = 1024 * 1024;
const ENTRY = 8;
const ROW = 16;
/** Bytes of lists that are held at a time. */
const LISTS = 64 * 1024 * 1024;
/** WebAssembly memory never shrinks: an instance that grew beyond this is given up. */
const KEPT_MEMORY = 16 * 1024 * 1024;
const CARRIAGE_RETURN = 13;

let idle: Kernel | undefined;

/**
 * Scores files against each other. Sizes and chunk lists are had once per file and content; what
 * cannot be read scores 0 and is noted. Call {@link Similarity.close} when done.
 */
export class Similarity {
  /** What could not be read, each file once. */
  readonly unread: UnreadFile[] = [];
  readonly #options: SimilarityOptions;
  readonly #capacity: number;
  readonly #sizes = new Map<ComparedFile, number>();
  readonly #failed = new Set<ComparedFile>();
  readonly #lists = new Map<string, Spans>();
  readonly #kernel: Kernel;
  readonly #mark: number;
  readonly #piece: number;
  readonly #start: number;

  /** Takes a kernel; `capacity` is how many bytes of lists are held at a time. */
  constructor(options: SimilarityOptions = {}, capacity: number = LISTS) {
    this.#options = options;
    this.#capacity = capacity;
    this.#kernel = idle ?? new Kernel();
    idle = undefined;
    this.#mark = this.#kernel.exports.mark();
    if (!this.#kernel.exports.openSpans()) throw outOfMemory();
    this.#piece = reserve(this.#kernel, PIECE + 1);
    this.#start = this.#kernel.exports.mark();
  }

  /** Gives the memory back. */
  close(): void {
    const { exports } = this.#kernel;
    exports.release(this.#mark);
    if (exports.memory.buffer.byteLength <= KEPT_MEMORY) idle = this.#kernel;
  }

  /** Size of the file in bytes; -1 when it cannot be had or the file is none of bytes. */
  #size(file: ComparedFile): number {
    let size = this.#sizes.get(file);
    if (size === undefined) {
      const read = isRegular(file.side.mode);
      size = read ? this.#attempt(file, () => file.side.size()) ?? -1 : -1;
      this.#sizes.set(file, size);
    }
    return size;
  }

  /** Object name of the file's content; null when it cannot be had. */
  id(file: ComparedFile): ObjectId | null {
    return this.#attempt(file, () => file.side.id()) ?? null;
  }

  /** Score of two files, 0 to {@link FULL_SCORE}; 0 when their sizes rule out the minimum. */
  score(a: ComparedFile, b: ComparedFile, minimum: number): number {
    if (!mayReach(this.#size(a), this.#size(b), minimum)) return 0;
    if (this.#full) this.#forget();
    let score = 0;
    const [list, target] = [this.#spans(a), this.#spans(b)];
    if (list !== null && target !== null) {
      this.#withRows([list], (rows) => score = rows(target, minimum)[0]);
    }
    return score;
  }

  /**
   * Scores every source against every destination and hands out one row of scores after another. When
   * not all lists fit in memory at a time, the sources come in several blocks: `row` is then called
   * again for the same destination with the scores of the sources from `first` on.
   */
  matrix(
    sources: readonly ComparedFile[],
    destinations: readonly ComparedFile[],
    minimum: number,
    row: (destination: number, first: number, scores: Uint16Array) => void,
  ): void {
    const sizes = new Sizes(destinations.map((file) => this.#size(file)));
    if (this.#full) this.#forget();
    for (let first = 0; first < sources.length;) {
      const lists: (Spans | null)[] = [];
      do {
        const source = sources[first + lists.length];
        lists.push(sizes.reach(this.#size(source), minimum) ? this.#spans(source) : null);
      } while (first + lists.length < sources.length && !this.#full);
      this.#block(lists, destinations, minimum, (i, scores) => row(i, first, scores));
      first += lists.length;
      if (first < sources.length) this.#forget();
    }
  }

  #block(
    lists: readonly (Spans | null)[],
    destinations: readonly ComparedFile[],
    minimum: number,
    row: (destination: number, scores: Uint16Array) => void,
  ): void {
    const { exports } = this.#kernel;
    const sizes = new Sizes(lists.map((list) => list?.size ?? -1));
    const none = new Uint16Array(lists.length);
    this.#withRows(lists, (scores) => {
      destinations.forEach((file, i) => {
        // A destination is needed once per block: its list makes room for the next one's.
        const mark = exports.mark();
        const target = sizes.reach(this.#size(file), minimum) ? this.#spans(file) : null;
        row(i, target === null ? none : scores(target, minimum));
        if (target !== null && target.address >= mark) this.#lists.delete(target.key);
        exports.release(mark);
      });
    });
  }

  /** Lays the lists out as the kernel wants them; `use` gets what scores them all against one. */
  #withRows(
    lists: readonly (Spans | null)[],
    use: (scores: (target: Spans, minimum: number) => Uint16Array) => void,
  ): void {
    const { exports } = this.#kernel;
    const mark = exports.mark();
    const rows = reserve(this.#kernel, lists.length * ROW);
    const output = reserve(this.#kernel, lists.length * 2);
    const words = new Uint32Array(this.#kernel.memory.buffer, rows, lists.length * 4);
    const sizes = new Float64Array(this.#kernel.memory.buffer, rows, lists.length * 2);
    lists.forEach((list, i) => {
      words[i * 4] = list?.address ?? 0;
      words[i * 4 + 1] = list?.length ?? 0;
      sizes[i * 2 + 1] = list?.size ?? 0;
    });
    use((target, minimum) => {
      exports.loadSpans(target.address, target.length);
      exports.scoreSpans(rows, lists.length, target.size, minimum, output);
      exports.unloadSpans(target.address, target.length);
      return new Uint16Array(this.#kernel.memory.buffer, output, lists.length);
    });
    exports.release(mark);
  }

  get #full(): boolean {
    return this.#kernel.exports.mark() - this.#start >= this.#capacity;
  }

  #forget(): void {
    this.#kernel.exports.release(this.#start);
    this.#lists.clear();
  }

  /** The file's list; null when it cannot be read. */
  #spans(file: ComparedFile): Spans | null {
    const id = this.id(file);
    if (id === null) return null;
    const binary = this.#options.isBinary?.(file.path);
    const key = `${binary ?? ""} ${id}`;
    let spans = this.#lists.get(key);
    if (spans === undefined) {
      spans = this.#attempt(file, () => {
        const pieces = this.#size(file) > PIECE ? file.side.pieces() : [file.side.read()];
        return this.#makeSpans(key, pieces, binary);
      });
      if (spans === undefined) return null;
      this.#lists.set(key, spans);
    }
    return spans;
  }

  #makeSpans(key: string, pieces: Iterable<Uint8Array>, binary: boolean | undefined): Spans {
    const { exports } = this.#kernel;
    let text = binary === undefined ? undefined : !binary;
    let size = 0;
    // What follows a CR decides whether it counts: one at the end of a piece waits for the next.
    let waiting = 0;
    try {
      for (const piece of pieces) {
        text ??= !hasNul(piece.subarray(0, BINARY_PROBE));
        for (let at = 0; at < piece.length; at += PIECE) {
          const part = piece.subarray(at, at + PIECE);
          this.#kernel.memory.set(part, this.#piece + waiting);
          const length = waiting + part.length;
          waiting = part[part.length - 1] === CARRIAGE_RETURN ? 1 : 0;
          exports.addSpans(this.#piece, length - waiting, text);
          if (waiting === 1) this.#kernel.memory[this.#piece] = CARRIAGE_RETURN;
        }
        size += piece.length;
      }
      if (waiting === 1) exports.addSpans(this.#piece, 1, text!);
    } catch (error) {
      // A file that turns out to be damaged leaves nothing behind.
      exports.dropSpans();
      throw error;
    }
    const length = exports.endSpans(this.#options.countUnterminatedTail ?? true);
    const address = reserve(this.#kernel, length * ENTRY);
    exports.takeSpans(address);
    return { key, address, length, size };
  }

  /** Runs what may find the file unreadable; that is noted once and not tried again. */
  #attempt<T>(file: ComparedFile, job: () => T): T | undefined {
    if (this.#failed.has(file)) return undefined;
    try {
      return job();
    } catch (error) {
      if (!(error instanceof PrismError)) throw error;
      this.#failed.add(file);
      this.unread.push({ path: file.path, error });
      return undefined;
    }
  }
}

/** Whether files of these sizes (-1: unknown) can reach the minimum score. */
function mayReach(a: number, b: number, minimum: number): boolean {
  if (a < 0 || b < 0) return false;
  const larger = Math.max(a, b);
  return (larger - Math.min(a, b)) * FULL_SCORE <= larger * (FULL_SCORE - minimum);
}

/** Sizes of files, without the unknown ones, in ascending order. */
class Sizes {
  readonly #sorted: Float64Array;

  constructor(sizes: readonly number[]) {
    this.#sorted = Float64Array.from(sizes.filter((size) => size >= 0)).sort();
  }

  /** Whether any of them is near enough to this size to reach the minimum score. */
  reach(size: number, minimum: number): boolean {
    let low = 0, high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sorted[middle] < size) low = middle + 1;
      else high = middle;
    }
    // The next smaller and the next larger one are the nearest.
    return (low > 0 && mayReach(size, this.#sorted[low - 1], minimum)) ||
      (low < this.#sorted.length && mayReach(size, this.#sorted[low], minimum));
  }
}

function reserve(kernel: Kernel, size: number): number {
  const address = kernel.exports.reserve(size) >>> 0;
  if (address === 0) throw outOfMemory();
  return address;
}

function outOfMemory(): PrismError {
  return new PrismError("object_too_large", "Cannot look for renames: memory is used up.", {
    hint: "Set a lower diff.renameLimit, or leave files out with a path pattern.",
  });
}
