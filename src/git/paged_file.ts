/**
 * Random access to a file that is read page by page as it is asked for.
 *
 * @module
 */

import { readFully } from "./read_fully.ts";

const PAGE = 64 * 1024;
/** Files up to this size are read whole and closed: one call is cheaper than a handle and a bitmap. */
const SMALL = 256 * 1024;

/**
 * A file's bytes, loaded on demand. The buffer has the size of the file, but memory that was never
 * touched costs nothing: the operating system hands out zero pages when they are written.
 */
export class PagedFile {
  /** All bytes of the file; only what {@link PagedFile.ensure} was asked for is loaded. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same bytes, for reading big-endian numbers. */
  readonly view: DataView;
  #file: Deno.FsFile | null = null;
  #loaded: Uint8Array | null = null;

  /**
   * Opens a file.
   * @throws {Deno.errors.NotFound} and other errors of the operating system
   */
  constructor(path: string) {
    const file = Deno.openSync(path);
    let keep = false;
    try {
      const size = file.statSync().size;
      this.bytes = new Uint8Array(size);
      this.view = new DataView(this.bytes.buffer);
      if (size <= SMALL) {
        this.#fill(file, 0, size);
      } else {
        this.#file = file;
        this.#loaded = new Uint8Array(Math.ceil(size / PAGE));
        keep = true;
      }
    } finally {
      if (!keep) file.close();
    }
  }

  /** Size of the file in bytes when it was opened. */
  get size(): number {
    return this.bytes.length;
  }

  /** Loads the bytes of a range, which is cut at the end of the file. */
  ensure(start: number, length: number): void {
    const loaded = this.#loaded;
    if (loaded === null) return;
    // Pages are counted in 31 bits: files of up to 32 TiB.
    const first = (start / PAGE) | 0;
    const last = Math.min(((start + length - 1) / PAGE) | 0, loaded.length - 1);
    if (first === last && loaded[first] !== 0) return;
    for (let page = first; page <= last; page++) {
      if (loaded[page] !== 0) continue;
      let end = page + 1;
      while (end <= last && loaded[end] === 0) end++;
      const from = page * PAGE;
      this.#fill(this.#file!, from, Math.min(end * PAGE, this.size) - from);
      loaded.fill(1, page, end);
    }
  }

  #fill(file: Deno.FsFile, start: number, length: number): void {
    if (length === 0) return;
    file.seekSync(start, Deno.SeekMode.Start);
    // A file that shrank since it was opened reads as zeros; its reader finds that they make no sense.
    readFully(file, this.bytes.subarray(start, start + length));
  }

  /** Closes the file. What is loaded stays readable. */
  close(): void {
    this.#file?.close();
    this.#file = null;
    this.#loaded = null;
  }
}
