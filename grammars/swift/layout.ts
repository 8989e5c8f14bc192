/**
 * What formatters of Swift may add and remove.
 *
 * @module
 */

/** What may stand between a comma and the bracket that closes. */
const CLOSES = /,(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[)\]}>]/y;
/** A semicolon that ends a line or a block. */
const ENDS = /;[ \t]*(?:\/\/[^\n]*)?(?:\r?\n|\}|$)/y;

/** See `LayoutRules.mayGo`. */
export function mayGo(type: string, start: number, _around: unknown, text: string): boolean {
  const pattern = type === "," ? CLOSES : ENDS;
  pattern.lastIndex = start;
  return pattern.test(text);
}

/** Line ends of a literal are one sign, however they are written. */
export function leaf(_type: string, text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}
