/**
 * Files of patterns, `.gitignore` and `.gitattributes`, wherever they lie: reading them from disk,
 * cutting them into lines.
 *
 * @module
 */

import type { Notice, NoticeCode } from "../errors.ts";
import { bytesAsString } from "./byte_string.ts";
import type { Config } from "./config.ts";
import type { GitEnvironment } from "./layout.ts";
import { isAbsent } from "./metadata_file.ts";
import { isInvalidUtf8 } from "./path_bytes.ts";

/**
 * The largest file that is read. Git reads up to 100 MiB, which as short lines would take gigabytes
 * here; real files are a thousand times smaller, and a larger one leaves a notice.
 */
export const LARGEST_RULE_FILE = 8 * 1024 * 1024;

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
  if (isInvalidUtf8(path)) {
    skip("a path that is not UTF-8 cannot be opened here, so if it exists it was not read");
    return null;
  }
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
      skip(`it has ${info.size} bytes, files up to ${LARGEST_RULE_FILE} are read`);
      return NOTHING;
    }
    return Deno.readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return null;
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

/** Where to find a file that belongs to the user, not to a repository. */
export interface UserRuleFile {
  config: Config;
  /** The variable that names it. */
  variable: "core.excludesFile" | "core.attributesFile";
  /** Its name in git's directory of the user's configuration. */
  name: "ignore" | "attributes";
  code: NoticeCode;
}

/**
 * Reads the file that the configuration names, else the one in `$XDG_CONFIG_HOME/git` or
 * `~/.config/git` (gitignore(5), gitattributes(5)).
 */
export function readUserRuleFile(
  { config, variable, name, code }: UserRuleFile,
  environment: GitEnvironment,
  notices: Notice[],
): Uint8Array | null {
  const configured = config.get(variable);
  const { XDG_CONFIG_HOME: xdg, HOME: home } = environment;
  let path = xdg ? `${xdg}/git/${name}` : home ? `${home}/.config/git/${name}` : undefined;
  if (configured !== undefined) {
    path = config.path(variable);
    if (path === undefined) {
      const message =
        `The rules in "${configured}" (${variable}) are not applied: the home directory is not known.`;
      notices.push({ code, message });
    }
  }
  return path ? readRuleFile({ path, followLink: true, code }, notices) : null;
}
