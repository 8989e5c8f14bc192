import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Go. */
export const goParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-go",
    version: "0.25.0",
    file: "tree-sitter-go.wasm",
    sha256: "9504573f352b20be7f2f1911754d710622aedc15afff16d5ed8fb5645681aee7",
    load: () => import("./parser.gen.ts"),
  },
];
