/**
 * Expressions that are more than names and calls: literals, choices, casts.
 *
 * @module
 */

import { outside, splitOutside } from "./written_type.ts";

/** One part of a list or an object. */
export interface LiteralItem {
  /** Its key without quotes; `null` in a list. */
  readonly key: string | null;
  readonly text: string;
}

/** What an expression is made of. */
export type Expression =
  | { readonly kind: "literal"; readonly items: readonly LiteralItem[] }
  /** Any of several. */
  | { readonly kind: "choice"; readonly parts: readonly string[] }
  /** Something that is said to be of a type. */
  | { readonly kind: "cast"; readonly type: string; readonly value: string };

const CAST = [" as ", " satisfies ", " as! ", " as? "];
const CHOICE = ["||", "??", " or ", "?:"];

/** Takes an expression apart; `null` when it is of no kind that is known. */
export function readExpression(text: string): Expression | null {
  const plain = text.trim();
  if (plain.startsWith("{") || plain.startsWith("[")) {
    const inner = plain.slice(1).replace(/[\]}][^\]}]*$/, "");
    return { kind: "literal", items: splitOutside(inner, ",").map(readItem) };
  }
  if (plain.startsWith("(") && outside(plain.slice(1), ")") === plain.length - 2) {
    const items = splitOutside(plain.slice(1, -1), ",");
    if (items.length > 1) return { kind: "literal", items: items.map(readItem) };
    return readExpression(plain.slice(1, -1));
  }
  const items = splitOutside(plain, ",");
  if (items.length > 1) return { kind: "literal", items: items.map(readItem) };
  for (const sign of CAST) {
    const at = outside(plain, sign);
    if (at > 0) {
      const type = plain.slice(at + sign.length).trim();
      return { kind: "cast", type, value: plain.slice(0, at) };
    }
  }
  const question = outside(plain, " ? ");
  if (question > 0) {
    const rest = plain.slice(question + 3);
    const colon = outside(rest, " : ");
    return colon < 0 ? null : {
      kind: "choice",
      parts: [rest.slice(0, colon), rest.slice(colon + 3)],
    };
  }
  const condition = outside(plain, " if ");
  if (condition > 0) {
    const otherwise = outside(plain.slice(condition), " else ");
    if (otherwise < 0) return null;
    return {
      kind: "choice",
      parts: [plain.slice(0, condition), plain.slice(condition + otherwise + 6)],
    };
  }
  for (const sign of CHOICE) {
    const parts = splitOutside(plain, sign);
    if (parts.length > 1) return { kind: "choice", parts };
  }
  return null;
}

function readItem(text: string): LiteralItem {
  const found = /^(?:["']([^"']*)["']|([\w$]+))\s*:\s*([^]+)$/.exec(text);
  if (found !== null) return { key: found[1] ?? found[2], text: found[3] };
  return { key: /^[\w$]+$/.test(text) ? text : null, text };
}
