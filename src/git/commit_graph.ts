/**
 * Commit-graph files: parents, dates and generation numbers of commits without reading the commits
 * (gitformat-commit-graph(5)). They are a cache: a damaged one answers nothing, and the commits
 * themselves are asked instead.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { isAbsent, kindOf, readMetadataText } from "./metadata_file.ts";
import { type ObjectFormat, type ObjectId, rawLength } from "./object_id.ts";
import { PagedFile } from "./paged_file.ts";

/** What the graph knows of a commit. */
export interface GraphCommit {
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  /** The committer's time in seconds since the epoch. */
  readonly time: number;
  /**
   * Larger than that of every parent: a corrected commit date when all files of the graph have them,
   * a topological level otherwise; 0 when the writer did not know.
   */
  readonly generation: number;
}

/** The commit-graph of a repository: one file, or a chain of them. */
export class CommitGraph {
  readonly #layers: readonly Layer[];
  readonly #correctedDates: boolean;
  #damaged = false;

  private constructor(layers: readonly Layer[]) {
    this.#layers = layers;
    this.#correctedDates = layers.every((layer) => layer.dates !== undefined);
  }

  /** The graph of the first objects directory that has one; `null` when none has a sound one. */
  static open(objectDirs: readonly string[], format: ObjectFormat): CommitGraph | null {
    for (const directory of objectDirs) {
      const layer = openLayer(`${directory}/info/commit-graph`, format, []);
      if (layer !== null) return new CommitGraph([layer]);
      const layers = openChain(directory, objectDirs, format);
      if (layers.length > 0) return new CommitGraph(layers);
    }
    return null;
  }

  /** Number of commits in the graph. */
  get size(): number {
    return this.#layers.reduce((sum, layer) => sum + layer.count, 0);
  }

  /** The commit, or `null` when the graph does not hold it or turned out to be damaged. */
  find(id: ObjectId): GraphCommit | null {
    if (this.#damaged) return null;
    const raw = Uint8Array.fromHex(id);
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const layer = this.#layers[i];
      const at = layer.find(raw);
      if (at < 0) continue;
      const commit = this.#read(layer, at);
      if (commit === null) this.#damaged = true;
      return commit;
    }
    return null;
  }

  /** Lets go of the files. */
  close(): void {
    for (const layer of this.#layers) layer.close();
  }

  #read(layer: Layer, at: number): GraphCommit | null {
    const row = layer.row(at);
    const parents: ObjectId[] = [];
    for (const position of layer.parents(at)) {
      const parent = this.#idAt(position);
      if (parent === null) return null;
      parents.push(parent);
    }
    const { view } = layer.file;
    const high = view.getUint32(row.links + 8);
    const time = (high & 3) * 2 ** 32 + view.getUint32(row.links + 12);
    const offset = this.#correctedDates ? layer.dateOffset(at) : null;
    return {
      tree: layer.hex(row.tree),
      parents,
      time,
      generation: offset === null ? high >>> 2 : time + offset,
    };
  }

  #idAt(position: number): ObjectId | null {
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const layer = this.#layers[i];
      if (position < layer.base) continue;
      return position - layer.base < layer.count ? layer.idAt(position - layer.base) : null;
    }
    return null;
  }
}

/** A chunk's place in the file. */
interface Chunk {
  readonly start: number;
  readonly length: number;
}

const SIGNATURE = 0x43475048; // "CGPH"
const HEADER = 8;
const FANOUT = 256 * 4;
const NO_PARENT = 0x70000000;
const HIGH_BIT = 0x80000000;
/** Git itself writes a handful of layers; a bound for hostile chains. */
const MAX_LAYERS = 1024;
const MAX_CHAIN = MAX_LAYERS * 65;
/** No merge has more parents; a bound for hostile edge lists. */
const MAX_PARENTS = 65536;

