/**
 * A definition while its tree is read: decorators inside its header come after it.
 *
 * @module
 */

import type { Node } from "web-tree-sitter";
import type { CompiledGrammar } from "./compiled_grammar.ts";
import { readHeader, readParameters, typeText } from "./definition_header.ts";
import type { DefinitionRule, WrapperRule } from "./language.ts";
import { CALLABLE_KINDS, type Definition, type DefinitionKind, type Span } from "./outline.ts";
import { collapseBlanks, type ParsedSource } from "./parsed_source.ts";

/** A wrapper whose end has not been reached. */
export interface OpenWrapper extends Span {
  readonly node: Node;
  readonly rule: WrapperRule;
  /** Where the first definition in it begins; -1 before there is one. */
  firstStart: number;
  /** Whether it holds several definitions of one rule and belongs to them alone. */
  readonly holds: boolean;
}

/** A decorator that is not yet given to a definition. */
export interface OpenDecorator extends Span {
  readonly node: Node;
}

/** What is known of a definition at its begin. */
interface Begin {
  readonly node: Node;
  /** The function itself, where `node` only names it. */
  readonly value: Node;
  readonly rule: DefinitionRule;
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly qualifiedName: string;
  readonly container: string | null;
  readonly discriminator: string;
  readonly parent: number;
  /** Where it begins without wrappers and decorators; before the node when that is its last part. */
  readonly start: number;
  readonly declares: boolean;
  readonly nameStart: number;
  /** The outermost first. */
  readonly wrappers: readonly OpenWrapper[];
  readonly decorators: readonly OpenDecorator[];
  readonly broken: boolean;
}

