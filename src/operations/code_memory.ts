/**
 * Outlines and words of contents that were read, kept from question to question.
 *
 * @module
 */

import type { WordFilter } from "../git/words.ts";
import type { Outline } from "../syntax/outline.ts";
import type { ViewMemory } from "./code_view.ts";

/** Facts in all kept outlines together; each takes some two hundred bytes. */
const MOST_FACTS = 1_000_000;
/** Contents whose language is kept. */
const MOST_LANGUAGES = 100_000;
/** Bytes of all kept filters together. */
const MOST_FILTER_BYTES = 64 * 1024 * 1024;

/** Keeps what was asked for last, within bounds. Content is named by its hash, so nothing goes stale. */
export class KeptCode implements ViewMemory {
  readonly #outlines = new Bounded<Outline>(MOST_FACTS, factsOf);
  readonly #words = new Bounded<WordFilter>(MOST_FILTER_BYTES, (words) => words.byteLength + 100);

  readonly #languages = new Bounded<string>(MOST_LANGUAGES, () => 1);

  outline(key: string): Outline | undefined {
    return this.#outlines.get(key);
  }

  keepOutline(key: string, outline: Outline): void {
    this.#outlines.set(key, outline);
  }

  words(key: string): WordFilter | undefined {
    return this.#words.get(key);
  }

  keepWords(key: string, words: WordFilter): void {
    this.#words.set(key, words);
  }

  language(key: string): string | undefined {
    return this.#languages.get(key);
  }

  keepLanguage(key: string, language: string): void {
    this.#languages.set(key, language);
  }
}

function factsOf({ definitions, imports, calls, bindings }: Outline): number {
  return 5 + 4 * definitions.length + imports.length + calls.length + (bindings?.length ?? 0);
}

/** A map that forgets what was not asked for longest. */
class Bounded<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  constructor(limit: number, weigh: (value: Value) => number) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    if (this.#entries.has(key)) return;
    this.#entries.set(key, value);
    this.#weight += this.#weigh(value);
    for (const [oldest, each] of this.#entries) {
      if (this.#weight <= this.#limit || oldest === key) break;
      this.#entries.delete(oldest);
      this.#weight -= this.#weigh(each);
    }
  }
}
