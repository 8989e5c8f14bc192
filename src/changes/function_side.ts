/**
 * The functions of one side of a file, with what is needed to compare them.
 *
 * @module
 */

import {
  CALLABLE_KINDS,
  type Definition,
  type Outline,
  type SourceReading,
} from "../syntax/outline.ts";
import { type Fingerprint, makeFingerprint } from "./fingerprint.ts";

/** A function of one side. What costs a walk of the tree is had when it is first asked for. */
export class FunctionItem {
  readonly definition: Definition;
  /** Functions directly inside, in order. */
  readonly children: FunctionItem[] = [];
  readonly #reading: SourceReading;
  readonly #index: number;
  #fingerprint: Fingerprint | undefined;

  /** @param index Index in the reading's definitions. */
  constructor(reading: SourceReading, index: number) {
    this.#reading = reading;
    this.#index = index;
    this.definition = reading.outline.definitions[index];
  }

  /** Qualified name of the container; empty at the top level. */
  get container(): string {
    return this.definition.container ?? "";
  }

  /** The whole text, functions inside included. */
  get text(): string {
    return this.#reading.text.slice(this.definition.start, this.definition.end);
  }

  /** The text without the functions inside. */
  get ownText(): string {
    const { text } = this.#reading;
    let own = "";
    let at = this.definition.start;
    for (const { definition } of this.children) {
      if (definition.start < at) continue;
      own += text.slice(at, definition.start);
      at = definition.end;
    }
    return own + text.slice(at, this.definition.end);
  }

  /** Tokens, functions inside included. */
  get tokens(): readonly string[] {
    return this.#reading.tokens(this.#index);
  }

  /** Tokens without those of the functions inside, each of which leaves a mark. */
  get ownTokens(): readonly string[] {
    if (this.children.length === 0) return this.tokens;
    const { tokens } = this;
    const own: string[] = [];
    let at = 0;
    for (const child of this.children) {
      const run = child.tokens;
      const found = findRun(tokens, run, at);
      if (found < 0) continue;
      for (let i = at; i < found; i++) own.push(tokens[i]);
      at = found + run.length;
    }
    for (let i = at; i < tokens.length; i++) own.push(tokens[i]);
    return own;
  }

  /** Whether it calls something of that name. */
  calls(name: string): boolean {
    return this.#reading.outline.calls.some(({ callee, within }) =>
      within === this.#index && callee === name
    );
  }

  /** See `SourceReading.layoutFreeKey`. */
  key(withoutName: boolean): string {
    return this.#reading.layoutFreeKey(this.#index, withoutName);
  }

  /** What is left of it when the reading is gone. */
  get fingerprint(): Fingerprint {
    return this.#fingerprint ??= makeFingerprint(this.definition, this.text, this.tokens);
  }
}

/** One side of a file. */
export class FunctionSide {
  /** All functions, in order of where they begin. */
  readonly items: readonly FunctionItem[];
  /** All functions by container; the empty name is the top level. */
  readonly groups: ReadonlyMap<string, FunctionItem[]>;
  readonly #types = new Map<string, Definition>();
  readonly #outline: Outline | undefined;
  #calls: Map<string, number> | undefined;
  readonly #depths = new Map<string, number>([["", 0]]);

  /** @param includeTypes Whether types, constants and fields are among the functions. */
  constructor(reading: SourceReading | null, includeTypes: boolean) {
    const items: FunctionItem[] = [];
    const groups = new Map<string, FunctionItem[]>();
    /** By index in the outline: the innermost function at or around a definition. */
    const nearest: (FunctionItem | undefined)[] = [];
    reading?.outline.definitions.forEach((definition, index) => {
      if (!this.#types.has(definition.qualifiedName)) {
        this.#types.set(definition.qualifiedName, definition);
      }
      const around = nearest[definition.parent];
      if (!includeTypes && !CALLABLE_KINDS.has(definition.kind)) {
        nearest.push(around);
        return;
      }
      const item = new FunctionItem(reading, index);
      nearest.push(item);
      items.push(item);
      around?.children.push(item);
      const group = groups.get(item.container);
      if (group === undefined) groups.set(item.container, [item]);
      else group.push(item);
    });
    this.items = items;
    this.groups = groups;
    this.#outline = reading?.outline;
  }

  /** The first definition of that qualified name, be it a function or a type. */
  definitionOf(name: string): Definition | undefined {
    return this.#types.get(name);
  }

  /** How often something of that name is called in the file. */
  callsOf(name: string): number {
    if (this.#calls === undefined) {
      this.#calls = new Map();
      for (const { callee } of this.#outline?.calls ?? []) {
        this.#calls.set(callee, (this.#calls.get(callee) ?? 0) + 1);
      }
    }
    return this.#calls.get(name) ?? 0;
  }

  /** Containers, the outermost first. */
  containers(): string[] {
    return [...this.groups.keys()].sort((a, b) => this.depth(a) - this.depth(b));
  }

  /** How many containers a container is in, itself included; 0 of the top level. */
  depth(container: string): number {
    const chain: string[] = [];
    let at = container;
    while (!this.#depths.has(at)) {
      chain.push(at);
      // A name that is its own container is hostile: it ends the chain.
      this.#depths.set(at, 1);
      at = this.#types.get(at)?.container ?? "";
    }
    let depth = this.#depths.get(at)!;
    while (chain.length > 0) this.#depths.set(chain.pop()!, ++depth);
    return depth;
  }
}

function findRun(tokens: readonly string[], run: readonly string[], from: number): number {
  const last = tokens.length - run.length;
  for (let at = from; at <= last; at++) {
    let i = 0;
    while (i < run.length && tokens[at + i] === run[i]) i++;
    if (i === run.length) return at;
  }
  return -1;
}
