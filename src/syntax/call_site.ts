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
/** The last name of `a.b::c`, with a mark that belongs to the name (`!`, `?` of Ruby). */
const LAST_NAME = /(@?@?[\w$\u0080-\uffff#]+[!?]?)$/u;
/** Arguments of types after a name: `::<T>`, `<T>`, `!`. */
const TYPE_ARGUMENTS = /(?:::|\.)?<[^<>()]*(?:<[^<>()]*(?:<[^<>()]*>[^<>()]*)*>[^<>()]*)*>$/;
/** What joins a receiver and a name. */
const JOINT = /\s*(?:\?\.|&\.|!\.|\?->|->|::|\.|\\|!!\.)\s*$/;

/** The call of a node; `null` when what is called has no name: `f()()`. */
export function readCall(
  node: Node,
  rule: CallRule,
  source: ParsedSource,
): Pick<CallSite, "callee" | "receiver" | "form"> | null {
  const { form } = rule;
  if (rule.name !== undefined) {
    const name = source.child(node, rule.name);
    if (name === null) return null;
    const receiver = source.child(node, rule.receiver);
    return {
      callee: source.textOf(name),
      receiver: receiver === null ? null : ending(source, receiver.startIndex, receiver.endIndex),
      form,
    };
  }
  const callee = rule.callee === undefined ? node : source.child(node, rule.callee);
  if (callee === null) return null;
  const { startIndex, endIndex } = callee;
  // Chains of calls nest: looking at the end alone keeps long ones linear.
  const from = Math.max(startIndex, endIndex - 2 * LONGEST_RECEIVER);
  const text = source.text.slice(from, endIndex).replace(TYPE_ARGUMENTS, "");
  const name = LAST_NAME.exec(text);
  if (name === null) return null;
  const before = text.slice(0, name.index).replace(JOINT, "");
  const receiver = before.trim() === "" && from === startIndex
    ? null
    : ending(source, startIndex, from + before.length);
  return { callee: name[1], receiver, form };
}

function ending(source: ParsedSource, start: number, end: number): string {
  return collapseBlanks(source.text.slice(Math.max(start, end - LONGEST_RECEIVER), end));
}