/** What may follow a definition inside its wrapper; comments are no part of it. */
const TAIL = /^(?:[\s;]|\/\/[^\n]*|\/\*[^]*?\*\/)*$/;
/** What all lists of type parameters begin with. */
const GENERIC = /[<[]/;
/** Longest tail that is looked at. */
const LONGEST_TAIL = 2000;

/** Collects what belongs to one definition. */
export class DefinitionDraft {
  readonly node: Node;
  /** The node with all wrappers that hold nothing else. */
  readonly whole: Node;
  /** What other wrappers begin with: `export const` of several variables. */
  readonly lead: string = "";
  /** See `FoundName.declares`. */
  readonly declares: boolean;
  readonly start: number;
  readonly nameStart: number;
  /** Before this stands its header: its name, or its begin when it is named from outside. */
  readonly nameEdge: number;
  readonly parent: number;
  readonly decorators: OpenDecorator[];
  broken: boolean;
  readonly #begin: Begin;

  constructor(begin: Begin, text: string) {
    this.#begin = begin;
    this.node = begin.node;
    this.whole = begin.node;
    this.start = begin.start;
    this.declares = begin.declares;
    this.nameStart = begin.nameStart;
    this.nameEdge = begin.nameStart < begin.node.endIndex ? begin.nameStart : begin.start;
    this.parent = begin.parent;
    this.decorators = [...begin.decorators];
    this.broken = begin.broken;
    const { wrappers } = begin;
    let end = wrappers.length === 0 ? 0 : begin.node.endIndex;
    let at = wrappers.length - 1;
    for (; at >= 0 && isAlone(wrappers[at], end, text); at--) {
      this.whole = wrappers[at].node;
      end = wrappers[at].end;
    }
    if (at < 0) return;
    const { firstStart } = wrappers[at];
    this.lead = text.slice(wrappers[0].start, firstStart < 0 ? this.start : firstStart);
  }

  /** Whether it could have a body and has none. */
  lacksBody(source: ParsedSource): boolean {
    const { rule, value } = this.#begin;
    return rule.body !== undefined && source.child(value, rule.body) === null;
  }

  /** The definition, when the whole tree was read. */
  finish(source: ParsedSource, grammar: CompiledGrammar): Definition {
    const { node, value, rule, wrappers, nameStart } = this.#begin;
    const { text } = source;
    let { start } = this;
    let end = nameStart < node.endIndex ? node.endIndex : nameStart + this.#begin.name.length;
    const own = start;
    let prefixStart = start;
    let prefixEnd = start;
    for (let at = wrappers.length - 1; at >= 0; at--) {
      const wrapper = wrappers[at];
      if (isAlone(wrapper, end, text)) {
        start = prefixStart = prefixEnd = wrapper.start;
        if (/^[\s;]*$/.test(text.slice(end, wrapper.end))) end = Math.max(end, wrapper.end);
      } else {
        if (prefixEnd === prefixStart) {
          prefixEnd = wrapper.firstStart < 0 ? own : wrapper.firstStart;
        }
        prefixStart = wrapper.start;
      }
    }
    const headerStart = prefixStart;
    const first = this.decorators[0];
    if (first !== undefined && first.start < start) start = first.start;
    const body = source.child(value, rule.body);
    const parameters = source.child(value, rule.parameters);
    const returns = source.child(value, rule.returns);
    // Most have none, and the text before the parameters tells.
    const generics = parameters !== null && !GENERIC.test(text.slice(own, parameters.startIndex))
      ? null
      : source.child(value, rule.typeParameters);
    const throws = rule.throws?.exec(
      text.slice(parameters?.endIndex ?? nameStart, body?.startIndex ?? end),
    );
    const header = readHeader(
      text,
      {
        start: headerStart,
        prefixEnd: prefixStart < prefixEnd ? prefixEnd : headerStart,
        own,
        nameStart,
        end: body === null || body.startIndex < nameStart ? end : body.startIndex,
        decorators: this.decorators,
        value: value === node || parameters === null
          ? undefined
          : { start: value.startIndex, end: parameters.startIndex },
      },
      parameters?.endIndex ?? 0,
      grammar,
    );
    const decorators = this.decorators.map((each) =>
      collapseBlanks(text.slice(each.start, each.end))
    );
    const definition: { -readonly [Key in keyof Definition]: Definition[Key] } = {
      kind: kindOf(this.#begin, decorators, grammar),
      name: this.#begin.name,
      qualifiedName: this.#begin.qualifiedName,
      container: this.#begin.container,
      discriminator: this.#begin.discriminator,
      parent: this.#begin.parent,
      start,
      end,
      nameStart,
      body: body === null ? null : { start: body.startIndex, end: body.endIndex },
      startLine: source.lineAt(start),
      endLine: source.lineAt(Math.max(start, end - 1)),
      modifiers: header.modifiers,
      visibility: header.visibility,
      signature: header.signature === "" ? this.#begin.name : header.signature,
      parameters: rule.readParameters !== undefined
        ? rule.readParameters(value, source)
        : parameters === null
        ? rule.parameters === undefined || !CALLABLE_KINDS.has(this.#begin.kind) ? null : []
        : readParameters(parameters, source, grammar),
      returnType: rule.returnType !== undefined
        ? rule.returnType(value, source)
        : returns === null
        ? null
        : typeText(source.textOf(returns)),
      typeParameters: generics === null && wrappers.length === 0
        ? null
        : typeParametersOf(generics, wrappers, source),
      throws: throws ? collapseBlanks(throws[1]) : null,
      decorators,
      broken: this.broken,
    };
    const bases = rule.bases?.(value, source);
    if (bases !== undefined && bases.length > 0) definition.bases = bases;
    return definition;
  }
}

/** What a definition and the wrappers around it are generic in; `null` for nothing. */
function typeParametersOf(
  own: Node | null,
  wrappers: readonly OpenWrapper[],
  source: ParsedSource,
): string | null {
  const all = [...wrappers.map(({ node, rule }) => source.child(node, rule.typeParameters)), own]
    .filter((child) => child !== null);
  return all.length === 0
    ? null
    : all.map((child) => collapseBlanks(source.textOf(child))).join(" ");
}

/** Whether a wrapper holds nothing but a definition that ends there. */
function isAlone(wrapper: OpenWrapper, end: number, text: string): boolean {
  return wrapper.firstStart < 0 && wrapper.end - end < LONGEST_TAIL &&
    TAIL.test(text.slice(end, wrapper.end));
}

/** Functions that tests are, by the conventions of the language, are of their own kind. */
function kindOf(
  begin: Begin,
  decorators: readonly string[],
  grammar: CompiledGrammar,
): DefinitionKind {
  const { tests } = grammar.grammar;
  if (begin.kind !== "function" && begin.kind !== "method") return begin.kind;
  const decorated = tests.decorators !== undefined &&
    decorators.some((each) => tests.decorators!.test(each));
  return decorated || tests.names?.test(begin.name) ? "test" : begin.kind;
}
