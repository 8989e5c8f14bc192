/**
 * Reads a file of a language: decodes it, parses it, makes its outline.
 *
 * @module
 */

import type { Node } from "web-tree-sitter";
import { LANGUAGES } from "../../grammars/mod.ts";
import { type CompiledGrammar, compileGrammar } from "./compiled_grammar.ts";
import { blankConflictMarks } from "./conflict_marks.ts";
import { decodeSource } from "./decode_source.ts";
import { type Extraction, extractOutline, type OutlineOptions } from "./extract_outline.ts";
import type { Grammar, ParserPackage } from "./language.ts";
import { hiddenSpans, hiddenTokens } from "./hidden_text.ts";
import type { Outline, OutlineProblem, SourceReading, Span } from "./outline.ts";
import { fieldNumbers, ParsedSource } from "./parsed_source.ts";
import {
  MAX_TEXT_LENGTH,
  openParser,
  type ParsedTree,
  type Parser,
  type UnparsedReason,
} from "./parser.ts";
import { layoutFreeKey, tokensOf } from "./token_walk.ts";

/** Code units at the begin of a text that are read when it is too large as a whole. */
const LARGEST_PART = MAX_TEXT_LENGTH / 4;

/** Reads files of one language with one of its parsers. */
export class SourceReader {
  readonly #parser: Parser;
  readonly #grammar: CompiledGrammar;
  readonly #fields: Map<string, number>;

  /** Use {@link openReader}. */
  constructor(parser: Parser, grammar: Grammar) {
    this.#parser = parser;
    this.#grammar = compileGrammar(grammar, parser.language, grammar.parsers.length > 1);
    this.#fields = fieldNumbers(parser.language);
  }

  /**
   * Reads one file. What cannot be read is among the problems of the outline, and bad code never throws.
   *
   * @param bytes Content of the file.
   */
  read(bytes: Uint8Array, options: OutlineOptions = {}): SourceReading {
    const { text } = decodeSource(bytes);
    const code = this.#codeOf(text);
    const parsed = this.#parser.parse(code);
    if (parsed === "too_large") return this.#readPart(text, options);
    if (typeof parsed === "string") return unread(text, parsed);
    return this.#extract(parsed, { text, code }, options);
  }

  /** The text for the parser, of equal length. */
  #codeOf(text: string): string {
    if (text.length > MAX_TEXT_LENGTH) return text;
    const code = blankConflictMarks(text);
    return this.#grammar.grammar.prepare?.(code) ?? code;
  }

  #readPart(text: string, options: OutlineOptions): SourceReading {
    const end = text.lastIndexOf("\n", LARGEST_PART) + 1 || LARGEST_PART;
    const part = text.slice(0, end);
    const code = this.#codeOf(part);
    const parsed = this.#parser.parse(code);
    if (typeof parsed === "string") return unread(part, "too_large");
    return this.#extract(parsed, { text: part, code }, options, problem("too_large"));
  }

  #extract(
    tree: ParsedTree,
    { text, code }: { readonly text: string; readonly code: string },
    options: OutlineOptions,
    ...problems: OutlineProblem[]
  ): SourceReading {
    try {
      const source = new ParsedSource(text, this.#fields);
      const extraction = extractOutline(tree.root, source, this.#grammar, options);
      return new TreeReading({
        tree,
        text,
        hidden: hiddenSpans(text, code),
        extraction,
        problems,
        grammar: this.#grammar,
      });
    } catch (failure) {
      if (!(failure instanceof WebAssembly.RuntimeError)) {
        tree[Symbol.dispose]();
        throw failure;
      }
      tree.condemn();
      return unread(text, "parser_failed");
    }
  }
}

/** A reading with its tree. */
class TreeReading implements SourceReading {
  readonly text: string;
  readonly outline: Outline;
  readonly #tree: ParsedTree;
  readonly #hidden: readonly Span[];
  readonly #extraction: Extraction;
  readonly #grammar: CompiledGrammar;

  constructor(parts: {
    readonly tree: ParsedTree;
    readonly text: string;
    readonly hidden: readonly Span[];
    readonly extraction: Extraction;
    readonly problems: readonly OutlineProblem[];
    readonly grammar: CompiledGrammar;
  }) {
    const { outline } = parts.extraction;
    this.text = parts.text;
    this.outline = { ...outline, problems: [...parts.problems, ...outline.problems] };
    this.#tree = parts.tree;
    this.#hidden = parts.hidden;
    this.#extraction = parts.extraction;
    this.#grammar = parts.grammar;
  }

  tokens(index: number): readonly string[] {
    const { whole, start } = this.#extraction.drafts[index];
    const tokens = tokensOf(whole, this.text, this.#grammar);
    if (start < whole.startIndex) {
      tokens.unshift(...this.text.slice(start, whole.startIndex).match(HEADER_TOKEN) ?? []);
    }
    tokens.push(...this.#hiddenTokens(index));
    return tokens;
  }

  #hiddenTokens(index: number): readonly string[] {
    const { start, end } = this.outline.definitions[index];
    return hiddenTokens(this.text, this.#hidden, start, end);
  }

  layoutFreeKey(index: number, withoutName = false): string {
    const { whole, lead, start, nameStart, decorators } = this.#extraction.drafts[index];
    const { name } = this.outline.definitions[index];
    const keyOf = (node: Node, omit: number) => layoutFreeKey(node, this.text, this.#grammar, omit);
    // Decorators may stand before the node, and so may a header, where the walk does not come by.
    const outside = decorators.filter((each) => each.start < whole.startIndex)
      .map(({ node }) => keyOf(node, -1));
    const before = start >= whole.startIndex ? [] : [
      this.text.slice(start, nameStart),
      withoutName ? "" : name,
      this.text.slice(nameStart + name.length, whole.startIndex),
    ];
    const header = [withoutLayout(lead), ...before.map(tokensOnly)];
    const key = keyOf(whole, withoutName ? nameStart : -1);
    return [...outside, ...header, key, ...this.#hiddenTokens(index)].join("\0");
  }

  [Symbol.dispose](): void {
    this.#tree[Symbol.dispose]();
  }
}

/** Strings, which stay as they are, and blanks and commas that layout may change. */
const LAYOUT = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?:,\s*(?=[)\]}])|(?<!\w)\s+|\s+(?!\w))/g;

/** A text without blanks that separate no words and without commas before a closing bracket. */
function withoutLayout(text: string): string {
  return text.trim().replace(LAYOUT, "$1");
}

const HEADER_TOKEN = /\w+|\S/g;

/** The tokens of a header without commas before a closing bracket. */
function tokensOnly(text: string): string {
  return (text.match(HEADER_TOKEN) ?? []).join(" ").replace(/, (?=[)\]}>]|$)/g, "");
}

