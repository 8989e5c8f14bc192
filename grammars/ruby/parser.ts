import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Ruby. */
export const rubyParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-ruby",
    version: "0.23.1",
    file: "tree-sitter-ruby.wasm",
    sha256: "09a96427d7c72f0613ed470cd9812223fc4a91d6a9c025c0235cc6bd59ff96f4",
    load: () => import("./parser.gen.ts"),
  },
];
