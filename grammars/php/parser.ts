import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses PHP. */
export const phpParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-php",
    version: "0.24.2",
    file: "tree-sitter-php.wasm",
    sha256: "d4df6a6ff08c87c3ec4f9cbb785fe09998a0cb570e03f57d7b19b3acfb146aa7",
    load: () => import("./parser.gen.ts"),
  },
];
