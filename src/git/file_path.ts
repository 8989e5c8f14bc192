/**
 * Paths of the file system, as text. Nothing here asks the disk.
 *
 * @module
 */

const WINDOWS = Deno.build.os === "windows";
const ABSOLUTE = WINDOWS ? /^(?:[A-Za-z]:)?[\\/]/ : /^\//;

/** Whether the path means the same from every directory. */
export function isAbsolutePath(path: string): boolean {
  return ABSOLUTE.test(path);
}

/** The path seen from a directory. Dots stay: only the file system knows what `..` behind a link means. */
export function pathFrom(directory: string, path: string): string {
  if (isAbsolutePath(path) || directory === "") return path;
  return /[\\/]$/.test(directory) && (WINDOWS || directory.endsWith("/"))
    ? directory + path
    : `${directory}/${path}`;
}

/** The directory above a canonical absolute path; `null` above a root. */
export function parentOf(path: string): string | null {
  const end = WINDOWS
    ? Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"))
    : path.lastIndexOf("/");
  if (end < 0) return null;
  const parent = path.slice(0, end);
  // A root keeps its slash.
  if (parent === "" || /^[A-Za-z]:$/.test(parent)) {
    return path.length > end + 1 ? path.slice(0, end + 1) : null;
  }
  return parent;
}
