/**
 * Instances of tree-sitter's runtime. All parsers of an instance share its memory, which never shrinks
 * and which a trap leaves in any state: such an instance is given up and a new one made.
 *
 * @module
 */

import type { Parser } from "web-tree-sitter";
import { PrismError } from "../errors.ts";
import { inflate } from "./inflate.ts";
import { TREE_SITTER } from "./tree_sitter_package.ts";

type TreeSitter = typeof import("web-tree-sitter");

/** Memory that an instance begins with, in bytes; its own default. */
const INITIAL_MEMORY = 32 * 1024 * 1024;
/** Memory that it may grow to, in bytes: there are grammars that need the square of a torn text. */
const MAX_MEMORY = 384 * 1024 * 1024;
const PAGE = 65536;

/** What `init` takes. */
interface Emscripten {
  wasmMemory: WebAssembly.Memory;
  instantiateWasm(
    imports: WebAssembly.Imports,
    ready: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

/** One instance. */
export class Runtime {
  /** Whether nothing was parsed in it. */
  isNew = true;
  /** Whether its memory may be in any state; nothing of it must be called. */
  isBroken = false;
  /** The package's classes; those of two instances do not mix. */
  readonly #treeSitter: TreeSitter;
  readonly #parsers = new Map<WebAssembly.Module, Parser>();
  readonly #memory: WebAssembly.Memory = new WebAssembly.Memory({
    initial: INITIAL_MEMORY / PAGE,
    maximum: MAX_MEMORY / PAGE,
  });

  /** Makes an instance of a package that was loaded. */
  constructor({ module, instantiate }: RuntimePackage) {
    this.#treeSitter = instantiate();
    const emscripten: Emscripten = {
      wasmMemory: this.#memory,
      instantiateWasm(imports, ready) {
        const instance = new WebAssembly.Instance(module, imports);
        ready(instance, module);
        return instance.exports;
      },
    };
    // The declared options are not optional, and the generated module has `init` done when it returns.
    this.#treeSitter.Parser.init(emscripten as never);
  }

  /**
   * Its parser of a language; the language is loaded the first time.
   *
   * @throws {Error} when the module does not fit the runtime
   */
  parser(language: WebAssembly.Module): Parser {
    let parser = this.#parsers.get(language);
    if (parser === undefined) {
      const { Language, Parser } = this.#treeSitter;
      parser = new Parser().setLanguage(Language.loadSync(language));
      this.#parsers.set(language, parser);
    }
    return parser;
  }

  /** Size of its memory, in bytes. */
  get memorySize(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Whether it broke down for want of memory rather than by a fault. */
  get isExhausted(): boolean {
    return this.memorySize > MAX_MEMORY / 2;
  }
}

/**
 * Brings the memory of instances back that are in use no more. The engine does not count it when it
 * decides to collect; memory that it counts, and that is never touched, makes it decide now.
 */
export function collectInstances(): void {
  try {
    for (let count = 0; count < 16; count++) new ArrayBuffer(64 * 1024 * 1024);
  } catch {
    // There is no such memory to have, and before it says so the engine collects.
  }
}

/** What instances are made from. */
export interface RuntimePackage {
  readonly module: WebAssembly.Module;
  readonly instantiate: () => TreeSitter;
}

let loading: Promise<RuntimePackage> | undefined;

/**
 * Loads the runtime, once; nothing of it is loaded before the first call.
 *
 * @throws {PrismError} `parser_unavailable`
 */
export function loadRuntime(): Promise<RuntimePackage> {
  return loading ??= load();
}

async function load(): Promise<RuntimePackage> {
  const fail = (message: string, cause?: unknown) =>
    new PrismError("parser_unavailable", message, {
      hint: "Run `deno task parsers` in the folder of git-prism.",
      cause,
    });
  let generated: typeof import("./tree_sitter.gen.ts");
  try {
    generated = await import("./tree_sitter.gen.ts");
  } catch (error) {
    throw fail("The runtime of the parsers is not made yet", error);
  }
  if (generated.SHA256 !== TREE_SITTER.sha256) {
    throw fail(`The runtime of the parsers was made from another file, ${generated.SHA256}`);
  }
  const module = new WebAssembly.Module(await inflate(generated.RUNTIME));
  return { module, instantiate: generated.instantiate };
}
