/**
 * What a call calls: the last name, and what stands before it.
 *
 * @module
 */

import type { Node } from "web-tree-sitter";
import type { CallRule } from "./language.ts";
import type { CallSite } from "./outline.ts";
import { collapseBlanks, type ParsedSource } from "./parsed_source.ts";

/** Longest receiver that is kept, counted from its end. */
const LONGEST_RECEIVER = 200;
/** The same at a place of the text: asking the tree for an end costs more than looking. */
const WHOLE_NAME = /@?@?[\w$\u0080-\uffff]+[!?]?/uy;
/** What makes a call of its kind and is no receiver. */
const LEAD = /^(?:new\b|@)\s*/;
/** Arguments of types after a name: `::<T>`, `<T>`, `!`. */
const TYPE_ARGUMENTS = /(?:::|\.)?<[^<>()]*(?:<[^<>()]*(?:<[^<>()]*>[^<>()]*)*>[^<>()]*)*>$/;
/** What joins a receiver and a name. */
const JOINT = /\s*(?:\?\.|&\.|!\.|\?->|->|::|\.|\\|!!\.)\s*$/;

/**
 * The call of a node; `null` when what is called has no name: `f()()`.
 *
 * @param alone Whether nothing that the tables name begins where the node begins.
 */
export function readCall(
  node: Node,
  rule: CallRule,
  source: ParsedSource,
  alone: boolean,
): Pick<CallSite, "callee" | "receiver" | "form"> | null {
  const form = typeof rule.form === "string" ? rule.form : rule.form(node, source);
  if (alone && rule.plain !== undefined) {
    rule.plain.lastIndex = node.startIndex;
    const plain = rule.plain.exec(source.text);
    if (plain !== null) {
      const receiver = plain[1] === "" ? null : receiverBefore(plain[1]);
      return { callee: plain[2], receiver, form };
    }
  }
  if (rule.name !== undefined) {
    const name = source.child(node, rule.name);
    if (name === null) return null;
    if (rule.verbatim) return { callee: source.textOf(name), receiver: null, form };
    const { startIndex } = name;
    WHOLE_NAME.lastIndex = startIndex;
    const callee = WHOLE_NAME.exec(source.text)?.[0] ?? source.textOf(name);
    return { callee, receiver: receiverOf(source, node.startIndex, startIndex), form };
  }
  const callee = rule.span !== undefined
    ? rule.span(node, source)
    : rule.callee === undefined
    ? node
    : source.child(node, rule.callee);
  if (callee === null) return null;
  const [startIndex, endIndex] = "start" in callee
    ? [callee.start, callee.end]
    : [callee.startIndex, callee.endIndex];
  // Chains of calls nest: looking at the end alone keeps long ones linear.
  const from = Math.max(startIndex, endIndex - 2 * LONGEST_RECEIVER);
  const { text } = source;
  const end = text[endIndex - 1] === ">"
    ? from + text.slice(from, endIndex).replace(TYPE_ARGUMENTS, "").length
    : endIndex;
  const nameStart = lastNameStart(text, from, end);
  if (nameStart === end) return null;
  return {
    callee: text.slice(nameStart, end),
    receiver: receiverOf(source, startIndex, nameStart),
    form,
  };
}

/** Where the last name of `a.b::c` begins, with a mark that belongs to it (`!`, `?` of Ruby, `@`, `#`). */
function lastNameStart(text: string, from: number, end: number): number {
  let at = end;
  if (at > from && (text[at - 1] === "!" || text[at - 1] === "?")) at--;
  const wordEnd = at;
  while (at > from && isNameSign(text.charCodeAt(at - 1))) at--;
  if (at === wordEnd) return end;
  for (let signs = 0; signs < 2 && at > from && text[at - 1] === "@"; signs++) at--;
  return at;
}

function isNameSign(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a || code >= 0x80;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  return (code >= 0x30 && code <= 0x39) || code === 0x24 || code === 0x23;
}

/** What stands before a name, without what joins them; `null` when nothing does. */
function receiverOf(source: ParsedSource, start: number, end: number): string | null {
  if (start >= end) return null;
  const from = Math.max(start, end - LONGEST_RECEIVER);
  const text = source.text.slice(from, end).replace(JOINT, "").replace(LEAD, "");
  return from === start && text.trim() === "" ? null : collapseBlanks(text);
}

/** A receiver of words and dots, from its text with the last dot. */
function receiverBefore(text: string): string {
  const last = text.length - 1;
  const end = text[last] === "." && text[last - 1] !== "?"
    ? last
    : text.endsWith("::") || text.endsWith("->")
    ? last - 1
    : -1;
  if (end < 0 || end > LONGEST_RECEIVER || /\s/.test(text)) {
    return collapseBlanks(text.replace(JOINT, "").slice(-LONGEST_RECEIVER));
  }
  return text.slice(0, end);
}
