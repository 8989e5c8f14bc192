/**
 * The code of change sets, analysed when it is asked for.
 *
 * @module
 */

import type { FileChange } from "../changes/change_set.ts";
import type { CodeChanges, FunctionAnalysis } from "../changes/function_analysis.ts";
import type { Steps } from "./steps.ts";
import type { CodeOptions } from "./workspace.ts";

/** The analyses of one change set. Nothing is loaded before the first question. */
export class ChangeSetCode {
  readonly #files: readonly FileChange[];
  readonly #made = new Map<boolean, FunctionAnalysis>();

  /** Of these files, which are all of the change set. */
  constructor(files: readonly FileChange[]) {
    this.#files = files;
  }

  /** Changed functions that are held. */
  get weight(): number {
    return [...this.#made.values()].reduce((sum, analysis) => sum + analysis.weight, 0);
  }

  /**
   * What changed in the code of some of the files.
   * @throws {PrismError} `cancelled`
   */
  async of(
    files: readonly FileChange[],
    { includeTypes }: CodeOptions,
    steps: Steps,
  ): Promise<CodeChanges> {
    let analysis = this.#made.get(includeTypes);
    if (analysis === undefined) {
      const { FunctionAnalysis } = await import("../changes/function_analysis.ts");
      this.#made.set(includeTypes, analysis = new FunctionAnalysis(this.#files, includeTypes));
    }
    return await analysis.of(files, (done, total) => steps.step("reading functions", done, total));
  }
}
