import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Python. */
export const pythonParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-python",
    version: "0.25.0",
    file: "tree-sitter-python.wasm",
    sha256: "16108b50df4ee9a30168794252ab55e7c93bfc5765d7fa0aa3e335752c515f47",
    load: () => import("./parser.gen.ts"),
  },
];
