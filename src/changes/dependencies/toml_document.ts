/**
 * Parsing TOML, with an error of one line.
 *
 * @module
 */

import { parse, TomlError } from "smol-toml";
import type { Table } from "./json_value.ts";

/** The document as tables (https://toml.io/en/v1.0.0). */
export function parseToml(text: string): Table {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.split("\n", 1);
    throw new SyntaxError(`${reason} at line ${error.line}`);
  }
}
