/**
 * One walk through the directories of a work tree, along with the entries of the index.
 *
 * Directories are listed rather than asked about path by path: that is cheaper, it shows what is
 * untracked, and it never leads through a symbolic link.
 *
 * @module
 */

import type { PrismError } from "../errors.ts";
import { lstat } from "./disk_file.ts";
import type { EntryList } from "./entry_list.ts";
import { MODE } from "./file_side.ts";
import type { IgnoreRules } from "./ignore.ts";
import { indexCorrupt } from "./index_corrupt.ts";
import type { IndexEntry } from "./index_entry.ts";
import { isAbsent, unreadable } from "./metadata_file.ts";
import { nestedGitDir } from "./nested_repository.ts";
import { encodePath, isInvalidUtf8 } from "./path_bytes.ts";

/** What the walk reports. */
export interface ScanVisitor {
  /** An entry, with what stands at its path; `null` when nothing does that git would look at. */
  tracked(entry: IndexEntry, info: Deno.FileInfo | null): void;
  /** A file or link that is neither tracked nor ignored. */
  untrackedFile(path: string, info: Deno.FileInfo): void;
  /** A repository in the work tree that the index does not know. */
  nested(path: string): void;
  /** An entry or a name on disk of which nothing can be known. */
  failed(path: string, error: PrismError | "not_utf8"): void;
}

/** How to walk. */
export interface ScanOptions {
  /** Root of the work tree, absolute. */
  root: string;
  /** The git directory, which is no part of the work tree wherever it lies. */
  gitDir: string;
  /** `null` when untracked files are not asked for. */
  ignore: IgnoreRules | null;
  /** `core.ignoreCase` */
  ignoreCase: boolean;
  /** `core.precomposeUnicode`, where the file system decomposes names. */
  precompose: boolean;
}

/** Directories below directories that are followed. */
const DEPTH = 2048;
const lossy = new TextDecoder();
/** Stands for a directory that cannot be listed. */
const NOTHING: readonly Deno.DirEntry[] = [];

/**
 * Walks the work tree; entries are reported in their order, untracked files of a directory after them.
 * @throws {PrismError} `index_corrupt` of an entry that does not lie in the work tree
 */
export function scanWorktree(
  entries: EntryList,
  visitor: ScanVisitor,
  options: ScanOptions,
): void {
  new Scan(entries, visitor, options).directory("", 0, entries.length, options.ignore !== null);
}

class Scan {
  readonly #entries: EntryList;
  readonly #visitor: ScanVisitor;
  readonly #options: ScanOptions;
  #depth = 0;

  constructor(entries: EntryList, visitor: ScanVisitor, options: ScanOptions) {
    this.#entries = entries;
    this.#visitor = visitor;
    this.#options = options;
  }

