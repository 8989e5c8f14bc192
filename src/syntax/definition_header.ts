/**
 * The header of a definition: signature, modifiers, visibility, parameters.
 *
 * @module
 */

import type { Node } from "web-tree-sitter";
import type { CompiledGrammar } from "./compiled_grammar.ts";
import type { Definition, Parameter, Span } from "./outline.ts";
import { collapseBlanks, type ParsedSource } from "./parsed_source.ts";

/** Longest signature; what is longer ends with "…". */
const LONGEST_SIGNATURE = 1000;
/** A word of a header (`non-sealed`), with what belongs to it in parentheses: `pub(crate)`, `private(set)`. */
const WORD = /[A-Za-z_]\w*(?:-\w+)?(?:\s*\(\s*(?:crate|super|self|set|in\s[^)]*)\s*\))?/g;
/** A cheap look whether there may be a comment. */
const HAS_COMMENT = /[/#]/;
/** Comments of all languages here; before a name no string holds these signs. */
const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\/|#(?!\[)[^\n]*\n/g;
/** What may stand between a header and the body without being part of either. */
const HEADER_END = /\s*(?:=>|->|[{=:;])\s*$/;
/** The signs that it ends with. */
const HEADER_ENDS = "{=:;>";

/** The stretches of text that a header is made of. */
export interface HeaderSpans {
  /** First modifier, decorators left out, of the outermost wrapper. */
  readonly start: number;
  /** Where the wrapper of a second definition leaves off; `start` when the definition is the first. */
  readonly prefixEnd: number;
  /** Where the definition's own node begins. */
  readonly own: number;
  readonly nameStart: number;
  /** Where the body begins, or the definition ends. */
  readonly end: number;
  /** Decorators inside. */
  readonly decorators: readonly Span[];
  /** What stands before the parameters of a function that another node names: `async`. */
  readonly value?: Span;
}

/** Words of a header by what they are. */
export interface HeaderWords {
  readonly signature: string;
  readonly modifiers: readonly string[];
  readonly visibility: string | null;
}

/** Reads signature, modifiers and visibility. */
export function readHeader(
  text: string,
  spans: HeaderSpans,
  parametersEnd: number,
  grammar: CompiledGrammar,
): HeaderWords {
  const prefix = spans.prefixEnd > spans.start
    ? without(text, spans.start, spans.prefixEnd, spans.decorators) + " "
    : "";
  const from = prefix === "" ? spans.start : spans.own;
  const before = prefix + without(text, from, spans.nameStart, spans.decorators);
  const head = HAS_COMMENT.test(before) ? before.replace(COMMENT, " ") : before;
  const rest = text.slice(spans.nameStart, spans.end);
  const modifiers: string[] = [];
  let visibility: string | null = null;
  const { value } = spans;
  const words = value === undefined ? head : `${head} ${text.slice(value.start, value.end)}`;
  WORD.lastIndex = 0;
  for (let found = WORD.exec(words); found !== null; found = WORD.exec(words)) {
    const word = found[0];
    if (word.indexOf("(") < 0) {
      if (grammar.modifiers.has(word)) {
        modifiers.push(word);
        continue;
      }
      if (!grammar.visibilities.has(word)) continue;
    }
    const plain = collapseBlanks(word).replace(/\s*\(/, "(");
    const bare = plain.replace(/\(.*/, "");
    if (grammar.visibilities.has(bare)) {
      visibility = visibility === null ? plain : `${visibility} ${plain}`;
    } else if (grammar.modifiers.has(bare)) modifiers.push(bare);
  }
  if (grammar.trailingModifiers.size > 0 && parametersEnd > 0 && parametersEnd < spans.end) {
    for (const [word] of text.slice(parametersEnd, spans.end).matchAll(WORD)) {
      if (grammar.trailingModifiers.has(word)) modifiers.push(word);
    }
  }
  let signature = collapseBlanks(head + rest);
  if (grammar.grammar.headerEnd !== undefined) {
    signature = signature.replace(grammar.grammar.headerEnd, "");
  }
  if (HEADER_ENDS.includes(signature[signature.length - 1])) {
    signature = signature.replace(HEADER_END, "");
  }
  if (signature.length > LONGEST_SIGNATURE) {
    signature = signature.slice(0, LONGEST_SIGNATURE - 1) + "…";
  }
  return { signature, modifiers, visibility };
}

function without(text: string, start: number, end: number, cuts: readonly Span[]): string {
  let kept = "";
  let at = start;
  for (const cut of cuts) {
    if (cut.start < at || cut.start >= end) continue;
    kept += text.slice(at, cut.start);
    at = Math.min(cut.end, end);
  }
  return kept + text.slice(at, end);
}

/** The parameters of a list, or the single one that stands without a list. */
export function readParameters(
  list: Node,
  source: ParsedSource,
  grammar: CompiledGrammar,
): Parameter[] {
  if (grammar.parameters.has(list.type)) return [...readParameter(list, source, grammar)];
  const parameters: Parameter[] = [];
  for (const child of list.namedChildren) {
    if (child === null || grammar.comments.has(child.type)) continue;
    if (grammar.rules[child.typeId]?.decorator) continue;
    parameters.push(...readParameter(child, source, grammar));
  }
  return parameters;
}

function readParameter(
  node: Node,
  source: ParsedSource,
  grammar: CompiledGrammar,
): readonly Parameter[] {
  const rule = grammar.parameters.get(node.type);
  const text = source.textOf(node);
  if (rule === undefined) {
    return [{ name: collapseBlanks(text), type: null, default: null, marks: "" }];
  }
  const read = rule.read?.(node, source);
  if (read) return read;
  const name = source.child(node, rule.name);
  const type = source.child(node, rule.type);
  const value = source.child(node, rule.default);
  const nameStart = name?.startIndex ?? node.endIndex;
  const typeIsFirst = type !== null && type.startIndex < nameStart;
  const before = typeIsFirst
    ? source.text.slice(node.startIndex, type.startIndex) + " " +
      source.text.slice(type.endIndex, nameStart)
    : source.text.slice(node.startIndex, name === null ? node.startIndex : nameStart);
  const after = name === null || typeIsFirst
    ? ""
    : source.text.slice(name.endIndex, type?.startIndex ?? node.endIndex);
  const mark = /^\s*[?!]/.exec(after)?.[0] ?? "";
  return [{
    name: collapseBlanks(source.textOf(name)),
    type: type === null ? null : typeText(source.textOf(type)),
    default: value === null ? null : collapseBlanks(source.textOf(value)),
    marks: collapseBlanks(before + mark),
  }];
}

/** A type without the sign that leads to it: `: T`, `-> T`. */
export function typeText(text: string): string {
  return collapseBlanks(text.replace(/^\s*(?::|->|=>)\s*/, ""));
}

/** What a definition has when nothing is written. */
export const NO_HEADER: Pick<
  Definition,
  "parameters" | "returnType" | "typeParameters" | "throws"
> = { parameters: null, returnType: null, typeParameters: null, throws: null };
