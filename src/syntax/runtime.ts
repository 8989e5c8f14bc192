/**
 * Instances of tree-sitter's runtime. All parsers of an instance share its memory, which never shrinks
 * and which a trap leaves in any state, so that an instance is given up and the next one begins afresh.
 *
 * @module
 */

import { PrismError } from "../errors.ts";
import { inflate } from "./inflate.ts";
import { TREE_SITTER } from "./tree_sitter_package.ts";

type TreeSitter = typeof import("web-tree-sitter");

/** What `init` fills in. */
interface Emscripten {
  HEAPU8?: Uint8Array;
  instantiateWasm(
    imports: WebAssembly.Imports,
    ready: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

/** One instance. */
export class Runtime {
  /** The package's own classes; those of two instances do not mix. */
  readonly treeSitter: TreeSitter;
  readonly #emscripten: Emscripten;

  /** Use {@link openRuntime}. */
  constructor(treeSitter: TreeSitter, emscripten: Emscripten) {
    this.treeSitter = treeSitter;
    this.#emscripten = emscripten;
  }

  /** Size of its memory, in bytes. */
  get memorySize(): number {
    return this.#emscripten.HEAPU8?.length ?? 0;
  }
}

let loaded: Promise<[module: WebAssembly.Module, instantiate: () => TreeSitter]> | undefined;

async function load(): Promise<[module: WebAssembly.Module, instantiate: () => TreeSitter]> {
  let generated: typeof import("./tree_sitter.gen.ts");
  try {
    generated = await import("./tree_sitter.gen.ts");
  } catch (error) {
    throw new PrismError("parser_unavailable", "The parsers are not made yet", {
      hint: "Run `deno task parsers` in the folder of git-prism.",
      cause: error,
    });
  }
  if (generated.SHA256 !== TREE_SITTER.sha256) {
    throw new PrismError(
      "parser_unavailable",
      `The parsers' runtime was made from another version than ${TREE_SITTER.version}`,
      { hint: "Run `deno task parsers` in the folder of git-prism." },
    );
  }
  return [new WebAssembly.Module(await inflate(generated.RUNTIME)), generated.instantiate];
}

/**
 * Makes an instance. Nothing is loaded before the first call.
 *
 * @throws {PrismError} `parser_unavailable`
 */
export async function openRuntime(): Promise<Runtime> {
  const [module, instantiate] = await (loaded ??= load());
  const treeSitter = instantiate();
  const emscripten: Emscripten = {
    instantiateWasm(imports, ready) {
      const instance = new WebAssembly.Instance(module, imports);
      ready(instance, module);
      return instance.exports;
    },
  };
  // deno-lint-ignore no-explicit-any -- the declaration lists options that the package does not need
  await treeSitter.Parser.init(emscripten as any);
  return new Runtime(treeSitter, emscripten);
}
