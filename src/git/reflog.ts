/**
 * Reflogs that are files: one line for each value that a reference has had
 * (gitrepository-layout(5), "logs").
 *
 * @module
 */

import { readMetadata } from "./metadata_file.ts";
import { hexLength, type ObjectFormat, type ObjectId } from "./object_id.ts";
import type { ReflogEntry } from "./refs.ts";

const MAX_SIZE = 256 << 20;
const decoder = new TextDecoder();

/**
 * The entries of a reflog file, newest first; `null` when there is no such file. Lines that are not
 * entries are left out, as git does.
 * @throws {PrismError} `unreadable`
 */
export function readReflogFile(path: string, format: ObjectFormat): ReflogEntry[] | null {
  const bytes = readMetadata(path, MAX_SIZE);
  return bytes === null ? null : parseReflog(bytes, format);
}

/** The entries of a reflog's bytes, newest first. */
export function parseReflog(bytes: Uint8Array, format: ObjectFormat): ReflogEntry[] {
  const entries: ReflogEntry[] = [];
  for (const line of decoder.decode(bytes).split("\n")) {
    const entry = parseLine(line, hexLength(format));
    if (entry !== null) entries.push(entry);
  }
  return entries.reverse();
}

// Behind the address: seconds, offset from UTC, and after a tab the message.
const REST = /^ ([0-9]{1,15}) [+-][0-9]{4}(?:\t|$)/;
const HEX = /^[0-9a-f]+$/;

function parseLine(line: string, digits: number): ReflogEntry | null {
  const before = line.slice(0, digits);
  const after = line.slice(digits + 1, 2 * digits + 1);
  if (line[digits] !== " " || line[2 * digits + 1] !== " ") return null;
  if (!HEX.test(before) || !HEX.test(after)) return null;
  // The message may hold an angle bracket too, but never a tab before it.
  const address = line.indexOf(">", 2 * digits + 2);
  const rest = address < 0 ? null : REST.exec(line.slice(address + 1));
  if (rest === null) return null;
  return {
    before: before as ObjectId,
    after: after as ObjectId,
    time: Number(rest[1]),
    message: line.slice(address + 1 + rest[0].length),
  };
}
