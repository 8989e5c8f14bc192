/**
 * Code views that were opened before: the next question about the same tree finds its names resolved.
 *
 * @module
 */

import type { RepositoryObjects } from "../git/object_store.ts";
import type { Snapshot } from "../git/snapshot.ts";
import { KeptCode } from "./code_memory.ts";
import { CodeView } from "./code_view.ts";

/** Views of commits that are kept; each may hold all outlines of a repository. */
const MOST_VIEWS = 2;

/** Facts in the files of one view, each of some two hundred bytes; a view that holds more is not kept. */
const MOST_FACTS = 1_500_000;

/** Opens views, and keeps those of commits. */
export class CodeViews {
  readonly #memory = new KeptCode();
  readonly #views = new Map<string, { view: CodeView; objects: RepositoryObjects }>();

  /**
   * A view of a snapshot.
   *
   * @param key Names the content of the snapshot and the repository; `null` when it may change.
   * @param objects The store that its files are read from.
   */
  open(key: string | null, objects: RepositoryObjects, snapshot: () => Snapshot): CodeView {
    if (key === null) return new CodeView(snapshot(), this.#memory);
    const known = this.#views.get(key);
    this.#views.delete(key);
    const isGood = known?.objects === objects && known.view.weight <= MOST_FACTS;
    const view = isGood ? known.view : new CodeView(snapshot(), this.#memory);
    this.#views.set(key, { view, objects });
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= MOST_VIEWS) break;
      this.#views.delete(oldest);
    }
    return view;
  }
}
