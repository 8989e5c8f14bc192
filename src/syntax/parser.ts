/**
 * Parsers: text to syntax trees, within limits that are the same on every machine.
 *
 * @module
 */

import type { Language, Node, Parser as TreeSitterParser, Tree } from "web-tree-sitter";
import { PrismError } from "../errors.ts";
import type { ParserPackage } from "./language.ts";
import { compileParser } from "./parser_bytes.ts";
import { openRuntime, type Runtime } from "./runtime.ts";

/** Longest text that is parsed, in UTF-16 code units; a tree takes some 20 bytes for each. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
/** An instance whose memory grew beyond this, in bytes, is given up when its tree is. */
const MAX_KEPT_MEMORY = 256 * 1024 * 1024;
/** Calls of the progress callback that any text may take. */
const BASE_STEPS = 20_000;
/** Calls of the progress callback for each code unit. */
const STEPS_PER_UNIT = 1;

/** Why a text has no tree. */
export type UnparsedReason =
  /** It is longer than {@link MAX_TEXT_LENGTH}. */
  | "too_large"
  /** The parser took more steps than any sensible text of this length needs. */
  | "too_slow"
  /** The parser broke down. */
  | "parser_failed";

/** A syntax tree. Its nodes must not be used after it is disposed. */
export class ParsedTree implements Disposable {
  /** The node around all others. */
  readonly root: Node;
  readonly #tree: Tree;
  readonly #runtime: Runtime;

  /** Comes from {@link Parser.parse}. */
  constructor(tree: Tree, runtime: Runtime) {
    this.#tree = tree;
    this.#runtime = runtime;
    this.root = tree.rootNode;
  }

  /**
   * Says that reading the tree broke down: the instance's memory may be in any state and the next
   * {@link openParser} begins a new one.
   */
  condemn(): void {
    retire(this.#runtime, true);
  }

  /** Frees the tree. */
  [Symbol.dispose](): void {
    if (!broken.has(this.#runtime)) {
      try {
        this.#tree.delete();
      } catch {
        retire(this.#runtime, true);
      }
    }
    if (this.#runtime.memorySize > MAX_KEPT_MEMORY) retire(this.#runtime, false);
  }
}

/** A parser of one language. */
export class Parser {
  /** Names and numbers of its types and fields, which are the same in every instance. */
  readonly language: Language;
  readonly #parser: TreeSitterParser;
  readonly #runtime: Runtime;

  /** Use {@link openParser}. */
  constructor(runtime: Runtime, module: WebAssembly.Module) {
    this.#runtime = runtime;
    this.language = runtime.treeSitter.Language.loadSync(module);
    this.#parser = new runtime.treeSitter.Parser();
    this.#parser.setLanguage(this.language);
  }

  /**
   * Parses a text. Equal texts give equal trees, or the same reason for having none, whatever was
   * parsed before.
   *
   * @returns the tree, which must be disposed
   */
  parse(text: string): ParsedTree | UnparsedReason {
    if (text.length > MAX_TEXT_LENGTH) return "too_large";
    if (broken.has(this.#runtime)) return "parser_failed";
    let steps = BASE_STEPS + STEPS_PER_UNIT * text.length;
    try {
      const tree = this.#parser.parse(text, null, { progressCallback: () => --steps < 0 });
      if (tree !== null) return new ParsedTree(tree, this.#runtime);
      // Without this the next text would be read as the rest of this one.
      this.#parser.reset();
      return "too_slow";
    } catch {
      retire(this.#runtime, true);
      return "parser_failed";
    }
  }
}

/** Instances that broke down. */
const broken = new WeakSet<Runtime>();
/** Compiled parsers, which outlive instances. */
const modules = new Map<ParserPackage, Promise<WebAssembly.Module>>();
let current:
  | { runtime: Promise<Runtime>; parsers: Map<ParserPackage, Promise<Parser>> }
  | undefined;
let currentRuntime: Runtime | undefined;

function retire(runtime: Runtime, isBroken: boolean): void {
  if (isBroken) broken.add(runtime);
  if (currentRuntime === runtime) current = currentRuntime = undefined;
}

/**
 * The parser of a package. Ask for it again for each file, which costs nothing: a parser whose instance
 * was given up is replaced here.
 *
 * @throws {PrismError} `parser_unavailable` when its module is missing, stale or of no use
 */
export function openParser(parser: ParserPackage): Promise<Parser> {
  current ??= { runtime: openRuntime(), parsers: new Map() };
  let opened = current.parsers.get(parser);
  if (opened === undefined) {
    opened = open(parser, current.runtime);
    current.parsers.set(parser, opened);
  }
  return opened;
}

async function open(parser: ParserPackage, opening: Promise<Runtime>): Promise<Parser> {
  let compiling = modules.get(parser);
  if (compiling === undefined) {
    compiling = compileParser(parser);
    modules.set(parser, compiling);
  }
  const [module, runtime] = await Promise.all([compiling, opening]);
  currentRuntime = runtime;
  try {
    return new Parser(runtime, module);
  } catch (error) {
    retire(runtime, true);
    throw new PrismError(
      "parser_unavailable",
      `${parser.file} of ${parser.package}@${parser.version} does not load: ${
        (error as Error).message
      }`,
      { hint: "Its imports or its version do not fit the runtime.", cause: error },
    );
  }
}