/** One file of the graph. */
class Layer {
  readonly base: number;
  readonly count: number;
  readonly file: PagedFile;
  readonly dates: Chunk | undefined;
  readonly #nameLength: number;
  readonly #fanout: Chunk;
  readonly #names: Chunk;
  readonly #rows: Chunk;
  readonly #edges: Chunk | undefined;
  readonly #largeDates: Chunk | undefined;

  constructor(file: PagedFile, chunks: ReadonlyMap<string, Chunk>, base: number, name: number) {
    this.file = file;
    this.base = base;
    this.#nameLength = name;
    this.#fanout = required(chunks, "OIDF", FANOUT);
    file.ensure(this.#fanout.start, FANOUT);
    let before = 0;
    for (let i = 0; i < 256; i++) {
      const next = file.view.getUint32(this.#fanout.start + i * 4);
      if (next < before) throw new DamagedGraph();
      before = next;
    }
    this.count = before;
    this.#names = required(chunks, "OIDL", this.count * name);
    this.#rows = required(chunks, "CDAT", this.count * (name + 16));
    this.#edges = chunks.get("EDGE");
    const dates = chunks.get("GDA2");
    this.dates = dates !== undefined && dates.length >= this.count * 4 ? dates : undefined;
    this.#largeDates = chunks.get("GDO2");
  }

  find(raw: Uint8Array): number {
    const { view } = this.file;
    const first = this.#fanout.start + raw[0] * 4;
    let low = raw[0] === 0 ? 0 : view.getUint32(first - 4);
    let high = view.getUint32(first) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, raw);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #compare(at: number, raw: Uint8Array): number {
    const start = this.#names.start + at * this.#nameLength;
    this.file.ensure(start, this.#nameLength);
    const { bytes } = this.file;
    for (let i = 0; i < this.#nameLength; i++) {
      const difference = bytes[start + i] - raw[i];
      if (difference !== 0) return difference;
    }
    return 0;
  }

  idAt(at: number): ObjectId {
    const start = this.#names.start + at * this.#nameLength;
    this.file.ensure(start, this.#nameLength);
    return this.hex(start);
  }

  hex(start: number): ObjectId {
    return this.file.bytes.subarray(start, start + this.#nameLength).toHex() as ObjectId;
  }

  row(at: number): { tree: number; links: number } {
    const tree = this.#rows.start + at * (this.#nameLength + 16);
    this.file.ensure(tree, this.#nameLength + 16);
    return { tree, links: tree + this.#nameLength };
  }

  /** Positions in the whole chain; one that lies outside stands for damage. */
  parents(at: number): number[] {
    const { view } = this.file;
    const { links } = this.row(at);
    const first = view.getUint32(links);
    const second = view.getUint32(links + 4);
    if (first === NO_PARENT) return [];
    if (second === NO_PARENT) return [first];
    if (second < HIGH_BIT) return [first, second];
    const parents = [first];
    for (let edge = second - HIGH_BIT; parents.length < MAX_PARENTS; edge++) {
      const value = this.#number(this.#edges, edge, 4);
      if (value === null) return [OUTSIDE];
      parents.push(value & 0x7fffffff);
      if (value >= HIGH_BIT) return parents;
    }
    return [OUTSIDE];
  }

  /** Seconds from the commit's date to its corrected date; `null` when the file does not tell. */
  dateOffset(at: number): number | null {
    const value = this.#number(this.dates, at, 4);
    if (value === null || value < HIGH_BIT) return value;
    return this.#number(this.#largeDates, value - HIGH_BIT, 8);
  }

  #number(chunk: Chunk | undefined, index: number, size: 4 | 8): number | null {
    if (chunk === undefined || (index + 1) * size > chunk.length) return null;
    const start = chunk.start + index * size;
    this.file.ensure(start, size);
    const { view } = this.file;
    if (size === 4) return view.getUint32(start);
    return view.getUint32(start) * 2 ** 32 + view.getUint32(start + 4);
  }

  close(): void {
    this.file.close();
  }
}

const OUTSIDE = 2 ** 32;

/** The graph cannot be what git wrote. Never leaves this file. */
class DamagedGraph extends Error {}

function required(chunks: ReadonlyMap<string, Chunk>, id: string, length: number): Chunk {
  const chunk = chunks.get(id);
  if (chunk === undefined || chunk.length < length) throw new DamagedGraph();
  return chunk;
}

/** `null` when the file is absent, unreadable, of another format, or does not fit on `bases`. */
function openLayer(path: string, format: ObjectFormat, bases: readonly Base[]): Layer | null {
  let file: PagedFile | undefined;
  try {
    // Opening a pipe would wait for its writer.
    if (kindOf(path) !== "file") return null;
    file = new PagedFile(path);
    return readLayer(file, format, bases);
  } catch (error) {
    file?.close();
    const expected = error instanceof DamagedGraph || error instanceof RangeError ||
      error instanceof PrismError || isAbsent(error) ||
      error instanceof Deno.errors.PermissionDenied;
    if (expected) return null;
    throw error;
  }
}

interface Base {
  readonly hash: string;
  readonly layer: Layer;
}

function readLayer(file: PagedFile, format: ObjectFormat, bases: readonly Base[]): Layer {
  const name = rawLength(format);
  file.ensure(0, HEADER);
  const { view, bytes } = file;
  if (file.size < HEADER + 12 + name || view.getUint32(0) !== SIGNATURE) throw new DamagedGraph();
  if (bytes[4] !== 1 || bytes[5] !== (format === "sha1" ? 1 : 2)) throw new DamagedGraph();
  const chunks = readChunks(file, bytes[6], file.size - name);
  if (bytes[7] !== bases.length) throw new DamagedGraph();
  if (bases.length > 0) {
    const listed = required(chunks, "BASE", bases.length * name);
    file.ensure(listed.start, listed.length);
    bases.forEach(({ hash }, i) => {
      const start = listed.start + i * name;
      if (bytes.subarray(start, start + name).toHex() !== hash) throw new DamagedGraph();
    });
  }
  const base = bases.reduce((sum, { layer }) => sum + layer.count, 0);
  return new Layer(file, chunks, base, name);
}

function readChunks(file: PagedFile, count: number, end: number): Map<string, Chunk> {
  const table = (count + 1) * 12;
  if (HEADER + table > end) throw new DamagedGraph();
  file.ensure(HEADER, table);
  const chunks = new Map<string, Chunk>();
  for (let i = 0; i < count; i++) {
    const at = HEADER + i * 12;
    const start = offsetAt(file.view, at + 4);
    const next = offsetAt(file.view, at + 16);
    if (start < HEADER + table || next < start || next > end) throw new DamagedGraph();
    const id = String.fromCharCode(...file.bytes.subarray(at, at + 4));
    if (chunks.has(id)) throw new DamagedGraph();
    chunks.set(id, { start, length: next - start });
  }
  return chunks;
}

function offsetAt(view: DataView, at: number): number {
  return view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
}

/** The layers of a chain, bottom first: as many as are sound. */
function openChain(
  directory: string,
  objectDirs: readonly string[],
  format: ObjectFormat,
): Layer[] {
  const text = readChainFile(`${directory}/info/commit-graphs/commit-graph-chain`);
  const bases: Base[] = [];
  for (const hash of text.split("\n").slice(0, MAX_LAYERS)) {
    if (hash.length !== 2 * rawLength(format) || !/^[0-9a-f]+$/.test(hash)) break;
    // The lower layers of a fork's chain lie where its alternates are.
    const layer = [directory, ...objectDirs].values()
      .map((place) => openLayer(`${place}/info/commit-graphs/graph-${hash}.graph`, format, bases))
      .find((found) => found !== null);
    if (layer === undefined || layer === null) break;
    bases.push({ hash, layer });
  }
  return bases.map(({ layer }) => layer);
}

function readChainFile(path: string): string {
  try {
    return readMetadataText(path, MAX_CHAIN) ?? "";
  } catch (error) {
    if (error instanceof PrismError) return "";
    throw error;
  }
}
