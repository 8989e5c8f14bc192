/**
 * Files between which functions can move: those of one scope and one language.
 *
 * @module
 */

import type { FileChange } from "./change_set.ts";
import type { FileFunctions } from "./functions.ts";

/** Functions that are remembered at most, at some kilobytes each. */
const MOST_LEFT = 30_000;

interface Group {
  /** Files that may have lost a function. */
  readonly losing: FileChange[];
  /** Files that may have got one. */
  readonly gaining: FileChange[];
  /** Files of {@link Group.losing} that are not compared. */
  readonly open: Set<FileChange>;
  /** Functions that were lost, as far as files are compared. */
  gone: number;
}

/** Knows which files matter to moves, and whether a file's functions need to be remembered. */
export class MoveGroups {
  /** Whether there were too many functions to remember all of them. */
  limited = false;
  readonly #groups = new Map<string, Group>();
  #left = 0;

  /** All files of a change set whose code is read. */
  constructor(files: readonly FileChange[]) {
    for (const file of files) {
      const { losing, gaining, open } = this.#groupOf(file);
      if (file.before !== null) {
        losing.push(file);
        open.add(file);
      }
      if (file.after !== null) gaining.push(file);
    }
  }

  /** Files in the order in which they tell most: those that lose functions first. */
  inOrder(files: readonly FileChange[]): FileChange[] {
    const losing = files.filter(({ before }) => before !== null);
    return [...losing, ...files.filter(({ before }) => before === null)];
  }

  /** Whether functions that this file has lost or got may be found elsewhere. */
  mayMove(file: FileChange): boolean {
    const { gaining, open, gone } = this.#groupOf(file);
    const useful = file.before === null
      ? open.size > 0 || gone > 0
      : file.after !== null || gaining.length > 0;
    if (!useful) return false;
    if (this.#left < MOST_LEFT) return true;
    this.limited = true;
    return false;
  }

  /** Takes note of a file that was compared; `null` when it could not be. */
  add(file: FileChange, functions: FileFunctions | null): void {
    const group = this.#groupOf(file);
    group.open.delete(file);
    if (functions === null) return;
    group.gone += functions.gone.length;
    this.#left += functions.gone.length + functions.come.length;
  }

  /** Files that hold the other half of what these have lost or got. */
  partnersOf(files: Iterable<readonly [FileChange, FileFunctions]>): Set<FileChange> {
    const partners = new Set<FileChange>();
    for (const [file, { gone, come, doubtful }] of files) {
      const { losing, gaining } = this.#groupOf(file);
      if (come.length + doubtful.length > 0) losing.forEach((each) => partners.add(each));
      if (gone.length + doubtful.length > 0) gaining.forEach((each) => partners.add(each));
    }
    return partners;
  }

  #groupOf({ scope, language }: FileChange): Group {
    const key = `${scope} ${language}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { losing: [], gaining: [], open: new Set(), gone: 0 };
      this.#groups.set(key, group);
    }
    return group;
  }
}
