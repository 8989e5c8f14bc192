import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Java. */
export const javaParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-java",
    version: "0.23.5",
    file: "tree-sitter-java.wasm",
    sha256: "4fdeac4ca6ca089f06c6f7e562abcac1733cd465728cc7031ebb73c2019122c4",
    load: () => import("./parser.gen.ts"),
  },
];
