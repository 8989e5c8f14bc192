/**
 * Walks the leaves of a definition: its tokens, and a key of its tree that layout does not change.
 *
 * @module
 */

import type { Node, TreeCursor } from "web-tree-sitter";
import type { CompiledGrammar } from "./compiled_grammar.ts";

const OPEN = "\u0001", CLOSE = "\u0002", END = "\u0000";

/** The tokens at and below a node, comments left out; a string literal is one token. */
export function tokensOf(node: Node, text: string, grammar: CompiledGrammar): string[] {
  const tokens: string[] = [];
  const { comments, strings } = grammar;
  const push = (cursor: TreeCursor): void => {
    const { startIndex, endIndex } = cursor;
    if (endIndex > startIndex) tokens.push(text.slice(startIndex, endIndex));
  };
  walk(node, {
    enter(cursor, type) {
      if (!strings.has(type)) return !comments.has(type);
      push(cursor);
      return false;
    },
    leaf: push,
  });
  return tokens;
}

/**
 * The key of `SourceReading.layoutFreeKey`.
 *
 * @param omit Where a leaf begins that is left out; -1 for none.
 */
export function layoutFreeKey(
  node: Node,
  text: string,
  grammar: CompiledGrammar,
  omit: number,
): string {
  const pieces: string[] = [];
  const { comments, strings, transparent, optional } = grammar;
  const { layout } = grammar.grammar;
  const leaf = layout.leaf ?? ((_type: string, text: string) => text);
  const mayGo = layout.mayGo ?? (() => true);
  const unordered = new Set(layout.unordered);
  const folded = new Map(Object.entries(layout.folded ?? {}));
  const alike = new Map(Object.entries(layout.alike ?? {}));
  const aside = new Set(layout.aside);
  /** What stands aside, each with the number of leaves before it. */
  const notes: string[] = [];
  let into = pieces;
  let leaves = 0;
  /** How many nodes are open, that which is noted included; 0 when nothing is. */
  let noting = 0;
  const put = (text: string): void => {
    leaves++;
    into.push(text, END);
  };
  /** What is open, the innermost last. */
  const open: OpenNode[] = [];
  let next: OpenNode = { type: "", start: 0, out: false, parts: null };
  let around = next;
  let typeId = 0;
  walk(node, {
    enter(cursor, type) {
      if (comments.has(type)) return false;
      if (noting === 0 && aside.has(around.type) && cursor.startIndex > around.start) {
        noting = open.length;
        into = notes;
        put(String(leaves));
      }
      around.parts?.push(pieces.length);
      const fold = folded.get(type);
      if (fold !== undefined) {
        const one = fold(text.slice(cursor.startIndex, cursor.endIndex), around.type);
        if (one !== null) {
          if (one !== "") put(one);
          return false;
        }
      }
      if (strings.has(type)) {
        put(leaf(type, unquoted(text.slice(cursor.startIndex, cursor.endIndex))));
        return false;
      }
      const start = cursor.startIndex;
      const out = aside.has(type) ||
        (transparent.has(type) && isAround(cursor.currentNode, comments) &&
          mayGo(type, start, around, text, cursor.endIndex));
      next = { type, start, out, parts: unordered.has(type) ? [] : null };
      typeId = cursor.nodeTypeId;
      return true;
    },
    opened() {
      open.push(next);
      around = next;
      if (!next.out) into.push(OPEN, alike.get(next.type) ?? String(typeId), END);
    },
    leaf(cursor, type) {
      const { startIndex, endIndex } = cursor;
      if (startIndex === omit && endIndex > startIndex) return;
      if (!cursor.nodeIsNamed) {
        // A word is never layout.
        if (around.parts !== null || around.out && !/^\w/.test(type)) return;
        if (optional.has(type) && mayGo(type, startIndex, around, text, endIndex)) {
          return;
        }
      }
      put(leaf(type, text.slice(startIndex, endIndex)));
    },
    left() {
      const { out, parts } = open.pop()!;
      if (parts !== null) sortParts(pieces, parts);
      if (!out) into.push(CLOSE);
      if (open.length < noting) {
        noting = 0;
        into = pieces;
      }
      around = open.at(-1) ?? around;
    },
  });
  return [...pieces, ...notes].join("");
}

/** A node whose end has not been reached. */
interface OpenNode {
  readonly type: string;
  readonly start: number;
  /** Whether it is left out. */
  readonly out: boolean;
  /** Where its children begin among the pieces, when their order does not count. */
  readonly parts: number[] | null;
}

/** Puts the children of a node in one order; each begins where `starts` says. */
function sortParts(pieces: string[], starts: readonly number[]): void {
  const parts = starts.map((start, i) => pieces.slice(start, starts[i + 1]).join("")).sort();
  if (starts.length > 0) pieces.splice(starts[0], pieces.length, ...parts);
}

/** Whether a node is around a single one, comments aside. */
function isAround(node: Node, comments: ReadonlySet<string>): boolean {
  const count = node.namedChildCount;
  if (count < 2) return count === 1;
  let others = 0;
  for (const child of node.namedChildren) {
    if (child !== null && !comments.has(child.type) && ++others > 1) return false;
  }
  return others === 1;
}

/** A literal in one form, whichever quotes it has: letters before it, a quote, what it holds. */
function unquoted(text: string): string {
  const quote = /^([A-Za-z]{0,3})("""|'''|"|')([^]*)\2$/.exec(text);
  if (quote === null) return text;
  const prefix = quote[1].toLowerCase();
  const inside = prefix.includes("r")
    ? quote[3]
    : quote[3].replace(/\\([^])/g, (pair, sign) => sign === '"' || sign === "'" ? sign : pair);
  return `${prefix}"${inside}`;
}

/** Hears what a walk comes by. */
interface Visitor {
  /** Before a node; whether it is looked into. */
  enter(cursor: TreeCursor, type: string): boolean;
  /** A node without children. */
  leaf(cursor: TreeCursor, type: string): void;
  /** The node entered last has children, which come now. */
  opened?(): void;
  /** An opened node is done. */
  left?(): void;
}

/** Walks in order of text, without recursion, since source may nest as deep as it likes. */
function walk(node: Node, visitor: Visitor): void {
  const cursor = node.walk();
  try {
    let depth = 0;
    for (;;) {
      const type = cursor.nodeType;
      if (visitor.enter(cursor, type)) {
        if (cursor.gotoFirstChild()) {
          depth++;
          visitor.opened?.();
          continue;
        }
        visitor.leaf(cursor, type);
      }
      while (depth > 0 && !cursor.gotoNextSibling()) {
        cursor.gotoParent();
        depth--;
        visitor.left?.();
      }
      if (depth === 0) return;
    }
  } finally {
    cursor.delete();
  }
}
