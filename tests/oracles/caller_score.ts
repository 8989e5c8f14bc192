/** How well callers agree with those of another tool. */

/** One edge that only one side has. */
interface Difference {
  readonly target: string;
  readonly edge: string;
  readonly reason: string;
  readonly detail: string;
}

/** Counts edges. */
export class CallerScore {
  readonly #misses: Difference[] = [];
  readonly #wrong: Difference[] = [];
  #functions = 0;
  #withCallers = 0;
  #both = 0;
  readonly #byConfidence = new Map<string, { right: number; all: number }>();

  /**
   * Counts the edges of one function.
   *
   * @param ours What shows each edge, by edge.
   * @param theirs What the other tool says, by edge.
   * @param why Why an edge is missed, in a few words, and where.
   */
  add(
    target: string,
    ours: ReadonlyMap<string, { readonly confidence: string; readonly detail: string }>,
    theirs: ReadonlyMap<string, string>,
    why: (edge: string, detail: string) => string,
  ): void {
    this.#functions++;
    if (theirs.size > 0) this.#withCallers++;
    for (const [edge, { confidence, detail }] of ours) {
      const counts = this.#byConfidence.get(confidence) ?? { right: 0, all: 0 };
      counts.all++;
      if (theirs.has(edge)) {
        counts.right++;
        this.#both++;
      } else this.#wrong.push({ target, edge, reason: confidence, detail });
      this.#byConfidence.set(confidence, counts);
    }
    for (const [edge, detail] of theirs) {
      if (ours.has(edge)) continue;
      this.#misses.push({ target, edge, reason: why(edge, detail), detail });
    }
  }

  /** Prints all figures, and the first differences. */
  print(title: string, differences: number): void {
    const precision = this.#both / (this.#both + this.#wrong.length);
    const recall = this.#both / (this.#both + this.#misses.length);
    console.log(
      `${title}: precision ${precision.toFixed(4)}, recall ${
        recall.toFixed(4)
      }; ${this.#both} edges agree, ` +
        `${this.#wrong.length} only ours, ${this.#misses.length} missed; ` +
        `${this.#functions} functions, ${this.#withCallers} with callers`,
    );
    for (const [confidence, { right, all }] of this.#byConfidence) {
      console.log(`  ${confidence}: ${right} of ${all} right, ${(right / all).toFixed(4)}`);
    }
    const reasons = Map.groupBy(this.#misses, ({ reason }) => reason);
    for (const [reason, list] of [...reasons].sort((a, b) => b[1].length - a[1].length)) {
      console.log(`  missed, ${reason}: ${list.length}`);
    }
    for (const each of this.#wrong.slice(0, differences)) report("only ours", each);
    for (const [, list] of reasons) {
      for (const each of list.slice(0, differences)) report("missed", each);
    }
  }
}

function report(what: string, { target, edge, reason, detail }: Difference): void {
  console.log(`${what} (${reason}): ${target}\n    by ${edge}\n    ${detail}`);
}
