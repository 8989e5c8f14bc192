/**
 * The package of the parsers' runtime. Its module is made like those of the parsers.
 *
 * @module
 */

/** Where `tree_sitter.gen.ts` comes from. */
export const TREE_SITTER = {
  package: "web-tree-sitter",
  version: "0.27.2",
  /** The runtime in WebAssembly. */
  file: "web-tree-sitter.wasm",
  sha256: "488beeff7adb7fd7e21e97cc29a43dc6d031977755eda892d6d96c7f456cfdec",
  /** Its JavaScript, which becomes the body of a function. */
  script: "web-tree-sitter.js",
  scriptSha256: "44626cc32a7b6878a10be084b58b471d9c47c1e2082cd5a5e34c8a41431f0c2d",
  /**
   * Makes `Parser.init` synchronous, so that an instance can be replaced in the middle of a job: with
   * `instantiateWasm` it has nothing to wait for. Each text is there once.
   */
  edits: [
    ["async function Module2(", "function Module2("],
    ['const { createRequire } = await import("module");', ""],
    ["var require = createRequire(import.meta.url);", "var require;"],
    ["async function createWasm() {", "function createWasm() {"],
    [
      `return new Promise((resolve, reject) => {
        Module["instantiateWasm"](info2, (mod, inst) => {
          resolve(receiveInstance(mod, inst));
        });
      });`,
      `let exports2;
      Module["instantiateWasm"](info2, (mod, inst) => {
        exports2 = receiveInstance(mod, inst);
      });
      return exports2;`,
    ],
    ["var result = await instantiateAsync(", "var result = instantiateAsync("],
    ["wasmExports = await createWasm();", "wasmExports = createWasm();"],
    ["async function initializeBinding(", "function initializeBinding("],
    ["Module3 ??= await web_tree_sitter_default(", "Module3 ??= web_tree_sitter_default("],
    ["static async init(moduleOptions) {", "static init(moduleOptions) {"],
    ["setModule(await initializeBinding(", "setModule(initializeBinding("],
  ],
} as const;
