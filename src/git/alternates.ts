/**
 * Objects directories that a repository borrows from (gitrepository-layout(5),
 * "objects/info/alternates").
 *
 * @module
 */

import { decodePath } from "./path_bytes.ts";

/** How deep alternates of alternates are followed, as in git. */
const DEPTH = 5;
/** Directories that one repository may borrow from; a list beyond it is hostile. */
const LIMIT = 256;

/**
 * The directory itself and all that it borrows from, nearest first, each once. An alternate that
 * cannot be read counts as empty: what it held is then reported object by object.
 */
export function readAlternates(objectDir: string, more: readonly string[]): string[] {
  const found = [objectDir];
  const follow = (directory: string, depth: number) => {
    if (depth > DEPTH) return;
    for (const line of readList(`${directory}/info/alternates`)) {
      const path = line.startsWith("/") || /^[A-Za-z]:[\\/]/.test(line)
        ? line
        : `${directory}/${line}`;
      add(path, depth);
    }
  };
  const add = (path: string, depth: number) => {
    let real: string;
    try {
      real = Deno.realPathSync(path);
    } catch {
      return;
    }
    if (found.includes(real) || found.length >= LIMIT) return;
    found.push(real);
    follow(real, depth + 1);
  };
  follow(objectDir, 1);
  for (const path of more) add(path, 1);
  return found;
}

function readList(path: string): string[] {
  let text: string;
  try {
    text = decodePath(Deno.readFileSync(path));
  } catch {
    return [];
  }
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) =>
    line.startsWith('"') ? unquote(line) : line
  );
}

/** Undoes the C-style quotes of a path that begins with one. */
function unquote(line: string): string {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
