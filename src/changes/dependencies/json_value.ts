/**
 * Reading values that JSON and TOML parsers give, of which nothing is known.
 *
 * @module
 */

/** A table of a parsed document. */
export type Table = Record<string, unknown>;

/** The value as a table; an empty one when it is something else. */
export function asTable(value: unknown): Table {
  return isTable(value) ? value : {};
}

/** Whether the value is a table: no list, date or number. */
export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}

/** Own value of a key: what a hostile `__proto__` key would give is not looked at. */
export function own(table: Table, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Own value of a path of keys. */
export function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((found: unknown, key) => own(asTable(found), key), value);
}

/** The value when it is a string, else null. */
export function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The entries when the value is a list, else none. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
