import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Kotlin. */
export const kotlinParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "@cursorless/tree-sitter-wasms",
    version: "0.7.0",
    file: "out/tree-sitter-kotlin.wasm",
    sha256: "dcc6b7f17f1a6da0c3628f322de1c602183980b2e7bb46ac446bc0a16217671b",
    // The package has the grammar of fwcd/tree-sitter-kotlin and does not repeat its notice.
    notice: "MIT, Copyright (c) 2018-2021 Max Brunsfeld, Copyright (c) 2021 fwcd",
    load: () => import("./parser.gen.ts"),
  },
];
