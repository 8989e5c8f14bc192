/**
 * Settings in JSON with comments and commas at the end, as tools of JavaScript write them.
 *
 * @module
 */

import type { ProjectFiles } from "../../src/syntax/module_rules.ts";

/** A JSON object of which nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

const STRING_OR_COMMENT = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g;
const LAST_COMMA = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;

/** The object in a file; `null` when there is none or it cannot be read. */
export function readJson(path: string, files: ProjectFiles): JsonObject | null {
  return files.once(`json ${path}`, () => {
    const text = files.text(path);
    if (text === null) return null;
    try {
      const plain = text.replace(STRING_OR_COMMENT, "$1").replace(LAST_COMMA, "$1");
      return asObject(JSON.parse(plain));
    } catch {
      return null;
    }
  });
}

/** A value as an object; `null` for any other. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as JsonObject
    : null;
}

/** The folder of a path with `/` at the end; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The folders around a file, the nearest first, the root last. */
export function* foldersAround(path: string): Generator<string> {
  for (let folder = folderOf(path);; folder = folderOf(folder.slice(0, -1))) {
    yield folder;
    if (folder === "") return;
  }
}

/** A path without `.` and `..`; `null` when it leaves the repository. */
export function normalize(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
