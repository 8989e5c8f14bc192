/**
 * What gofmt may change in Go without changing the meaning.
 *
 * @module
 */

/** Nodes whose parts a semicolon tells apart. */
const PARTED = /^(?:for_clause|for_statement|if_statement|(?:expression|type)_switch_statement)$/;

/** Whether a token may come and go in its place: a semicolon and the end of a line are alike. */
export function mayGo(type: string, around: string): boolean {
  return type !== ";" || !PARTED.test(around);
}

/** A number in one form: `0XFF`, `1E3`. */
export function leafText(type: string, text: string): string {
  return type.endsWith("_literal") && /^\.?\d/.test(text) ? text.toLowerCase() : text;
}

/** Statements that are nothing but semicolons are none. */
export function emptyList(text: string): string | null {
  return /^[\s;]*$/.test(text) ? "" : null;
}
