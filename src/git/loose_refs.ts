/**
 * References that are files of their own below a git directory (gitrepository-layout(5), "refs").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { isAbsent, unreadable } from "./metadata_file.ts";
import { hexLength, isObjectId, type ObjectFormat } from "./object_id.ts";
import { isRefName } from "./ref_name.ts";
import type { RefValue } from "./refs.ts";

/** More than a valid reference can take. */
const MAX_CONTENT = 8192;
const decoder = new TextDecoder();
const SYMBOLIC = /^ref:[ \t\n\v\f\r]*([^]*)$/;
const SPACE = /^[ \t\n\v\f\r]/;

/**
 * What the file of a reference holds; `null` when there is no such file, `"broken"` when it holds
 * no reference.
 * @param name valid by git's rules, so that it stays in the directory
 * @throws {PrismError} `unreadable`
 */
export function readLooseRef(
  directory: string,
  name: string,
  format: ObjectFormat,
): RefValue | "broken" | null {
  const path = `${directory}/${name}`;
  try {
    const info = Deno.lstatSync(path);
    if (info.isSymlink) {
      const target = Deno.readLinkSync(path);
      if (target.startsWith("refs/") && isRefName(target)) return { kind: "symbolic", target };
      const linked = Deno.statSync(path);
      if (!linked.isFile) return linked.isDirectory ? null : "broken";
    } else if (!info.isFile) return info.isDirectory ? null : "broken";
    return parseLooseRef(readStart(path), format);
  } catch (error) {
    if (isAbsent(error)) return null;
    if (error instanceof Deno.errors.FilesystemLoop) return "broken";
    throw unreadable(path, error);
  }
}

/** The first bytes of a regular file; a valid reference has no more. */
function readStart(path: string): string {
  const file = Deno.openSync(path);
  try {
    const bytes = new Uint8Array(MAX_CONTENT);
    return decoder.decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  } finally {
    file.close();
  }
}

/** What the content of a reference's file says. */
export function parseLooseRef(text: string, format: ObjectFormat): RefValue | "broken" {
  const symbolic = SYMBOLIC.exec(text);
  if (symbolic !== null) {
    const target = symbolic[1].trimEnd();
    return isRefName(target) ? { kind: "symbolic", target } : "broken";
  }
  const digits = hexLength(format);
  const id = text.slice(0, digits);
  const rest = text.slice(digits);
  return isObjectId(id, format) && (rest === "" || SPACE.test(rest))
    ? { kind: "direct", id }
    : "broken";
}

/**
 * The names of all files below a directory of references, with this prefix, in no order.
 * @throws {PrismError} `unreadable`
 */
export function looseRefNames(directory: string, prefix: string): string[] {
  const names: string[] = [];
  // Only the part of the prefix that is whole components says where to look.
  const start = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  collect(directory, start, false, (name) => {
    if (name.startsWith(prefix) && isRefName(name)) names.push(name);
  });
  return names;
}

/** A linked directory is entered, but no link inside of it: links could multiply without end. */
function collect(
  directory: string,
  inside: string,
  linked: boolean,
  add: (name: string) => void,
): void {
  const path = `${directory}/${inside}`;
  try {
    for (const entry of Deno.readDirSync(path)) {
      const name = inside + entry.name;
      const kind = entry.isSymlink ? linkedKind(`${path}${entry.name}`) : entry;
      if (kind.isDirectory) {
        if (!linked || !entry.isSymlink) {
          collect(directory, `${name}/`, linked || entry.isSymlink, add);
        }
      } else if (kind.isFile || entry.isSymlink) add(name);
    }
  } catch (error) {
    if (!isAbsent(error)) throw error instanceof PrismError ? error : unreadable(path, error);
  }
}

function linkedKind(path: string): { isFile: boolean; isDirectory: boolean } {
  try {
    return Deno.statSync(path);
  } catch {
    return { isFile: false, isDirectory: false };
  }
}
