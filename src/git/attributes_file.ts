/**
 * One file of attributes as text: patterns with what they set, and macros (gitattributes(5)).
 *
 * @module
 */

import { fromByteString } from "./byte_string.ts";
import { unquote } from "./c_quoting.ts";
import { ruleLines } from "./rule_file.ts";

/** Set, unset, set to a value; `null` of `!name`, which makes it unspecified again. */
export type AttributeState = true | false | string | null;

/** One attribute on a line. */
export interface Assignment {
  name: string;
  state: AttributeState;
}

/** One line: a pattern (byte string) and what it says, in order; a later assignment wins. */
export interface AttributeRule {
  pattern: string;
  assignments: readonly Assignment[];
}

/** What a file holds. */
export interface AttributeLines {
  rules: AttributeRule[];
  /** Attributes that stand for several; of two definitions the later one. */
  macros: Map<string, readonly Assignment[]>;
}

/** Lines of this many bytes are ignored. */
const LONGEST_LINE = 2048;
const MACRO = "[attr]";

/**
 * Reads a file's lines. As git does, it drops a line that is too long, has a negative pattern, or
 * names an attribute that cannot exist; and macros where `macros` is false (below the root).
 */
export function parseAttributes(bytes: Uint8Array, macros: boolean): AttributeLines {
  const lines: AttributeLines = { rules: [], macros: new Map() };
  // Most lines of a large file say the same.
  const seen = new Map<string, Assignment[] | null>();
  const parse = (text: string): Assignment[] | null => {
    let assignments = seen.get(text);
    if (assignments === undefined) seen.set(text, assignments = parseAssignments(text));
    return assignments;
  };
  for (const line of ruleLines(bytes, LONGEST_LINE)) {
    if (line !== null) addLine(lines, line, { macros, parse });
  }
  return lines;
}

const BLANK = /[ \t\r\n]+/;
const FIRST = /^[ \t\r\n]*([^ \t\r\n]+)/;

interface LineContext {
  macros: boolean;
  parse(text: string): Assignment[] | null;
}

function addLine(lines: AttributeLines, line: string, { macros, parse }: LineContext): void {
  const first = FIRST.exec(line);
  if (first === null || first[1].startsWith("#")) return;
  let pattern = first[1];
  let rest = line.slice(first[0].length);
  if (pattern.startsWith('"')) {
    const quoted = unquote(line, first[0].length - pattern.length);
    if (quoted !== null) {
      pattern = quoted.text;
      rest = line.slice(quoted.end);
    }
  } else if (pattern.startsWith(MACRO) && pattern.length > MACRO.length) {
    const name = pattern.slice(MACRO.length);
    const assignments = parse(rest);
    if (macros && assignments !== null && NAME.test(name)) lines.macros.set(name, assignments);
    return;
  }
  if (pattern.startsWith("!")) return;
  const assignments = parse(rest);
  if (assignments !== null && assignments.length > 0) lines.rules.push({ pattern, assignments });
}

const NAME = /^[A-Za-z0-9_.][-A-Za-z0-9_.]*$/;

function parseAssignments(text: string): Assignment[] | null {
  const assignments: Assignment[] = [];
  for (const word of text.split(BLANK)) {
    if (word === "") continue;
    const mark = word[0] === "-" || word[0] === "!" ? word[0] : "";
    const equals = word.indexOf("=");
    const name = word.slice(mark.length, equals < 0 ? undefined : equals);
    if (!NAME.test(name)) return null;
    const value = equals < 0 ? true : fromByteString(word.slice(equals + 1));
    assignments.push({ name, state: mark === "-" ? false : mark === "!" ? null : value });
  }
  return assignments;
}
