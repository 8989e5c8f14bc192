/**
 * Text and tree of a file together, as the rules of a language see them.
 *
 * @module
 */

import type { Language as ParserLanguage, Node } from "web-tree-sitter";
import type { ChildRule } from "./language.ts";
import type { Source, SyntaxNode } from "./syntax_node.ts";

/** {@link Source} over a tree of tree-sitter. */
export class ParsedSource implements Source {
  readonly text: string;
  readonly #fieldIds: Map<string, number>;
  /** Where each line begins; made when a line is asked for. */
  /** Index of the line that was asked last. */
  #line = 0;
  #lineStarts: number[] | null = null;

  /** @param fieldIds Numbers of the parser's fields, see {@link fieldNumbers}. */
  constructor(text: string, fieldIds: Map<string, number>) {
    this.text = text;
    this.#fieldIds = fieldIds;
  }

  textOf(node: SyntaxNode | null): string {
    return node === null ? "" : this.text.slice(node.startIndex, node.endIndex);
  }

  field(node: SyntaxNode, name: string): Node | null {
    return (node as Node).childForFieldId(this.#number(name));
  }

  fields(node: SyntaxNode, name: string): readonly Node[] {
    return (node as Node).childrenForFieldId(this.#number(name)).filter((child) => child !== null);
  }

  /** The child that a rule names. */
  child(node: Node, rule: ChildRule | undefined): Node | null {
    if (rule === undefined) return null;
    if (typeof rule === "string") return node.childForFieldId(this.#number(rule));
    return rule(node, this) as Node | null;
  }

  /**
   * The line of a place; from 1. It is counted in the text, since what the parser was given may have
   * other ends of lines.
   */
  lineAt(place: number): number {
    const starts = this.#lineStarts ??= lineStarts(this.text);
    let low = this.#line;
    // Places are mostly asked in order.
    for (let steps = 0; steps < 8 && starts[low] <= place; steps++, low++) {
      if (low + 1 < starts.length && starts[low + 1] <= place) continue;
      this.#line = low;
      return low + 1;
    }
    if (low >= starts.length || starts[low] > place) low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= place) low = middle;
      else high = middle;
    }
    this.#line = low;
    return low + 1;
  }

  #number(name: string): number {
    const id = this.#fieldIds.get(name);
    if (id === undefined) throw new Error(`The parser has no field "${name}"`);
    return id;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Numbers of a parser's fields by name. */
export function fieldNumbers(parser: ParserLanguage): Map<string, number> {
  const numbers = new Map<string, number>();
  parser.fields.forEach((name, id) => {
    if (name !== null) numbers.set(name, id);
  });
  return numbers;
}

/** What one space stands for; most text has none. */
const BLANKS = /[^\S ]| {2}/;

/** Text on one line: every run of blanks becomes one space. */
export function collapseBlanks(text: string): string {
  return BLANKS.test(text) ? text.trim().replace(/\s+/g, " ") : text.trim();
}
