/**
 * Which function of the later side of a file is which of the earlier side.
 *
 * @module
 */

import type { ScoredPair } from "./best_pairs.ts";
import { CallEvidence } from "./call_evidence.ts";
import { pairContainers } from "./container_pairs.ts";
import type { FunctionItem, FunctionSide } from "./function_side.ts";
import { pairGroup } from "./group_pairs.ts";

/** Pairs of the functions of a file; what is in none was added or deleted, or went elsewhere. */
export interface FunctionPairs {
  /** The earlier side of a later one. */
  readonly before: ReadonlyMap<FunctionItem, FunctionItem>;
  /** The later side of an earlier one. */
  readonly after: ReadonlyMap<FunctionItem, FunctionItem>;
  /** Functions whose container has another name now. */
  readonly withContainer: ReadonlySet<FunctionItem>;
  /** Functions of one container that may be one, if other files say so. */
  readonly doubtful: readonly ScoredPair<FunctionItem>[];
  /** Whether pairs may have been overlooked, because too many functions are alike. */
  readonly limited: boolean;
}

/** Pairs container by container, the outermost first, so that a renamed one takes its functions along. */
export function pairFunctions(before: FunctionSide, after: FunctionSide): FunctionPairs {
  return new Pairer(before, after).run();
}

class Pairer {
  readonly #before: FunctionSide;
  readonly #after: FunctionSide;
  readonly #evidence: CallEvidence;
  readonly #afterOf = new Map<FunctionItem, FunctionItem>();
  readonly #beforeOf = new Map<FunctionItem, FunctionItem>();
  readonly #withContainer = new Set<FunctionItem>();
  /** Later name of a container by its earlier one. */
  readonly #containers = new Map<string, string>();
  readonly #claimed = new Set<string>();
  readonly #doubtful: ScoredPair<FunctionItem>[] = [];
  #limited = false;

  constructor(before: FunctionSide, after: FunctionSide) {
    this.#before = before;
    this.#after = after;
    this.#evidence = new CallEvidence(before, after);
  }

  run(): FunctionPairs {
    const before = this.#before.containers();
    const after = this.#after.containers();
    const levels = [...new Set(before.map((name) => this.#before.depth(name)))].sort((a, b) =>
      a - b
    );
    for (const level of levels) {
      const here = before.filter((name) => this.#before.depth(name) === level);
      for (const name of here) this.#mapKnown(name);
      this.#mapRenamed(here, after);
      for (const name of here) this.#pairGroup(name);
    }
    return {
      before: this.#beforeOf,
      after: this.#afterOf,
      withContainer: this.#withContainer,
      doubtful: this.#doubtful,
      limited: this.#limited,
    };
  }

  /** Finds a container under its own name, or under that of its function or container. */
  #mapKnown(name: string): void {
    const renamed = this.#renamedFunction(name);
    if (renamed !== undefined) this.#map(name, renamed);
    else if (this.#after.groups.has(name)) this.#map(name, name);
    else if (this.#after.definitionOf(name) === undefined) {
      const inside = this.#insideRenamed(name);
      if (inside !== undefined) this.#map(name, inside);
    }
  }

  #renamedFunction(name: string): string | undefined {
    const definition = this.#before.definitionOf(name);
    if (definition === undefined) return undefined;
    const item = this.#before.groups.get(definition.container ?? "")
      ?.find((item) => item.definition === definition);
    const partner = item === undefined ? undefined : this.#afterOf.get(item);
    const renamed = partner?.definition.qualifiedName;
    return renamed === name ? undefined : renamed;
  }

  #insideRenamed(name: string): string | undefined {
    const definition = this.#before.definitionOf(name);
    const outer = definition?.container;
    const now = outer === null || outer === undefined ? undefined : this.#containers.get(outer);
    if (now === undefined || now === outer || !name.startsWith(outer!)) return undefined;
    return now + name.slice(outer!.length);
  }

  #map(before: string, after: string): void {
    if (this.#claimed.has(after) || !this.#after.groups.has(after)) return;
    this.#claimed.add(after);
    this.#containers.set(before, after);
  }

  /** Pairs containers that are gone with new ones, by what is in them. */
  #mapRenamed(here: readonly string[], after: readonly string[]): void {
    const gone = here.filter((name) =>
      name !== "" && !this.#containers.has(name) && this.#after.definitionOf(name) === undefined
    );
    const come = after.filter((name) =>
      name !== "" && !this.#claimed.has(name) && this.#before.definitionOf(name) === undefined
    );
    const pairs = pairContainers(
      gone.map((name) => this.#before.groups.get(name)!),
      come.map((name) => this.#after.groups.get(name)!),
    );
    for (const [old, now] of pairs) this.#map(gone[old], come[now]);
  }

  #pairGroup(container: string): void {
    const mapped = this.#containers.get(container);
    if (mapped === undefined) return;
    const before = this.#before.groups.get(container)!;
    const after = this.#after.groups.get(mapped)!;
    const { pairs, doubtful, limited } = pairGroup(before, after, this.#evidence);
    for (const [old, now] of pairs) {
      this.#afterOf.set(old, now);
      this.#beforeOf.set(now, old);
    }
    this.#doubtful.push(...doubtful);
    this.#limited ||= limited;
    if (mapped === container) return;
    for (const item of before) {
      const partner = this.#afterOf.get(item);
      if (partner !== undefined) this.#withContainer.add(partner);
    }
  }
}
