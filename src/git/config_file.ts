/**
 * One file of configuration variables (git-config(1), "CONFIGURATION FILE", "Syntax").
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { decodePath } from "./path_bytes.ts";

/** One setting of a variable. */
export interface ConfigEntry {
  /** `section.key` or `section.subsection.key`; section and key in lower case. */
  name: string;
  /** `null` of a variable written without `=`. Bytes that are not UTF-8 stand as in paths. */
  value: string | null;
}

const BLANK = /[ \t\r\n]*/y;
const COMMENT = /[#;][^\n]*/y;
// The old form `[section.subsection]` needs no rule of its own: all of it is lower-cased.
const SECTION = /\[([A-Za-z0-9.-]+)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|\n|$)/y;
const PLAIN = /[^"\\\n#;]+/y;
const QUOTED = /[^"\\\n]+/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  n: "\n",
  t: "\t",
  b: "\b",
  "\n": "",
};

/**
 * The settings of a file, in order.
 * @param path names the file in an error
 * @throws {PrismError} `config_invalid`, with the number of the line
 */
export function parseConfigFile(bytes: Uint8Array, path: string): ConfigEntry[] {
  const text = decodePath(bytes).replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const entries: ConfigEntry[] = [];
  const scanner = new Scanner(text, path);
  let section = "";
  for (;;) {
    scanner.take(BLANK);
    if (scanner.ended) return entries;
    if (scanner.take(COMMENT) !== null) continue;
    const header = scanner.take(SECTION);
    if (header !== null) {
      section = header[1].toLowerCase() + ".";
      if (header[2] !== undefined) section += header[2].replace(/\\(.)/g, "$1") + ".";
      continue;
    }
    const key = scanner.take(KEY) ?? scanner.fail("neither a section nor a variable");
    const value = key[2] === "=" ? scanner.value() : null;
    entries.push({ name: section + key[1].toLowerCase(), value });
  }
}

/** A text and how far it has been read. */
class Scanner {
  readonly #text: string;
  readonly #path: string;
  #at = 0;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads what the sticky pattern matches here. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  /** Reads a value to the end of its last line. */
  value(): string {
    let value = "";
    let quoted = false;
    // White space at the end goes, but not what stands before or in a quotation or an escape.
    let kept = 0;
    for (;;) {
      const run = this.take(quoted ? QUOTED : PLAIN);
      if (run !== null) {
        value += value === "" && !quoted ? trimStart(run[0]) : run[0];
      }
      const next = this.#text[this.#at];
      if (next === '"') {
        quoted = !quoted;
        kept = value.length;
        this.#at++;
      } else if (next === "\\") {
        const escaped = ESCAPES[this.#text[this.#at + 1] ?? "\n"] ??
          this.fail("an unknown escape sequence");
        value += escaped;
        kept = value.length;
        this.#at += 2;
      } else if (next === undefined || next === "\n") {
        if (quoted) this.fail("a quotation mark that is not closed");
        break;
      } else this.take(COMMENT);
    }
    const whole = value.slice(0, kept) + trimEnd(value.slice(kept));
    const nul = whole.indexOf("\0");
    return nul < 0 ? whole : whole.slice(0, nul);
  }

  fail(what: string): never {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    throw new PrismError(
      "config_invalid",
      `The configuration file "${this.#path}" is invalid in line ${line}: ${what}.`,
      { hint: `Correct that line; \`git config --list\` shows the same error.` },
    );
  }
}

// Only these are white space here; trim() would take more.
function trimStart(text: string): string {
  let start = 0;
  while (" \t\r".includes(text[start] ?? "x")) start++;
  return text.slice(start);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " \t\r".includes(text[end - 1])) end--;
  return text.slice(0, end);
}
