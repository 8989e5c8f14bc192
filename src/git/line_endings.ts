/**
 * Line endings of a file: what git counts before it decides about them, and the conversion to
 * newlines at check-in (gitattributes(5), "End-of-line conversion").
 *
 * @module
 */

import { Kernel } from "./kernel/kernel.ts";

/** Counts over a whole file. */
export interface LineEndings {
  /** NUL bytes. */
  nul: number;
  /** Carriage returns that no newline follows. */
  loneCr: number;
  /** Newlines without a carriage return before them. */
  loneLf: number;
  /** Pairs of both. */
  crLf: number;
  /** Bytes of text. */
  printable: number;
  /** Control characters, NUL among them. */
  control: number;
}

const CHUNK = 256 * 1024;
/** Ctrl-Z, which ended a text of CP/M and counts for nothing at the end. */
const SUBSTITUTE = 0x1a;

let kernel: Kernel | undefined;
let input = 0;
let output = 0;

function begin(): Kernel {
  if (kernel === undefined) {
    kernel = new Kernel();
    input = kernel.reserve(CHUNK);
    output = kernel.reserve(CHUNK + 1);
  }
  kernel.exports.beginEndings();
  return kernel;
}

/** Counts the line endings and the kinds of bytes. */
export function countLineEndings(bytes: Uint8Array): LineEndings {
  const kernel = begin();
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK);
    kernel.memory.set(piece, input);
    kernel.exports.countEndings(input, piece.length);
  }
  kernel.exports.endEndings(output);
  const view = new DataView(kernel.exports.memory.buffer, output);
  const [nul, loneCr, loneLf, crLf, printable, control] = [0, 8, 16, 24, 32, 40].map((at) =>
    view.getFloat64(at, true)
  );
  const ignored = bytes.at(-1) === SUBSTITUTE ? 1 : 0;
  return { nul, loneCr, loneLf, crLf, printable, control: control - ignored };
}

/** Whether the automatic conversion leaves a file with these counts alone, as binary. */
export function looksBinary({ nul, loneCr, printable, control }: LineEndings): boolean {
  return nul > 0 || loneCr > 0 || Math.floor(printable / 128) < control;
}

/** The bytes with a newline for each pair; `pairs` is how many there are. */
export function toNewlines(bytes: Uint8Array, pairs: number): Uint8Array {
  const kernel = begin();
  const converted = new Uint8Array(bytes.length - pairs);
  let written = 0;
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK);
    kernel.memory.set(piece, input);
    const last = at + CHUNK >= bytes.length;
    const length = kernel.exports.dropReturns(input, piece.length, output, last);
    converted.set(kernel.bytes(output, length), written);
    written += length;
  }
  return converted;
}
