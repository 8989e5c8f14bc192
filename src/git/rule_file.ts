/**
 * Files of patterns, `.gitignore` and `.gitattributes`, wherever they lie: reading them from disk,
 * cutting them into lines.
 *
 * @module
 */

import type { Notice, NoticeCode } from "../errors.ts";
import { bytesAsString } from "./byte_string.ts";

/** The largest file that git reads: 100 MiB (gitattributes(5), "NOTES"). */
export const LARGEST_RULE_FILE = 100 * 1024 * 1024;

/** Where to read and how. */
export interface RuleFilePlace {
  /** Absolute path. */
  path: string;
  /** Whether a symbolic link counts as the file; inside a work tree it does not. */
  followLink: boolean;
  /** Code of the notice when it cannot be read. */
  code: NoticeCode;
}

const NOTHING = new Uint8Array();

/**
 * The file's bytes; `null` when there is none, or a link that is not to be followed. What cannot be
 * read is as good as empty and leaves a notice.
 */
export function readRuleFile(place: RuleFilePlace, notices: Notice[]): Uint8Array | null {
  const { path, followLink, code } = place;
  const skip = (reason: string): void => {
    notices.push({ code, path, message: `The rules in "${path}" are not applied: ${reason}.` });
  };
  try {
    const info = followLink ? Deno.statSync(path) : Deno.lstatSync(path);
    if (info.isSymlink) {
      skip("it is a symbolic link, which git does not follow here");
      return null;
    }
    // A directory says nothing; opening a pipe would wait for its writer.
    if (info.isDirectory) return NOTHING;
    if (!info.isFile) {
      skip("it is no regular file");
      return NOTHING;
    }
    if (info.size > LARGEST_RULE_FILE) {
      skip(`it has ${info.size} bytes, git reads up to ${LARGEST_RULE_FILE}`);
      return NOTHING;
    }
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return null;
    }
    skip(error instanceof Error ? error.message : String(error));
    return NOTHING;
  }
}

const NEWLINE = 10;

/**
 * The lines as byte strings, without newline, each cut at its first NUL, a byte order mark of UTF-8
 * left out; `null` for a line of `limit` bytes or more.
 */
export function* ruleLines(
  bytes: Uint8Array,
  limit: number = Infinity,
): Generator<string | null, void, undefined> {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  for (let at = marked ? 3 : 0; at < bytes.length;) {
    let end = bytes.indexOf(NEWLINE, at);
    if (end < 0) end = bytes.length;
    if (end - at >= limit) yield null;
    else {
      const line = bytesAsString(bytes.subarray(at, end));
      const nul = line.indexOf("\0");
      yield nul < 0 ? line : line.slice(0, nul);
    }
    at = end + 1;
  }
}

/**
 * A file that belongs to the user, not to a repository: the configured one, else the one in
 * `$XDG_CONFIG_HOME/git` or `~/.config/git` (gitignore(5), gitattributes(5)).
 */
export function userRuleFile(
  configured: string | undefined,
  name: "ignore" | "attributes",
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (configured !== undefined) return configured === "" ? undefined : configured;
  const { XDG_CONFIG_HOME: xdg, HOME: home } = environment;
  if (xdg) return `${xdg}/git/${name}`;
  return home ? `${home}/.config/git/${name}` : undefined;
}
