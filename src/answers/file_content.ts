/**
 * The content of one side of a file: some of its lines, decoded, up to a size.
 *
 * @module
 */

import * as z from "zod/mini";
import { decodeText } from "../changes/encoding.ts";
import { LineDiff } from "../changes/line_diff.ts";
import { PrismError } from "../errors.ts";
import type { Equal } from "./shape/equal.ts";
import { untrustedLines } from "./shape/untrusted.ts";

/** Content of a file as an answer writes it. */
export interface FileContent {
  /** The lines as they are, decoded; empty of a binary file. */
  content: string;
  /** Lines of `content`; a last one needs no newline. */
  line_count: number;
  /** Bytes of the whole file as it is stored. */
  size_bytes: number;
  /** Whether `content` lacks lines or characters that were asked for. */
  truncated: boolean;
  /** Lines of the whole file, when `content` is not all of it. */
  total_lines?: number;
  /** What it was decoded from, when the file is not UTF-8. */
  encoding?: string;
}

/** Schema of {@link FileContent}. */
export const fileContentSchema = z.object({
  content: untrustedLines("file content"),
  line_count: z.int(),
  size_bytes: z.int(),
  truncated: z.boolean(),
  total_lines: z.optional(z.int()),
  encoding: z.optional(z.string()),
});

true satisfies Equal<z.infer<typeof fileContentSchema>, FileContent>;

/** Which part of a content is wanted. */
export interface Selection {
  /** First and last line, from 1; `null` for all. */
  readonly lines: readonly [from: number, to: number] | null;
  /** Most bytes of it in UTF-8. */
  readonly bytes: number;
}

/** Lines of a content, and which they are. */
export interface SelectedText {
  readonly text: string;
  /** Number of its first line. */
  readonly first: number;
  /** Lines of it; a last one needs no newline. */
  readonly lines: number;
  /** The last line that was asked for and is there; below `first` when there is none. */
  readonly last: number;
  /** Whether the text ends before that. */
  readonly cut: boolean;
  /** Whether it ends inside a line. */
  readonly insideLine: boolean;
  /** Lines of the whole content. */
  readonly total: number;
  /** The lines that were asked for; `null` for all. */
  readonly wanted: readonly [from: number, to: number] | null;
  /** Whether bytes that are no text in the encoding became U+FFFD. */
  readonly damaged: boolean;
}

/** Other encodings are decoded as a whole, up to this many bytes. */
const LARGEST_FOREIGN = 64 * 1024 * 1024;
const NEWLINE = 10;

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
let counter: LineDiff | undefined;

/**
 * Selects lines of a content. A byte order mark is left out; line ends stay as they are.
 *
 * @param encoding What the bytes are written in; `null` for UTF-8.
 * @throws {PrismError} `object_too_large` of an encoding that cannot be read in pieces
 */
export function selectText(
  bytes: Uint8Array,
  encoding: string | null,
  selection: Selection,
): SelectedText {
  const utf8 = encoding === null ? withoutMark(bytes) : recoded(bytes, encoding);
  const [from, to] = selection.lines ?? [1, Infinity];
  const start = lineStart(utf8, 0, from - 1);
  const end = to === Infinity ? utf8.length : lineStart(utf8, start, to - from + 1);
  const wanted = utf8.subarray(start, end);
  const kept = cutBytes(wanted, selection.bytes);
  const { text, damaged } = decode(kept);
  const total = countLines(utf8);
  const lines = countLines(kept);
  return {
    text,
    first: from,
    lines,
    last: Math.min(to, total),
    cut: kept.length < wanted.length,
    insideLine: kept.length < wanted.length && kept[kept.length - 1] !== NEWLINE,
    total,
    wanted: selection.lines,
    damaged,
  };
}

/**
 * The first lines of a selection whose JSON, sent as text, has at most so many bytes. A first line that
 * is longer is cut when there must be something.
 */
export function firstLines(
  selected: SelectedText,
  cost: (text: string) => number,
  { most, something }: { most: number; something: boolean },
): SelectedText {
  if (cost(selected.text) <= most) return selected;
  let at = 0;
  let lines = 0;
  let spent = cost("");
  for (;;) {
    const next = selected.text.indexOf("\n", at) + 1;
    const end = next === 0 ? selected.text.length : next;
    spent += cost(selected.text.slice(at, end)) - cost("");
    if (spent > most || end === at) break;
    lines++;
    at = end;
    if (at === selected.text.length) break;
  }
  if (lines > 0 || !something) {
    const text = selected.text.slice(0, at);
    return {
      ...selected,
      text,
      lines,
      cut: at < selected.text.length || selected.cut,
      insideLine: false,
    };
  }
  return cutFirstLine(selected, cost, most);
}

/** What goes out of a line that alone is too long, whatever the limit. */
const LEAST_CHARACTERS = 200;

function cutFirstLine(
  selected: SelectedText,
  cost: (text: string) => number,
  most: number,
): SelectedText {
  const end = selected.text.indexOf("\n");
  const line = end < 0 ? selected.text : selected.text.slice(0, end);
  let low = Math.min(line.length, LEAST_CHARACTERS);
  let high = line.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (cost(line.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  // A character of two units stays whole.
  const text = line.slice(0, low).replace(/[\ud800-\udbff]$/, "");
  return { ...selected, text, lines: 1, cut: true, insideLine: true };
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function recoded(bytes: Uint8Array, encoding: string): Uint8Array {
  if (bytes.length > LARGEST_FOREIGN) {
    throw new PrismError(
      "object_too_large",
      `A file of ${bytes.length} bytes in ${encoding} is not decoded.`,
      { hint: `Files up to ${LARGEST_FOREIGN} bytes are.`, data: { limit: LARGEST_FOREIGN } },
    );
  }
  return encoder.encode(decodeText(bytes, encoding));
}

/** Where the content goes on after so many lines from a place. */
function lineStart(bytes: Uint8Array, at: number, lines: number): number {
  for (let left = lines; left > 0 && at < bytes.length; left--) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0) return bytes.length;
    at = newline + 1;
  }
  return at;
}

/** The bytes up to a size: up to the end of a line, or else of a character. */
function cutBytes(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes;
  const newline = bytes.subarray(0, most).lastIndexOf(NEWLINE);
  if (newline >= 0) return bytes.subarray(0, newline + 1);
  let end = most;
  for (let back = 0; back < 3 && end > 0 && (bytes[end] & 0xc0) === 0x80; back++) end--;
  return bytes.subarray(0, end);
}

function countLines(bytes: Uint8Array): number {
  counter ??= new LineDiff();
  return counter.countLines(bytes);
}

function decode(bytes: Uint8Array): { text: string; damaged: boolean } {
  try {
    return { text: strict.decode(bytes), damaged: false };
  } catch {
    return { text: lenient.decode(bytes), damaged: true };
  }
}
