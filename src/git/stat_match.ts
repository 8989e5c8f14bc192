/**
 * Whether a file can have changed since the index was written, by what `lstat` says
 * (gitformat-index(5); git-config(1), `core.trustCtime`, `core.checkStat`, `core.fileMode`,
 * `core.symlinks`).
 *
 * @module
 */

import type { Config } from "./config.ts";
import { isRegular, MODE } from "./file_side.ts";
import type { IndexEntry } from "./index_entry.ts";
import { emptyBlobId, type ObjectFormat } from "./object_id.ts";

const WINDOWS = Deno.build.os === "windows";

/** The rules by which entries and files are compared. */
export class StatRules {
  readonly #trustCtime: boolean;
  readonly #minimal: boolean;
  readonly #fileMode: boolean;
  readonly #symlinks: boolean;
  readonly #emptyBlob: string;

  /** The rules of a repository's configuration. */
  constructor(config: Config, format: ObjectFormat) {
    this.#minimal = config.get("core.checkStat")?.toLowerCase() === "minimal";
    this.#trustCtime = config.bool("core.trustCtime") ?? true;
    this.#fileMode = !WINDOWS && (config.bool("core.fileMode") ?? true);
    this.#symlinks = config.bool("core.symlinks") ?? true;
    this.#emptyBlob = emptyBlobId(format);
  }

  /** The mode that git would record for a file or link, given what the index says of the path. */
  modeOf(info: Deno.FileInfo, entry: IndexEntry | null): number {
    if (info.isSymlink) return MODE.symlink;
    // Without symbolic links, a link is checked out as a file that holds its text.
    if (!this.#symlinks && entry?.mode === MODE.symlink) return MODE.symlink;
    if (!this.#fileMode || info.mode === null) {
      return entry !== null && isRegular(entry.mode) ? entry.mode : MODE.regular;
    }
    return (info.mode & 0o100) !== 0 ? MODE.executable : MODE.regular;
  }

  /**
   * Whether the file is surely the one that the entry was made from.
   * @param written when the index was written, in milliseconds since the epoch
   */
  matches(entry: IndexEntry, info: Deno.FileInfo, written: number): boolean {
    const { size } = entry;
    if (size !== modulo32(info.size)) return false;
    // git writes the size 0 to say that the content must be compared.
    if (size === 0 && entry.id !== this.#emptyBlob) return false;
    const modified = info.mtime?.getTime() ?? NaN;
    const recorded = entry.mtimeSeconds * 1000 + Math.floor(entry.mtimeNanoseconds / 1e6);
    // A file that changed in the second in which the index was written can have changed again
    // unnoticed: programs that set times back, and a ctime of whole seconds, hide it.
    if (entry.mtimeSeconds >= Math.floor(written / 1000)) return false;
    if (modified !== recorded) {
      // The index keeps 32 bits of the seconds.
      if (seconds(modified) !== entry.mtimeSeconds) return false;
      if (!this.#minimal && modulo32(modified) !== modulo32(recorded)) return false;
    }
    if (!WINDOWS && this.#trustCtime) {
      // The runtime knows whole seconds of it only.
      if (seconds(info.ctime?.getTime() ?? NaN) !== entry.ctimeSeconds) return false;
    }
    return this.#minimal || WINDOWS ||
      modulo32(info.ino ?? 0) === entry.ino && info.uid === entry.uid && info.gid === entry.gid;
  }
}

function seconds(milliseconds: number): number {
  return modulo32(Math.floor(milliseconds / 1000));
}

function modulo32(value: number): number {
  if (value >= 0 && value < 2 ** 32) return value;
  // Bit operations would round large numbers: an inode, a size.
  return ((value % 2 ** 32) + 2 ** 32) % 2 ** 32;
}
