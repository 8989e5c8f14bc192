/**
 * What stands in the arguments and bodies of macros, where the parser sees tokens alone.
 *
 * @module
 */

import type { FoundName } from "../../src/syntax/language.ts";
import type { CallForm, DefinitionKind, Span } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

/** How far before a bracket a header or receiver is looked for. */
const REACH = 400;
const HEADER =
  /((?:\b(?:pub(?:\s*\([^)]*\))?|async|const|unsafe|extern(?:\s*"[^"]*")?)\s+)*\bfn\s+)(\w+)\s*(?:<[^;{}]*>\s*)?\((?:[^;{}[\]]|\[[^\]]*\])*\)\s*(?:->(?:[^;{}[\]=]|\[[^\]]*\])*|where\b[^;{}]*)?$/;
/** A function after a comment sign is a remark. */
const REMARK = /\/\/[^\n]*$/;
const TEST = /#\[(?:\w+::)*test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*$/;
const WORD = /\w/;
/** Words before a parenthesis that call nothing. */
const KEYWORDS = new Set(
  "as await break const crate dyn else enum fn for if impl in let loop match move mut pub ref return self static struct super trait type unsafe use where while yield Fn FnMut FnOnce AsyncFn AsyncFnMut AsyncFnOnce"
    .split(" "),
);
const OPENERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", ">": "<" };

/** A function whose body this is: `fn f() { … }`. */
export function functionInMacro(node: SyntaxNode, { text }: Source): FoundName | null {
  const end = node.startIndex;
  if (text[end] !== "{") return null;
  const from = Math.max(0, end - REACH);
  const at = text.lastIndexOf("fn ", end);
  if (at < from) return null;
  const header = HEADER.exec(text.slice(from, end));
  if (header === null) return null;
  const start = from + header.index;
  if (REMARK.test(text.slice(from, start))) return null;
  return { name: header[2], at: start + header[1].length, start };
}

/** Whether such a function is a test. */
export function kindInMacro(node: SyntaxNode, source: Source): DefinitionKind {
  const start = functionInMacro(node, source)?.start ?? 0;
  return TEST.test(source.text.slice(Math.max(0, start - REACH), start)) ? "test" : "function";
}

/** `name!(…)` against `name(…)`. */
export function formInMacro(node: SyntaxNode, { text }: Source): CallForm {
  return isMacroCall(text, node.startIndex) ? "macro" : "call";
}

/** Whether there is `name!` before a bracket; a `!` that negates stands behind no name. */
function isMacroCall(text: string, begin: number): boolean {
  const at = blanksStart(text, begin, 0);
  return text[at - 1] === "!" && WORD.test(text[at - 2]);
}

/** What is called with the arguments that this is: `a.b(1)::c` of `a.b(1)::c(2)`. */
export function calledInMacro(node: SyntaxNode, { text }: Source): Span | null {
  const begin = node.startIndex;
  const isMacro = isMacroCall(text, begin);
  if (!isMacro && text[begin] !== "(") return null;
  const end = isMacro ? text.lastIndexOf("!", begin) : begin;
  const floor = Math.max(0, end - REACH);
  let at = end;
  if (text[at - 1] === ">") {
    at = groupStart(text, at, floor);
    if (at < 0 || !text.startsWith("::", at - 2)) return null;
    at -= 2;
  }
  const nameEnd = at;
  at = wordStart(text, at, floor);
  if (at === nameEnd || /[$\d]/.test(text[at]) || text[at - 1] === "$") return null;
  if (KEYWORDS.has(text.slice(at, nameEnd))) return null;
  if (/\bfn\s+$/.test(text.slice(Math.max(floor, at - 10), at))) return null;
  return { start: receiverStart(text, at, floor), end };
}

/** Where the chain begins that leads to a name: names and brackets, joined by `.` and `::`. */
function receiverStart(text: string, name: number, floor: number): number {
  let start = name;
  for (;;) {
    let at = blanksStart(text, start, floor);
    if (text.startsWith("::", at - 2)) at -= 2;
    else if (text[at - 1] === "." && text[at - 2] !== ".") at -= 1;
    else return start;
    at = blanksStart(text, at, floor);
    while (text[at - 1] === "?") at--;
    const linkEnd = at;
    while (at > floor && text[at - 1] in OPENERS) {
      const open = groupStart(text, at, floor);
      if (open < 0) return start;
      at = open;
    }
    if (text[at - 1] === "!") at--;
    if (text.startsWith("::", at - 2) && at < linkEnd) at -= 2;
    at = wordStart(text, at, floor);
    if (at === linkEnd) return start;
    start = at;
  }
}

/** Where the bracket opens that closes right before a place; -1 when it is too far away. */
function groupStart(text: string, end: number, floor: number): number {
  const close = text[end - 1];
  const open = OPENERS[close];
  let depth = 0;
  for (let at = end - 1; at >= floor; at--) {
    if (text[at] === close && text[at - 1] !== "-" && text[at - 1] !== "=") depth++;
    else if (text[at] === open && --depth === 0) return at;
  }
  return -1;
}

function wordStart(text: string, end: number, floor: number): number {
  let at = end;
  while (at > floor && WORD.test(text[at - 1])) at--;
  return at;
}

function blanksStart(text: string, end: number, floor: number): number {
  let at = end;
  while (at > floor && text.charCodeAt(at - 1) <= 0x20) at--;
  return at;
}
