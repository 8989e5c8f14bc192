/**
 * How many containers of a change set renamed a function in the same way.
 *
 * @module
 */

import type { FileFunctions, LeftFunction } from "./functions.ts";

/** What full agreement of four containers or more adds to the score of a rename. */
const WEIGHT = 3;

/** Counts containers, so that overloads do not count twice. */
export class RenameVotes {
  readonly #renamed = new Map<string, Set<string>>();
  readonly #gone = new Map<string, Set<string>>();
  readonly #come = new Map<string, Set<string>>();

  /** Reads the renames of the files, sure and doubtful ones, and what is gone and new. */
  constructor(files: readonly FileFunctions[]) {
    for (const { changes, gone, come, doubtful } of files) {
      for (const { kind, before, after } of changes) {
        if (kind !== "renamed") continue;
        const place = `${after!.path}\0${after!.definition.container}`;
        this.#vote(before!.definition.name, after!.definition.name, place);
        add(this.#gone, before!.definition.name, place);
        add(this.#come, after!.definition.name, place);
      }
      for (const { before, after } of doubtful) {
        this.#vote(before.definition.name, after.definition.name, placeOf(after));
      }
      for (const item of gone) add(this.#gone, item.definition.name, placeOf(item));
      for (const item of come) add(this.#come, item.definition.name, placeOf(item));
    }
  }

  /** What the other containers add to the score of a pair. */
  weight({ definition: old }: LeftFunction, { definition: now }: LeftFunction): number {
    const votes = this.#renamed.get(`${old.name}\0${now.name}`)?.size ?? 0;
    const most = Math.max(
      this.#gone.get(old.name)?.size ?? 1,
      this.#come.get(now.name)?.size ?? 1,
    );
    return WEIGHT * Math.min(1, (votes - 1) / 3) * Math.min(1, votes / most);
  }

  #vote(old: string, now: string, place: string): void {
    add(this.#renamed, `${old}\0${now}`, place);
  }
}

function placeOf({ path, definition }: LeftFunction): string {
  return `${path}\0${definition.container}`;
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const found = sets.get(key);
  if (found === undefined) sets.set(key, new Set([value]));
  else found.add(value);
}
