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
} as const;
