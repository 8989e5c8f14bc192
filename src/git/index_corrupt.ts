/**
 * The failure of reading an index.
 *
 * @module
 */

import { PrismError } from "../errors.ts";

/** The failure to make sense of an index. */
export function indexCorrupt(reason: string): PrismError {
  return new PrismError("index_corrupt", `The index cannot be read: ${reason}.`, {
    hint: "run `git status` to see what git says; `rm .git/index && git reset` makes a new index",
  });
}
