/**
 * Attributes that set others when they are set (gitattributes(5), "DEFINING MACRO ATTRIBUTES").
 *
 * @module
 */

import type { Assignment } from "./attributes_file.ts";

/** `binary`, which every repository has. */
const BUILT_IN: ReadonlyMap<string, readonly Assignment[]> = new Map([
  [
    "binary",
    [
      { name: "diff", state: false },
      { name: "merge", state: false },
      { name: "text", state: false },
    ],
  ],
]);

/** The macros of all files that may define some. */
export class AttributeMacros {
  readonly #definitions: ReadonlyMap<string, readonly Assignment[]>;
  /** For each attribute the macros that name it. */
  readonly #namedBy = new Map<string, string[]>();
  readonly #settersOf = new Map<string, ReadonlySet<string>>();

  /** Definitions, the stronger ones later. */
  constructor(definitions: Iterable<ReadonlyMap<string, readonly Assignment[]>>) {
    const all = new Map(BUILT_IN);
    for (const some of definitions) {
      for (const [name, assignments] of some) all.set(name, assignments);
    }
    this.#definitions = all;
    for (const [macro, assignments] of all) {
      for (const { name } of assignments) {
        const named = this.#namedBy.get(name);
        if (named === undefined) this.#namedBy.set(name, [macro]);
        else named.push(macro);
      }
    }
  }

  /** What the attribute sets when it is set; `undefined` when it is no macro. */
  definition(name: string): readonly Assignment[] | undefined {
    return this.#definitions.get(name);
  }

  /** The attribute itself and every macro that may set it, directly or through another macro. */
  settersOf(name: string): ReadonlySet<string> {
    let setters = this.#settersOf.get(name);
    if (setters === undefined) {
      const found = new Set([name]);
      // The set grows while it is walked.
      for (const member of found) {
        for (const macro of this.#namedBy.get(member) ?? []) found.add(macro);
      }
      this.#settersOf.set(name, setters = found);
    }
    return setters;
  }
}
