import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Rust. */
export const rustParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-rust",
    version: "0.24.0",
    file: "tree-sitter-rust.wasm",
    sha256: "f65f354215611fd94ad34134b3427eb3d58cbb745df7b6509ba722184db73d57",
    load: () => import("./parser.gen.ts"),
  },
];
