/**
 * Parsers: text to syntax trees, within limits that are the same on every machine.
 *
 * @module
 */

import type { Language, Node, Tree } from "web-tree-sitter";
import { PrismError } from "../errors.ts";
import type { ParserPackage } from "./language.ts";
import { compileParser } from "./parser_bytes.ts";
import { collectInstances, loadRuntime, Runtime, type RuntimePackage } from "./runtime.ts";

/** Longest text that is parsed, in UTF-16 code units; a tree takes some 20 bytes for each. */
export const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
/** An instance whose memory grew beyond this, in bytes, is given up when its tree is. */
const MAX_KEPT_MEMORY = 256 * 1024 * 1024;
/** A step is a hundred of the parser's operations. Any text may take so many. */
const BASE_STEPS = 10_000;
/** Steps for each code unit; code takes 0.02, the worst of torn text 0.14. */
const STEPS_PER_UNIT = 0.5;
/**
 * Milliseconds after which a parse is given up. Some grammars take steps that grow with the length of a
 * torn text, which a count does not see; a file of the largest size takes some seconds.
 */
const MAX_MILLISECONDS = 15_000;

/** Why a text has no tree. */
export type UnparsedReason =
  /** It is longer than {@link MAX_TEXT_LENGTH}. */
  | "too_large"
  /** It takes more steps or memory than any sensible text of its length. */
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
    this.#runtime.isBroken = true;
    giveUp(this.#runtime);
  }

  /** Frees the tree. */
  [Symbol.dispose](): void {
    if (this.#runtime.isBroken) return;
    try {
      this.#tree.delete();
      if (this.#runtime.memorySize > MAX_KEPT_MEMORY) giveUp(this.#runtime);
    } catch {
      this.condemn();
    }
  }
}

/** A parser of one language. */
export class Parser {
  readonly #packages: RuntimePackage;
  readonly #module: WebAssembly.Module;
  readonly #stepsFor: (length: number) => number;

  /**
   * Use {@link openParser}.
   *
   * @param stepsFor How many steps a text of some length may take.
   */
  constructor(
    packages: RuntimePackage,
    module: WebAssembly.Module,
    stepsFor: (length: number) => number = (length) => BASE_STEPS + STEPS_PER_UNIT * length,
  ) {
    this.#packages = packages;
    this.#module = module;
    this.#stepsFor = stepsFor;
  }

  /** Names and numbers of its types and fields; they are the same in every instance. */
  get language(): Language {
    return this.#runtime().parser(this.#module).language!;
  }

  /**
   * Parses a text. Equal texts give equal trees, or the same reason for having none, whatever was
   * parsed before; on a slower machine a hostile text may be given up that a faster one reads.
   *
   * @returns the tree, which must be disposed
   */
  parse(text: string): ParsedTree | UnparsedReason {
    if (text.length > MAX_TEXT_LENGTH) return "too_large";
    for (;;) {
      const runtime = this.#runtime();
      const wasNew = runtime.isNew;
      const result = this.#attempt(text, runtime);
      // What failed in a memory that others have used may be their doing: a new one decides.
      if (current === runtime || wasNew) return result;
    }
  }

  #attempt(text: string, runtime: Runtime): ParsedTree | UnparsedReason {
    let steps = this.#stepsFor(text.length);
    const deadline = performance.now() + MAX_MILLISECONDS;
    runtime.isNew = false;
    try {
      const parser = runtime.parser(this.#module);
      const progressCallback = (): boolean => --steps < 0 || performance.now() > deadline;
      const tree = parser.parse(text, null, { progressCallback });
      if (tree !== null) return new ParsedTree(tree, runtime);
      // Without this the next text would be read as the rest of this one.
      parser.reset();
      return "too_slow";
    } catch {
      runtime.isBroken = true;
      giveUp(runtime);
      return runtime.isExhausted ? "too_slow" : "parser_failed";
    }
  }

  #runtime(): Runtime {
    if (current === undefined) {
      if (leftMemory > MAX_KEPT_MEMORY) collectInstances();
      leftMemory = 0;
      current = new Runtime(this.#packages);
    }
    return current;
  }
}

/** The instance in which new trees are made. */
let current: Runtime | undefined;
/** Memory of the one before it, in bytes. */
let leftMemory = 0;

function giveUp(runtime: Runtime): void {
  if (current !== runtime) return;
  leftMemory = runtime.memorySize;
  current = undefined;
}

const opened = new Map<string, Promise<Parser>>();

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
  const opened = new Parser(packages, module);
  try {
    opened.language;
    return opened;
  } catch (error) {
    current = undefined;
    throw new PrismError(
      "parser_unavailable",
      `${parser.file} of ${parser.package}@${parser.version} does not load: ${
        (error as Error).message
      }`,
      { hint: "Its imports or its version do not fit the runtime.", cause: error },
    );
  }
}
