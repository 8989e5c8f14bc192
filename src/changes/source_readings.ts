/**
 * Readings of sources that were made last. What a commit makes of a file is what the next one begins
 * with, so along a history each content is read once.
 *
 * @module
 */

import type { FileSide } from "../git/file_side.ts";
import type { SourceReading } from "../syntax/outline.ts";
import type { SourceReader } from "../syntax/read_source.ts";

/** Code units of all texts that are kept; a tree takes some 20 bytes for each. */
const MOST_TEXT = 1024 * 1024;
/** Readings that are kept. */
const MOST_READINGS = 256;

interface Kept {
  readonly reader: SourceReader;
  readonly reading: SourceReading;
}

/** Keeps the readings that were asked for last. They are its own: nobody else disposes them. */
export class SourceReadings {
  readonly #kept = new Map<string, Kept>();
  #text = 0;

  /**
   * The reading of a content, valid until {@link SourceReadings.trim} is called.
   *
   * @param largest Most bytes of the content.
   * @throws {PrismError} what reading the content throws
   */
  get(reader: SourceReader, side: FileSide, largest: number): SourceReading {
    const key = side.id();
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#kept.delete(key);
    if (kept?.reader === reader) {
      this.#kept.set(key, kept);
      return kept.reading;
    }
    if (kept !== undefined) this.#dispose(kept);
    const reading = reader.read(side.read(largest));
    this.#kept.set(key, { reader, reading });
    this.#text += reading.text.length;
    return reading;
  }

  /** Disposes what was not asked for longest, and all when a parser broke down. */
  trim(): void {
    const broken = [...this.#kept.values()].some(({ reading }) =>
      reading.outline.problems.some(({ code }) => code === "parser_failed" || code === "too_slow")
    );
    for (const [key, kept] of this.#kept) {
      if (!broken && this.#text <= MOST_TEXT && this.#kept.size <= MOST_READINGS) break;
      this.#kept.delete(key);
      this.#dispose(kept);
    }
  }

  /** Disposes all. */
  clear(): void {
    for (const kept of this.#kept.values()) this.#dispose(kept);
    this.#kept.clear();
  }

  #dispose({ reading }: Kept): void {
    this.#text -= reading.text.length;
    reading[Symbol.dispose]();
  }
}
