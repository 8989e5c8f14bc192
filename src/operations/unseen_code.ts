/**
 * Code in which callers were not looked for, and what an answer says about it.
 *
 * @module
 */

import { pathText } from "../answers/shape/path_text.ts";
import type { Notice } from "../errors.ts";
import type { Surroundings } from "./context_subjects.ts";

/** Files that one notice names. */
const MOST_NAMED = 5;
/** Functions that one notice names. */
const MOST_FUNCTIONS = 3;

/** Gathers what the functions of an answer could not see. */
export class UnseenCode {
  readonly #generated = new Map<string, Set<string>>();
  readonly #unread = new Set<string>();
  #tooMany = 0;
  #unfollowed = 0;

  /** Callers whose own callers were not looked for. */
  get unfollowed(): number {
    return this.#unfollowed;
  }

  /** Adds what was not seen of one function. */
  add(name: string, { generated, unread, unfollowed }: Surroundings): void {
    for (const path of unread) this.#unread.add(path);
    this.#unfollowed += unfollowed;
    if (!generated.isSure) this.#tooMany = Math.max(this.#tooMany, generated.paths.length);
    else if (generated.paths.length > 0) {
      for (const path of generated.paths) {
        const names = this.#generated.get(path) ?? new Set();
        this.#generated.set(path, names.add(name));
      }
    }
  }

  /** One sentence for each kind. */
  notices(): Notice[] {
    const notices: Notice[] = [];
    if (this.#generated.size > 0) {
      const names = new Set([...this.#generated.values()].flatMap((each) => [...each]));
      notices.push({
        code: "files_not_searched",
        message: `Callers are not looked for in generated and vendored files; ${
          listed(this.#generated.keys(), this.#generated.size)
        } may hold ${listedNames(names)}.`,
      });
    }
    if (this.#tooMany > 0) {
      notices.push({
        code: "files_not_searched",
        message: `Callers are not looked for in ${this.#tooMany} generated and vendored files.`,
      });
    }
    if (this.#unread.size > 0) {
      notices.push({
        code: "files_not_searched",
        message: `${listed(this.#unread, this.#unread.size)} could not be searched for callers: ` +
          "missing, or larger than 2 MiB.",
      });
    }
    return notices;
  }
}

function listed(paths: Iterable<string>, size: number): string {
  const first = [...paths].sort().slice(0, MOST_NAMED).map((path) =>
    JSON.stringify(pathText(path))
  );
  const more = size - first.length;
  return more > 0 ? `${first.join(", ")} and ${more} more` : first.join(", ");
}

function listedNames(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, MOST_FUNCTIONS).map((name) => JSON.stringify(name));
  const more = names.size - first.length;
  return more > 0 ? `${first.join(", ")} or ${more} more names` : first.join(" or ");
}