  /** A directory with the entries in it. The prefix ends with a slash but at the root. */
  directory(prefix: string, from: number, to: number, untracked: boolean): void {
    const list = this.#list(prefix);
    if (list === null) {
      for (let at = from; at < to; at++) this.#tracked(this.#entries.at(at), NOTHING);
      return;
    }
    const directories = new Set<string>();
    for (const { name, isDirectory } of list) if (isDirectory) directories.add(this.#name(name));
    const start = prefix.length;
    // Directories that took the place of files.
    const replacing: string[] = [];
    let found = 0;
    let last = "";
    for (let at = from; at < to;) {
      const entry = this.#entries.at(at);
      const { path } = entry;
      const slash = path.indexOf("/", start);
      checkName(path, start, slash);
      if (slash < 0) {
        const info = this.#tracked(entry, list);
        // An unmerged path has several entries.
        if (info !== null && path !== last) {
          found += 1;
          if (info.isDirectory && entry.mode !== MODE.gitlink) replacing.push(path);
        }
        last = path;
        at += 1;
        continue;
      }
      const key = path.slice(0, slash + 1);
      const end = this.#endOf(key, at, to);
      const isThere = this.#isDirectory(directories, prefix, path.slice(start, slash));
      if (isThere && entry.mode !== MODE.tree) {
        // An unmerged file may stand in the index along with a directory of its name.
        const replaced = replacing.indexOf(key.slice(0, -1));
        if (replaced < 0) found += 1;
        else replacing.splice(replaced, 1);
        // Whether the directory is ignored is asked once it holds something that is not tracked.
        this.#enter(key, at, end, untracked);
      } else {
        for (let i = at; i < end; i++) this.#absent(this.#entries.at(i), list);
      }
      at = end;
    }
    if (!untracked) return;
    // Where letters match in either case, two entries may have been found in one file.
    if (found !== list.length || this.#options.ignoreCase) {
      this.#untracked(prefix, this.#remaining(list, prefix, from, to));
    }
    for (const path of replacing) this.#untrackedDirectory(path, () => {});
  }

  /** What a directory holds besides the entries. */
  #remaining(
    list: readonly Deno.DirEntry[],
    prefix: string,
    from: number,
    to: number,
  ): Map<string, Deno.DirEntry> {
    const names = new Map(list.map((entry) => [this.#name(entry.name), entry]));
    for (let at = from; at < to;) {
      const { path, mode } = this.#entries.at(at);
      const slash = path.indexOf("/", prefix.length);
      let name = path.slice(prefix.length, slash < 0 ? undefined : slash);
      if (slash < 0 && isInvalidUtf8(name)) name = lossy.decode(encodePath(name));
      // A file or a link in the place of a directory is not tracked.
      if (slash < 0 || names.get(name)?.isDirectory === true && mode !== MODE.tree) {
        names.delete(name);
      }
      at = slash < 0 ? at + 1 : this.#endOf(path.slice(0, slash + 1), at, to);
    }
    return names;
  }

  /** Position behind the last entry in a directory: they lie together, most often few of many. */
  #endOf(key: string, at: number, to: number): number {
    let low = at;
    let step = 1;
    while (low + step < to && this.#entries.path(low + step).startsWith(key)) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, to);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#entries.path(middle).startsWith(key)) low = middle;
      else high = middle;
    }
    return high;
  }

  #enter(prefix: string, from: number, to: number, untracked: boolean): void {
    if (this.#depth >= DEPTH) {
      const path = prefix.slice(0, -1);
      this.#visitor.failed(path, unreadable(path, new Error("it is nested too deep")));
      return;
    }
    this.#depth += 1;
    this.directory(prefix, from, to, untracked);
    this.#depth -= 1;
  }

  /** What a directory holds; `null` when that cannot be listed. */
  #list(prefix: string): Deno.DirEntry[] | null {
    const { root } = this.#options;
    const directory = prefix === "" ? root : `${root}/${prefix.slice(0, -1)}`;
    try {
      return [...Deno.readDirSync(directory)];
    } catch (error) {
      if (isAbsent(error)) return [];
      this.#visitor.failed(prefix.slice(0, -1), unreadable(directory, error));
      return null;
    }
  }

