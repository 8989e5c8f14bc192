/**
 * Values of properties that a manifest defines itself, put where it uses them.
 *
 * @module
 */

const LONGEST_VALUE = 1000;
const DEEPEST = 16;

/**
 * Replaces every reference that `pattern` finds (its first group is the name). What is unknown stays
 * as written, and so does the whole text when the values nest too deep or grow too long.
 *
 * @param pattern With the `g` flag.
 */
export function resolveProperties(
  text: string,
  pattern: RegExp,
  valueOf: (name: string) => string | undefined,
): string {
  let resolved = text;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = resolved.replace(pattern, (whole, name: string) => valueOf(name) ?? whole);
    if (next === resolved) return resolved;
    if (next.length > LONGEST_VALUE) return text;
    resolved = next;
  }
  return text;
}
