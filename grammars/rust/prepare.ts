/**
 * Words of Rust that the parser does not know yet.
 *
 * @module
 */

/** `safe fn`, `gen fn`, `auto trait`, `const trait`, `impl const A for B`, `T: [const] A`. */
const WORDS =
  /\b(?:safe|gen)(?=\s+(?:unsafe\s+)?(?:extern\s+"[^"\n]*"\s+)?fn\b)|\bauto(?=\s+trait\b)|\bconst(?=\s+(?:unsafe\s+|auto\s+)*trait\b)|\[const\](?=\s+[A-Z])|(?<=\bimpl\s+|\bimpl\s*<[^<>{}]*>\s*)const(?=\s+[A-Z~])/g;
const LEAD = /\b(?:safe|gen|auto|const)\s+$/;

/** The text for the parser; all places stay the same. */
export function prepare(text: string): string {
  return text.replace(WORDS, (word) => " ".repeat(word.length));
}

/** Where an item begins with the words before it that the parser did not see. */
export function startWithWords(text: string, start: number): number {
  const from = Math.max(0, start - 8);
  const lead = LEAD.exec(text.slice(from, start));
  return lead === null ? start : from + lead.index;
}