  /** A name as the index would have it. */
  #name(name: string): string {
    return this.#options.precompose ? name.normalize("NFC") : name;
  }

  #isDirectory(directories: ReadonlySet<string>, prefix: string, name: string): boolean {
    if (directories.has(name)) return true;
    return this.#options.ignoreCase && !isInvalidUtf8(name) &&
      this.#standing(prefix + name)?.isDirectory === true;
  }

  /** Looks at an entry whose directory is there, and returns what stands at its path. */
  #tracked(entry: IndexEntry, list: readonly Deno.DirEntry[]): Deno.FileInfo | null {
    if (isInvalidUtf8(entry.path)) {
      this.#absent(entry, list);
      return null;
    }
    let info: Deno.FileInfo | null;
    try {
      info = lstat(`${this.#options.root}/${entry.path}`);
    } catch (error) {
      this.#visitor.failed(entry.path, error as PrismError);
      return null;
    }
    this.#visitor.tracked(entry, info);
    return info;
  }

  /** An entry of a directory that is not there, or whose name cannot be asked for. */
  #absent(entry: IndexEntry, list: readonly Deno.DirEntry[]): void {
    const { path } = entry;
    if (isInvalidUtf8(path)) {
      // The runtime shows such names with U+FFFD, and cannot open them.
      const shown = `/${lossy.decode(encodePath(path))}/`;
      const isThere = list === NOTHING ||
        list.some(({ name }) => name.includes("\ufffd") && shown.includes(`/${name}/`));
      if (isThere) {
        this.#visitor.failed(path, "not_utf8");
        return;
      }
    }
    this.#visitor.tracked(entry, null);
  }

  /** Names in a directory that the index does not have. */
  #untracked(prefix: string, names: Map<string, Deno.DirEntry>): void {
    const known = this.#options.ignoreCase ? this.#foldedPaths() : null;
    for (const [name, entry] of names) {
      if (name === ".git" || (known !== null && name.toLowerCase() === ".git")) continue;
      if (known?.has((prefix + name).toLowerCase()) === true) continue;
      const path = prefix + name;
      if (entry.isDirectory) {
        if (`${this.#options.root}/${path}` === this.#options.gitDir) continue;
        this.#untrackedDirectory(path, () => this.#visitor.nested(path));
      } else if (entry.isFile || entry.isSymlink) {
        if (!this.#isIgnored(path, false)) this.#file(path);
      }
    }
  }

  #untrackedDirectory(path: string, nested: () => void): void {
    if (this.#isIgnored(path, true)) return;
    if (this.#isUnreachable(path)) this.#visitor.failed(path, "not_utf8");
    else if (this.#isNested(path)) nested();
    else this.#enter(path + "/", 0, 0, true);
  }

  /** Whether the name is what the runtime shows for one that is not valid UTF-8. */
  #isUnreachable(path: string): boolean {
    return path.includes("\ufffd") && this.#standing(path) === null;
  }

  /** What stands at a path, of which nothing else may be known. */
  #standing(path: string): Deno.FileInfo | null {
    try {
      return lstat(`${this.#options.root}/${path}`);
    } catch (error) {
      this.#visitor.failed(path, error as PrismError);
      return null;
    }
  }

  #file(path: string): void {
    const info = this.#standing(path);
    if (info !== null) this.#visitor.untrackedFile(path, info);
    else if (path.includes("\ufffd")) this.#visitor.failed(path, "not_utf8");
  }

  #isIgnored(path: string, isDirectory: boolean): boolean {
    return this.#options.ignore?.isIgnored(path, isDirectory) ?? false;
  }

  #isNested(path: string): boolean {
    try {
      return nestedGitDir(`${this.#options.root}/${path}`) !== null;
    } catch {
      // A `.git` that leads nowhere makes no repository.
      return false;
    }
  }

  #folded: ReadonlySet<string> | null = null;

  /** All tracked paths in lower case. */
  #foldedPaths(): ReadonlySet<string> {
    return this.#folded ??= new Set(Array.from(this.#entries, ({ path }) => path.toLowerCase()));
  }
}

const DOT = 0x2e;
const SLASH = 0x2f;
const FORBIDDEN = /^(?:\.{0,2}|\.git)$/i;
const WINDOWS = Deno.build.os === "windows";

/**
 * Refuses a name that git never puts in an index, and that would lead out of the work tree or into
 * the repository.
 */
function checkName(path: string, start: number, slash: number): void {
  const first = path.charCodeAt(start);
  if (first !== DOT && first !== SLASH && !WINDOWS) return;
  const name = path.slice(start, slash < 0 ? undefined : slash);
  if (!FORBIDDEN.test(name) && !(WINDOWS && /[\\:]/.test(name))) return;
  throw indexCorrupt(`its entry "${path}" does not lie in the work tree`);
}
