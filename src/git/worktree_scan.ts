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
import { MODE } from "./file_side.ts";
import type { IgnoreRules } from "./ignore.ts";
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

/** Walks the work tree; entries are reported in their order, untracked files of a directory after them. */
export function scanWorktree(
  entries: readonly IndexEntry[],
  visitor: ScanVisitor,
  options: ScanOptions,
): void {
  new Scan(entries, visitor, options).directory("", 0, entries.length, options.ignore !== null);
}

class Scan {
  readonly #entries: readonly IndexEntry[];
  readonly #visitor: ScanVisitor;
  readonly #options: ScanOptions;
  #depth = 0;

  constructor(entries: readonly IndexEntry[], visitor: ScanVisitor, options: ScanOptions) {
    this.#entries = entries;
    this.#visitor = visitor;
    this.#options = options;
  }

  /** A directory with the entries in it. The prefix ends with a slash but at the root. */
  directory(prefix: string, from: number, to: number, untracked: boolean): void {
    const names = this.#list(prefix);
    if (names === null) {
      for (let at = from; at < to; at++) this.#unlisted(this.#entries[at]);
      return;
    }
    const start = prefix.length;
    const directories: string[] = [];
    let last: string | null = null;
    for (let at = from; at < to;) {
      const entry = this.#entries[at];
      const { path } = entry;
      const slash = path.indexOf("/", start);
      if (slash < 0) {
        const name = path.slice(start);
        // A directory that took the place of a file holds untracked files.
        const replaced = entry.mode !== MODE.gitlink && names.get(name)?.isDirectory === true;
        if (replaced && name !== last) directories.push(name);
        // An unmerged path has several entries.
        if (names.delete(name) || name === last) this.#tracked(entry);
        else this.#absent(entry, names);
        last = name;
        at += 1;
        continue;
      }
      const key = path.slice(0, slash + 1);
      let end = at + 1;
      while (end < to && this.#entries[end].path.startsWith(key)) end++;
      const name = path.slice(start, slash);
      if (this.#isDirectory(names, prefix, name) && entry.mode !== MODE.tree) {
        // Whether the directory is ignored is asked once it holds something that is not tracked.
        this.#enter(key, at, end, untracked);
        names.delete(name);
      } else {
        for (; at < end; at++) this.#absent(this.#entries[at], names);
      }
      at = end;
    }
    if (!untracked) return;
    this.#untracked(prefix, names);
    for (const name of directories) this.#untrackedDirectory(prefix + name, () => {});
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
  #list(prefix: string): Map<string, Deno.DirEntry> | null {
    const { root, precompose } = this.#options;
    const directory = prefix === "" ? root : `${root}/${prefix.slice(0, -1)}`;
    const names = new Map<string, Deno.DirEntry>();
    try {
      for (const entry of Deno.readDirSync(directory)) {
        names.set(precompose ? entry.name.normalize("NFC") : entry.name, entry);
      }
    } catch (error) {
      if (isAbsent(error)) return new Map();
      this.#visitor.failed(prefix.slice(0, -1), unreadable(directory, error));
      return null;
    }
    return names;
  }

  #isDirectory(names: Map<string, Deno.DirEntry>, prefix: string, name: string): boolean {
    const found = names.get(name);
    if (found !== undefined) return found.isDirectory;
    return this.#options.ignoreCase && !isInvalidUtf8(name) &&
      lstat(`${this.#options.root}/${prefix}${name}`)?.isDirectory === true;
  }

  #tracked(entry: IndexEntry): void {
    let info: Deno.FileInfo | null;
    try {
      info = lstat(`${this.#options.root}/${entry.path}`);
    } catch (error) {
      this.#visitor.failed(entry.path, error as PrismError);
      return;
    }
    this.#visitor.tracked(entry, info);
  }

  /** An entry of a directory that may be searched but not listed. */
  #unlisted(entry: IndexEntry): void {
    if (isInvalidUtf8(entry.path)) this.#visitor.failed(entry.path, "not_utf8");
    else this.#tracked(entry);
  }

  /** An entry that no listed name equals. */
  #absent(entry: IndexEntry, names: ReadonlyMap<string, Deno.DirEntry>): void {
    const { path } = entry;
    if (isInvalidUtf8(path)) {
      // The runtime shows such names with U+FFFD, and cannot open them.
      const shown = lossy.decode(encodePath(path));
      if ([...names.keys()].some((name) => name.includes("\ufffd") && shown.includes(name))) {
        this.#visitor.failed(path, "not_utf8");
        return;
      }
    } else if (this.#options.ignoreCase && entry.mode !== MODE.tree) {
      this.#tracked(entry);
      return;
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
    if (this.#isNested(path)) nested();
    else this.#enter(path + "/", 0, 0, true);
  }

  #file(path: string): void {
    try {
      const info = lstat(`${this.#options.root}/${path}`);
      if (info !== null) this.#visitor.untrackedFile(path, info);
      else if (path.includes("\ufffd")) this.#visitor.failed(path, "not_utf8");
    } catch (error) {
      this.#visitor.failed(path, error as PrismError);
    }
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
    return this.#folded ??= new Set(this.#entries.map(({ path }) => path.toLowerCase()));
  }
}
