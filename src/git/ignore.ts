/**
 * Which paths git leaves alone as long as nobody adds them (gitignore(5)). Whether a path is tracked
 * already is the caller's business.
 *
 * @module
 */

import type { Notice } from "../errors.ts";
import { byteString } from "./byte_string.ts";
import { type IgnoreFile, parseIgnoreFile } from "./ignore_file.ts";
import type { GitEnvironment, RepositoryLayout } from "./layout.ts";
import { readRuleFile, readUserRuleFile } from "./rule_file.ts";

/** The rules of a work tree. */
export interface IgnoreRules {
  /**
   * Whether the path is ignored. Paths are relative to the root of the work tree, without a slash at
   * their end. Each directory's file is read once; nothing is read below an ignored directory.
   */
  isIgnored(path: string, isDirectory: boolean): boolean;
  /** What could not be read so far. */
  readonly notices: readonly Notice[];
}

/** What the rules may need besides files on disk. */
export interface IgnoreOptions {
  /**
   * The content of a `.gitignore` that the index has and that is left out of the work tree on purpose
   * (skip-worktree, gitformat-index(5)); `null` of any other. Git asks the index in that case alone.
   */
  skippedFile?(path: string): Uint8Array | null;
}

/** Reads what applies everywhere; the files of directories follow on demand. */
export function openIgnore(
  layout: RepositoryLayout,
  environment: GitEnvironment,
  options: IgnoreOptions = {},
): IgnoreRules {
  return new WorkTreeIgnore(layout, environment, options);
}

/** A file and how many bytes of a path lead to its directory. */
interface PlacedFile {
  file: IgnoreFile;
  skip: number;
}

interface Directory {
  ignored: boolean;
  /** The strongest first. */
  files: readonly PlacedFile[];
}

const code = "unreadable";

class WorkTreeIgnore implements IgnoreRules {
  readonly notices: Notice[] = [];
  readonly #workTree: string | null;
  readonly #ignoreCase: boolean;
  readonly #skippedFile: (path: string) => Uint8Array | null;
  readonly #directories = new Map<string, Directory>();
  /** The directory of the last question: a walk asks for all of one after the other. */
  #last = "";
  #lastDirectory: Directory;

  constructor(layout: RepositoryLayout, environment: GitEnvironment, options: IgnoreOptions) {
    const { config, commonDir } = layout;
    this.#workTree = layout.workTree;
    this.#ignoreCase = config.bool("core.ignoreCase") ?? false;
    this.#skippedFile = (path) => options.skippedFile?.(path) ?? null;
    const exclude = { path: `${commonDir}/info/exclude`, followLink: true, code } as const;
    const variable = "core.excludesFile";
    const strongestFirst = [
      readRuleFile(exclude, this.notices),
      readUserRuleFile({ config, variable, name: "ignore", code }, environment, this.notices),
    ];
    const files = strongestFirst.filter((bytes) => bytes !== null)
      .map((bytes) => this.#placed(bytes, ""));
    this.#lastDirectory = this.#open("", files);
    this.#directories.set("", this.#lastDirectory);
  }

  isIgnored(path: string, isDirectory: boolean): boolean {
    const slash = path.lastIndexOf("/");
    const parent = slash < 0 ? "" : path.slice(0, slash);
    if (parent !== this.#last) {
      this.#lastDirectory = this.#directory(parent);
      this.#last = parent;
    }
    return this.#isIgnoredIn(this.#lastDirectory, path, isDirectory);
  }

  #isIgnoredIn(directory: Directory, path: string, isDirectory: boolean): boolean {
    // What lies in an ignored directory cannot be included again.
    if (directory.ignored) return true;
    if (directory.files.length === 0) return false;
    const bytes = byteString(path);
    for (const { file, skip } of directory.files) {
      const decision = file.decide(skip === 0 ? bytes : bytes.slice(skip), isDirectory);
      if (decision !== undefined) return decision;
    }
    return false;
  }

  #directory(path: string): Directory {
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    let directory = this.#directories.get("")!;
    for (let end = 0; end < path.length;) {
      end = path.indexOf("/", end + 1);
      if (end < 0) end = path.length;
      const part = path.slice(0, end);
      let next = this.#directories.get(part);
      if (next === undefined) {
        next = this.#isIgnoredIn(directory, part, true)
          ? { ignored: true, files: [] }
          : this.#open(part, directory.files);
        this.#directories.set(part, next);
      }
      directory = next;
    }
    return directory;
  }

  #open(path: string, weaker: readonly PlacedFile[]): Directory {
    const bytes = this.#workTree === null ? null : this.#read(path);
    if (bytes === null || bytes.length === 0) return { ignored: false, files: weaker };
    return { ignored: false, files: [this.#placed(bytes, path), ...weaker] };
  }

  #read(directory: string): Uint8Array | null {
    const path = directory === "" ? ".gitignore" : `${directory}/.gitignore`;
    const place = { path: `${this.#workTree}/${path}`, followLink: false, code } as const;
    return readRuleFile(place, this.notices) ?? this.#skippedFile(path);
  }

  #placed(bytes: Uint8Array, directory: string): PlacedFile {
    const skip = directory === "" ? 0 : byteString(directory).length + 1;
    return { file: parseIgnoreFile(bytes, this.#ignoreCase), skip };
  }
}
