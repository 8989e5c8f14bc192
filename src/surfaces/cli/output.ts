/**
 * What the command line prints.
 *
 * @module
 */

import { EXIT_CODES, PrismError } from "../../errors.ts";
import { escapeInvisible } from "../../answers/shape/untrusted.ts";

const encoder = new TextEncoder();

/** Whoever read the output has had enough; that is no failure. */
export class ReaderGone extends Error {}

/** The output cannot be written: a full disk, a device that fails. */
export class OutputFailed extends Error {}

/**
 * Writes all of the text to stdout.
 * @throws {ReaderGone | OutputFailed}
 */
export function print(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Characters that are gathered before they are written. */
const GATHERED = 64 * 1024;

/** Writes pieces of text to stdout, many at a time. */
export class Printer {
  #gathered = "";
  readonly #before: () => void;

  /** Calls a function before each time that something is written. */
  constructor(before: () => void = () => {}) {
    this.#before = before;
  }

  /**
   * Takes a piece.
   * @throws {ReaderGone | OutputFailed}
   */
  add(piece: string): void {
    this.#gathered += piece;
    if (this.#gathered.length >= GATHERED) this.flush();
  }

  /**
   * Writes what was taken.
   * @throws {ReaderGone | OutputFailed}
   */
  flush(): void {
    if (this.#gathered === "") return;
    this.#before();
    print(this.#gathered);
    this.#gathered = "";
  }
}

/** Writes all of the text to stderr, if anybody reads it. */
export function printError(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch (error) {
    if (!(error instanceof ReaderGone || error instanceof OutputFailed)) throw error;
  }
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = encoder.encode(text);
  try {
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new ReaderGone();
    throw new OutputFailed(error instanceof Error ? error.message : String(error));
  }
}

/** Says what failed, in one sentence and a hint, and returns the exit code. */
export function report(failure: unknown): number {
  if (failure instanceof ReaderGone) return 0;
  if (failure instanceof PrismError && failure.kind !== "internal") {
    printError(`error: ${escapeInvisible(failure.message)}\n`);
    if (failure.hint !== undefined) printError(`hint: ${escapeInvisible(failure.hint)}\n`);
    return EXIT_CODES[failure.kind];
  }
  if (failure instanceof OutputFailed) {
    printError(`error: The answer cannot be written: ${failure.message}\n`);
    return EXIT_CODES.data;
  }
  if (failure instanceof Deno.errors.NotCapable) {
    printError(`error: ${failure.message}\nhint: Run git-prism with --allow-read.\n`);
    return EXIT_CODES.repository;
  }
  const text = failure instanceof Error ? failure.message : String(failure);
  printError(`error: git-prism has failed: ${escapeInvisible(text)}\n`);
  printError("hint: This is a fault of git-prism; please report it with the command you ran.\n");
  return EXIT_CODES.internal;
}

/** Milliseconds of work before progress is shown. */
const PATIENCE = 1000;
/** Milliseconds between two updates. */
const PAUSE = 100;

/** Shows on a terminal how far long work is, in one line that goes away. */
export class ProgressLine {
  readonly #enabled = Deno.stderr.isTerminal();
  readonly #started = performance.now();
  #shown = 0;

  /** Shows a message, when there has been time enough. */
  show(message: string): void {
    const now = performance.now();
    if (!this.#enabled || now - this.#started < PATIENCE || now - this.#shown < PAUSE) return;
    this.#shown = now;
    printError(`\r\x1b[K${message}`);
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#shown > 0) printError("\r\x1b[K");
    this.#shown = 0;
  }
}
