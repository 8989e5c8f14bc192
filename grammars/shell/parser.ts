import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses shell scripts. */
export const shellParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-bash",
    version: "0.25.1",
    file: "tree-sitter-bash.wasm",
    sha256: "8292919c88a0f7d3fb31d0cd0253ca5a9531bc1ede82b0537f2c63dd8abe6a7a",
    load: () => import("./parser.gen.ts"),
  },
];
