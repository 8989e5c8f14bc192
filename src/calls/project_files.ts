/**
 * The paths of a repository, as the rules of languages ask for them.
 *
 * @module
 */

import type { ProjectFiles } from "../syntax/module_rules.ts";

/** Largest manifest that is looked into, in bytes. */
const LARGEST_TEXT = 1024 * 1024;
const utf8 = new TextDecoder();

/**
 * Answers from a list of paths.
 *
 * @param paths All files in order.
 * @param read Content of a file; `null` when it cannot be had or is larger than the limit in bytes.
 */
export function projectFiles(
  paths: readonly string[],
  read: (path: string, limit: number) => Uint8Array | null,
): ProjectFiles {
  const all = new Set(paths);
  const folders = new Map<string, Set<string>>();
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf("/") + 1;
    const name = path.slice(slash);
    const known = names.get(name);
    if (known === undefined) names.set(name, [path]);
    else known.push(path);
    addTo(folders, path.slice(0, slash), name);
    for (let end = slash; end > 0;) {
      const above = path.lastIndexOf("/", end - 2) + 1;
      if (!addTo(folders, path.slice(0, above), path.slice(above, end))) break;
      end = above;
    }
  }
  const texts = new Map<string, string | null>();
  const made = new Map<string, unknown>();
  return {
    has: (path) => all.has(path),
    list: (folder) => [...folders.get(folder) ?? []],
    named: (name) => names.get(name) ?? [],
    text(path) {
      let text = texts.get(path);
      if (text === undefined) {
        const bytes = all.has(path) ? read(path, LARGEST_TEXT) : null;
        text = bytes === null ? null : utf8.decode(bytes);
        texts.set(path, text);
      }
      return text;
    },
    once<T>(key: string, make: () => T): T {
      if (!made.has(key)) made.set(key, make());
      return made.get(key) as T;
    },
  };
}

/** Whether the name was new there. */
function addTo(folders: Map<string, Set<string>>, folder: string, name: string): boolean {
  const names = folders.get(folder);
  if (names === undefined) {
    folders.set(folder, new Set([name]));
    return true;
  }
  if (names.has(name)) return false;
  names.add(name);
  return true;
}
