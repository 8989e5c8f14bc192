/**
 * Parsers: text to syntax trees, within limits that are the same on every machine.
 *
 * @module
 */

import type { Language, Node, Parser as TreeSitterParser, Tree } from "web-tree-sitter";
import { PrismError } from "../errors.ts";
import type { ParserPackage } from "./language.ts";
import { compileParser } from "./parser_bytes.ts";
import { loadRuntime, Runtime, type RuntimePackage } from "./runtime.ts";

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

  /** Says that reading the tree broke down: later parses begin in a new memory. */
  condemn(): void {
    giveUp(this.#runtime, true);
  }

  /** Frees the tree. */
  [Symbol.dispose](): void {
    if (broken.has(this.#runtime)) return;
    try {
      this.#tree.delete();
    } catch {
      giveUp(this.#runtime, true);
    }
    if (this.#runtime.memorySize > MAX_KEPT_MEMORY) giveUp(this.#runtime, false);
  }
}

/** A parser of one language. */
export class Parser {
  readonly #packages: RuntimePackage;
  readonly #module: WebAssembly.Module;
  #runtime!: Runtime;
  #parser!: TreeSitterParser;
  #language!: Language;

  /** Use {@link openParser}. */
  constructor(packages: RuntimePackage, module: WebAssembly.Module) {
    this.#packages = packages;
    this.#module = module;
    this.#bind();
  }

  /** Names and numbers of its types and fields; they are the same in every instance. */
  get language(): Language {
    this.#bind();
    return this.#language;
  }

  /**
   * Parses a text. Equal texts give equal trees, or the same reason for having none, whatever was
   * parsed before.
   *
   * @returns the tree, which must be disposed
   */
  parse(text: string): ParsedTree | UnparsedReason {
    if (text.length > MAX_TEXT_LENGTH) return "too_large";
    // What breaks down in a memory that others have used may be right in a new one.
    return this.#attempt(text) ?? this.#attempt(text) ?? "parser_failed";
  }

  #attempt(text: string): ParsedTree | "too_slow" | null {
    let steps = BASE_STEPS + STEPS_PER_UNIT * text.length;
    try {
      this.#bind();
      const tree = this.#parser.parse(text, null, { progressCallback: () => --steps < 0 });
      if (tree !== null) return new ParsedTree(tree, this.#runtime);
      // Without this the next text would be read as the rest of this one.
      this.#parser.reset();
      return "too_slow";
    } catch {
      if (current) giveUp(current, true);
      return null;
    }
  }

  /** Moves into the instance that is used now. */
  #bind(): void {
    const runtime = current ??= new Runtime(this.#packages);
    if (this.#runtime === runtime) return;
    const language = runtime.treeSitter.Language.loadSync(this.#module);
    this.#parser = new runtime.treeSitter.Parser().setLanguage(language);
    this.#language = language;
    this.#runtime = runtime;
  }
}

let current: Runtime | undefined;
/** Instances whose memory may be in any state. */
const broken = new WeakSet<Runtime>();
const opened = new Map<string, Promise<Parser>>();

function giveUp(runtime: Runtime, isBroken: boolean): void {
  if (isBroken) broken.add(runtime);
  if (current === runtime) current = undefined;
}

/**
 * The parser of a package, loaded once.
 *
 * @throws {PrismError} `parser_unavailable` when its module is missing, stale or of no use
 */
export function openParser(parser: ParserPackage): Promise<Parser> {
  const opening = opened.get(parser.sha256) ?? open(parser);
  opened.set(parser.sha256, opening);
  return opening;
}

async function open(parser: ParserPackage): Promise<Parser> {
  const [packages, module] = await Promise.all([loadRuntime(), compileParser(parser)]);
  try {
    return new Parser(packages, module);
  } catch (error) {
    if (current) giveUp(current, true);
    throw new PrismError(
      "parser_unavailable",
      `${parser.file} of ${parser.package}@${parser.version} does not load: ${
        (error as Error).message
      }`,
      { hint: "Its imports or its version do not fit the runtime.", cause: error },
    );
  }
}