const MESSAGES: Record<UnparsedReason, string> = {
  too_large: "The file is too large to be read whole; its begin was read.",
  too_slow: "Parsing took more steps than a file of this size should need and was given up.",
  parser_failed: "The parser broke down on this file.",
};

function problem(code: UnparsedReason): OutlineProblem {
  return { code, message: MESSAGES[code] };
}

/** A reading of a text that has no tree. */
function unread(text: string, reason: UnparsedReason): SourceReading {
  return {
    text,
    outline: { definitions: [], imports: [], exports: [], calls: [], problems: [problem(reason)] },
    tokens: () => [],
    layoutFreeKey: () => "",
    [Symbol.dispose]: () => {},
  };
}

const loaders = new Map(LANGUAGES.map(({ id, grammar }) => [id, grammar]));
const grammars = new Map<string, Promise<Grammar>>();
const readers = new Map<ParserPackage, Promise<SourceReader>>();

/** Whether the code of a language is read. */
export function isReadable(language: string): boolean {
  return loaders.get(language) !== undefined;
}

/** The tables of a language, loaded the first time; `null` when its code is not read. */
export function openGrammar(language: string): Promise<Grammar> | null {
  const load = loaders.get(language);
  if (load === undefined) return null;
  const grammar = grammars.get(language) ?? load();
  grammars.set(language, grammar);
  return grammar;
}

/**
 * The reader of a language for files of this name; its parser is loaded the first time.
 *
 * @param language Label of the language.
 * @param path Decides where a language has several parsers.
 * @returns `null` when the code of the language is not read.
 * @throws {PrismError} `parser_unavailable`
 */
export async function openReader(language: string, path: string): Promise<SourceReader | null> {
  const grammar = await openGrammar(language);
  if (grammar === null) return null;
  const parser = parserOf(grammar, path);
  const known = readers.get(parser);
  if (known !== undefined) return await known;
  const reader = openParser(parser).then((opened) => new SourceReader(opened, grammar));
  readers.set(parser, reader);
  return await reader;
}

function parserOf(grammar: Grammar, path: string): ParserPackage {
  const lower = path.toLowerCase();
  const special = grammar.parsers.find(({ extensions }) =>
    extensions?.some((extension) => lower.endsWith(extension))
  );
  return special ?? grammar.parsers.find(({ extensions }) => extensions === undefined) ??
    grammar.parsers[0];
}
