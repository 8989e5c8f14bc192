/**
 * The WebAssembly kernel: one module, any number of instances, each with a linear memory of its own.
 *
 * @module
 */

import { KERNEL_BASE64 } from "./kernel.gen.ts";

/** What the module exports. Addresses and lengths are bytes in its memory. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  /** End of the reserved stack. */
  mark(): number;
  /** Forgets what was reserved since the mark. */
  release(mark: number): void;
  /** Reserves bytes; 0 when memory cannot grow. */
  reserve(size: number): number;
  /** Inflates a zlib stream; see assembly/inflate.ts for the codes below zero. */
  inflate(
    input: number,
    inputLength: number,
    output: number,
    size: number,
    prefix: boolean,
  ): number;
  /** Begins a stream that is inflated in pieces; see assembly/inflate_stream.ts. */
  streamBegin(): void;
  /** Inflates as far as input and output go; the bytes of input used, or -1. */
  streamInflate(
    input: number,
    inputLength: number,
    final: boolean,
    floor: number,
    output: number,
    outputEnd: number,
  ): number;
  /** Address behind the last byte that was written. */
  streamPosition(): number;
  /** Whether the stream has ended and its checksum is right. */
  streamDone(): boolean;
  /** Size of the object that a delta makes; -1 when its header is cut off. */
  deltaResultSize(delta: number, length: number): number;
  /** Applies a delta; 0 when it does not fit. */
  applyDelta(
    base: number,
    baseLength: number,
    delta: number,
    deltaLength: number,
    output: number,
    size: number,
  ): number;
  /** Makes the first bytes of what a delta makes; see assembly/delta.ts. */
  deltaPrefix(
    base: number,
    baseLength: number,
    delta: number,
    deltaLength: number,
    output: number,
    size: number,
  ): number;
  /** Rows of the entries in which two trees differ; see assembly/trees.ts. */
  compareTrees(
    before: number,
    beforeLength: number,
    after: number,
    afterLength: number,
    idLength: number,
    rows: number,
    capacity: number,
  ): number;
  /** Finds an entry of a tree by name; see assembly/trees.ts. */
  findTreeEntry(
    tree: number,
    length: number,
    idLength: number,
    name: number,
    nameLength: number,
    result: number,
  ): number;
  /** How many bytes at the begin are ASCII; less than `length` when one is not. */
  asciiLength(address: number, length: number): number;
  /** Reads the words of a text; the number of distinct ones, -1 when memory cannot grow; see assembly/words.ts. */
  readWords(address: number, length: number, seed: number): number;
  /** The same of words that may be defined there; see assembly/words.ts. */
  readDefined(
    address: number,
    length: number,
    seed: number,
    signs: number,
    others: number,
    many: number,
  ): number;
  /** Writes the filter of the words that were read, so many bits of it. */
  takeWords(output: number, bits: number): void;
  /** Starts a SHA-1 or SHA-256 digest. */
  digestBegin(sha256: boolean): void;
  /** Adds bytes to the digest. */
  digestUpdate(address: number, length: number): void;
  /** Writes the digest's 20 or 32 bytes. */
  digestFinish(output: number): void;
  /** Begins a file for the three functions below; see assembly/line_endings.ts. */
  beginEndings(): void;
  /** Counts line endings and kinds of bytes of a piece. */
  countEndings(address: number, length: number): void;
  /** Writes the six counts (f64 each). */
  endEndings(output: number): void;
  /** Copies a piece without the carriage returns that a newline follows; returns the bytes written. */
  dropReturns(address: number, length: number, output: number, last: boolean): number;
  /** Number of lines; a last one without newline counts. */
  countLines(address: number, length: number): number;
  /** Sets the secret of the line hashes, so that no file can be made to collide. */
  seedLines(a: number, b: number, c: number, d: number): void;
  /** Writes how many lines were added and removed (u32 each); 0 when memory cannot grow. */
  lineCounts(
    before: number,
    beforeLength: number,
    after: number,
    afterLength: number,
    output: number,
  ): number;
  /** Finds changed runs, -1 when memory cannot grow; see assembly/line_diff.ts. */
  lineHunks(
    before: number,
    beforeLength: number,
    after: number,
    afterLength: number,
    withoutContext: boolean,
    output: number,
  ): number;
  /** Reserves the tables of the functions below; false when memory cannot grow. */
  openSpans(): boolean;
  /** Cuts a piece of a file into chunks; see assembly/spans.ts. */
  addSpans(address: number, length: number, text: boolean): void;
  /** Ends the file and returns the length of its list of 8-byte entries. */
  endSpans(tail: boolean): number;
  /** Forgets what was read of a file. */
  dropSpans(): void;
  /** Writes the list of the file that was read. */
  takeSpans(output: number): void;
  /** Makes the file of this list the one that others are scored against. */
  loadSpans(list: number, length: number): void;
  /** Takes that file out again. */
  unloadSpans(list: number, length: number): void;
  /** Scores files (16 bytes each) against the loaded one; u16 each. */
  scoreSpans(
    files: number,
    many: number,
    size: number,
    minimum: number,
    scores: number,
  ): void;
}

let compiled: WebAssembly.Module | undefined;

/** One instance of the kernel. */
export class Kernel {
  /** The module's functions. */
  readonly exports: KernelExports;
  #view: Uint8Array<ArrayBuffer>;

  /** Instantiates the module; it is compiled once per process. */
  constructor() {
    compiled ??= new WebAssembly.Module(Uint8Array.fromBase64(KERNEL_BASE64));
    this.exports = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
    this.#view = new Uint8Array(this.exports.memory.buffer as ArrayBuffer);
  }

  /** All of the memory. The view is valid until the memory grows: do not keep it. */
  get memory(): Uint8Array<ArrayBuffer> {
    if (this.#view.buffer !== this.exports.memory.buffer) {
      this.#view = new Uint8Array(this.exports.memory.buffer as ArrayBuffer);
    }
    return this.#view;
  }

  /** A view of some bytes, valid until the memory grows. */
  bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.memory.subarray(address, address + length);
  }

  /**
   * Reserves memory.
   * @throws {RangeError} when the memory cannot grow that far
   */
  reserve(size: number): number {
    const address = this.exports.reserve(size) >>> 0;
    if (address === 0) throw new RangeError(`Cannot reserve ${size} bytes of kernel memory`);
    return address;
  }

  /** Reserves memory and copies the bytes into it; they may be a view of this memory. */
  store(bytes: Uint8Array): number {
    const inside = bytes.buffer === this.exports.memory.buffer;
    const { byteOffset, length } = bytes;
    const address = this.reserve(length);
    // Growing detaches every view, so bytes of this memory are named by their place.
    if (inside) this.memory.copyWithin(address, byteOffset, byteOffset + length);
    else this.memory.set(bytes, address);
    return address;
  }
}
