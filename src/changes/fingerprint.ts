/**
 * A small likeness of a function: enough to tell how alike two functions are when neither tree nor
 * text is at hand.
 *
 * @module
 */

import type { Definition } from "../syntax/outline.ts";

/** What is kept of a function to compare it with others. */
export interface Fingerprint {
  /** Equal for equal tokens, the function's own name left out. */
  readonly exact: string;
  /** Equal for equal words; marks, quotes and letter case left out, which layout may change. */
  readonly words: string;
  /** Equal when lines are indented alike: in some languages that is what makes blocks. */
  readonly indents: string;
  /** Equal for equal tokens of the body. */
  readonly body: string;
  /** Equal for bodies that differ by consistent renaming alone. */
  readonly shape: string;
  /** How many tokens the body has. */
  readonly size: number;
  /** Hashes of the body's words and pairs of tokens, ascending; the second of equal ones differs from the first. */
  readonly grams: Uint32Array;
  /** Only multiples of this power of two were kept. */
  readonly stride: number;
}

/** More grams than these are thinned out. */
const GRAMS = 4096;
/** Tokens that are remembered with their hash. */
const REMEMBERED = 1 << 16;
const PLAIN = /^[a-z]+$/;
const MARKS = /[^\p{L}\p{N}]/gu;
const WORD = /[\p{L}\p{N}_"'`]/u;

let remembered = new Map<string, number>();

/**
 * Makes the fingerprint of a definition.
 *
 * @param text Text of the definition, beginning at `definition.start`.
 * @param tokens Its tokens, see `SourceReading.tokens`.
 */
export function makeFingerprint(
  definition: Definition,
  text: string,
  tokens: readonly string[],
): Fingerprint {
  const hashes = new Uint32Array(tokens.length);
  tokens.forEach((token, i) => hashes[i] = token === definition.name ? 1 : hashOf(token));
  const head = headTokens(definition, text, tokens);
  const body = hashes.subarray(head);
  const all: number[] = [];
  let previous = 2;
  body.forEach((hash, i) => {
    all.push(mix(previous, hash));
    if (WORD.test(tokens[head + i])) all.push(mix(hash, 3));
    previous = hash;
  });
  const { grams, stride } = sorted(all);
  return {
    exact: digest(hashes),
    words: digest(Uint32Array.from(tokens.filter((token) => WORD.test(token)), wordHash)),
    indents: indentShape(text),
    body: digest(body),
    shape: digest(shapeOf(tokens.slice(head))),
    size: body.length,
    grams,
    stride,
  };
}

/** How alike two bodies are, 0 to 1: twice what they share by all they have. */
export function bodySimilarity(a: Fingerprint, b: Fingerprint): number {
  if (a.body === b.body) return 1;
  const stride = Math.max(a.stride, b.stride);
  const one = thinned(a, stride);
  const other = thinned(b, stride);
  const total = one.length + other.length;
  return total === 0 ? 0 : 2 * common(one, other) / total;
}

/** How much of the smaller body stands in the larger one, 0 to 1. */
export function bodyContainment(a: Fingerprint, b: Fingerprint): number {
  if (a.body === b.body) return 1;
  const stride = Math.max(a.stride, b.stride);
  const one = thinned(a, stride);
  const other = thinned(b, stride);
  const least = Math.min(one.length, other.length);
  return least === 0 ? 0 : common(one, other) / least;
}

/** A number for a text, the same in every run. */
export function hashOf(text: string): number {
  let hash = remembered.get(text);
  if (hash !== undefined) return hash;
  hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = mix(hash, text.length);
  if (text.length < 64) {
    if (remembered.size >= REMEMBERED) remembered = new Map();
    remembered.set(text, hash);
  }
  return hash;
}

/** Which lines are indented more or less than the one above; blank lines do not count. */
export function indentShape(text: string): string {
  let shape = "";
  let last: number | undefined;
  for (const line of text.split("\n")) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    if (last !== undefined) shape += indent > last ? ">" : indent < last ? "<" : "=";
    last = indent;
  }
  return digest(Uint32Array.of(shape.length, hashOf(shape)));
}

function wordHash(token: string): number {
  return hashOf(PLAIN.test(token) ? token : token.toLowerCase().replace(MARKS, ""));
}

/** How many tokens stand before the body; 0 when there is none, and all counts. */
function headTokens(definition: Definition, text: string, tokens: readonly string[]): number {
  if (definition.body === null) return 0;
  const end = definition.body.start - definition.start;
  let at = 0;
  for (let i = 0; i < tokens.length; i++) {
    const found = text.indexOf(tokens[i], at);
    if (found < 0 || found >= end) return i;
    at = found + tokens[i].length;
  }
  return tokens.length;
}

/** Numbers words by their first place. */
function shapeOf(tokens: readonly string[]): Uint32Array {
  const places = new Map<string, number>();
  return Uint32Array.from(tokens, (token) => {
    if (!WORD.test(token)) return hashOf(token);
    const place = places.get(token) ?? places.size;
    places.set(token, place);
    return place;
  });
}

function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ (a >>> 16), 0x85ebca6b) + Math.imul(b, 0xc2b2ae35) | 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function digest(hashes: Uint32Array): string {
  let one = 5, other = 7;
  for (const hash of hashes) {
    one = mix(one, hash);
    other = mix(hash, other);
  }
  return `${hashes.length}:${one}:${other}`;
}

function sorted(hashes: number[]): { grams: Uint32Array; stride: number } {
  let grams = Uint32Array.from(hashes).sort();
  let repeat = 0;
  const salted = grams.map((gram, i) => {
    repeat = i > 0 && grams[i - 1] === gram ? repeat + 1 : 0;
    return repeat === 0 ? gram : mix(gram, repeat);
  });
  let stride = 1;
  while (grams.length > GRAMS * stride) stride *= 2;
  grams = salted.sort();
  return { grams: stride === 1 ? grams : grams.filter((gram) => gram % stride === 0), stride };
}

function thinned({ grams, stride }: Fingerprint, to: number): Uint32Array {
  return to === stride ? grams : grams.filter((gram) => gram % to === 0);
}

function common(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      count++;
      i++;
      j++;
    } else if (a[i] < b[j]) i++;
    else j++;
  }
  return count;
}
