import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses C. */
export const cParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-c",
    version: "0.24.1",
    file: "tree-sitter-c.wasm",
    sha256: "c852c2a85ebf2beb636aa3b0ef7f7e70458684d74f6741b20dcb296885bed9f9",
    load: () => import("./parser.gen.ts"),
  },
];
