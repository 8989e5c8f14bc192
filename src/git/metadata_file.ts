/**
 * The small files that describe a repository: HEAD, config, references, lists of tables. Whatever
 * stands in their place (nothing, a directory, a pipe, a device, gigabytes), reading ends soon and
 * with a clear answer.
 *
 * @module
 */

import { PrismError } from "../errors.ts";

/** What stands at a path, symbolic links followed. */
export type PathKind = "file" | "directory" | "other";

/** Whether the error says that nothing stands at the path. */
export function isAbsent(error: unknown): boolean {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    return true;
  }
  // The system refuses the name itself, so nothing can have it.
  return (error as { code?: string } | null)?.code === "ENAMETOOLONG";
}

/** The failure to read a path, as an error that says why and what to do. */
export function unreadable(path: string, error: unknown): PrismError {
  const refused = error instanceof Deno.errors.NotCapable;
  const reason = refused
    ? "this process is not permitted to read it"
    : error instanceof Error
    ? error.message
    : String(error);
  return new PrismError("unreadable", `Cannot read "${path}": ${reason}.`, {
    hint: refused
      ? "Run with --allow-read, or add this path to the list that --allow-read names."
      : "Check that the path is readable for the current user.",
    cause: error,
  });
}

/**
 * What stands at a path; `null` when nothing does.
 * @throws {PrismError} `unreadable`
 */
export function kindOf(path: string): PathKind | null {
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    return isFile ? "file" : isDirectory ? "directory" : "other";
  } catch (error) {
    if (isAbsent(error)) return null;
    throw unreadable(path, error);
  }
}

/**
 * The bytes of a regular file of at most `limit` bytes; `null` when nothing stands at the path.
 * @throws {PrismError} `unreadable`: also of a directory, a pipe, a device, and a larger file
 */
export function readMetadata(path: string, limit: number): Uint8Array | null {
  try {
    // Opening a pipe waits for its writer, so what is no regular file is never opened.
    const info = Deno.statSync(path);
    if (!info.isFile) throw new Error(info.isDirectory ? "it is a directory" : "it is no file");
    if (info.size > limit) throw new Error(`it has ${info.size} bytes, the limit is ${limit}`);
    return Deno.readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw unreadable(path, error);
  }
}

const lenient = new TextDecoder();

/** The same as text without white space at its end. */
export function readMetadataText(path: string, limit: number): string | null {
  const bytes = readMetadata(path, limit);
  return bytes === null ? null : lenient.decode(bytes).trimEnd();
}
