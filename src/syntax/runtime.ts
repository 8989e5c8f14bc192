/**
 * Instances of tree-sitter's runtime. All parsers of an instance share its memory, which never shrinks
 * and which a trap leaves in any state: such an instance is given up and a new one made.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { inflate } from "./inflate.ts";
import { TREE_SITTER } from "./tree_sitter_package.ts";

type TreeSitter = typeof import("web-tree-sitter");

/** What `init` takes and fills. */
interface Emscripten {
  HEAPU8?: Uint8Array;
  instantiateWasm(
    imports: WebAssembly.Imports,
    ready: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

/** One instance. */
export class Runtime {
  /** The package's classes; those of two instances do not mix. */
  readonly treeSitter: TreeSitter;
  readonly #emscripten: Emscripten;

  /** Makes an instance of a package that was loaded. */
  constructor({ module, instantiate }: RuntimePackage) {
    this.treeSitter = instantiate();
    this.#emscripten = {
      instantiateWasm(imports, ready) {
        const instance = new WebAssembly.Instance(module, imports);
        ready(instance, module);
        return instance.exports;
      },
    };
    // The declared options are not optional, and the generated module has `init` done when it returns.
    this.treeSitter.Parser.init(this.#emscripten as never);
  }

  /** Size of its memory, in bytes. */
  get memorySize(): number {
    return this.#emscripten.HEAPU8!.length;
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
