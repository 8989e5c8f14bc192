import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses Swift. */
export const swiftParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "@repomix/tree-sitter-wasms",
    version: "0.1.17",
    file: "out/tree-sitter-swift.wasm",
    sha256: "d084eceba50e9a83319f5d171051b53179bd22b6ea6419014900c602d52cfa28",
    // The package has the grammar of alex-pinkus/tree-sitter-swift and does not repeat its notice.
    notice: "MIT, Copyright (c) 2021 alex-pinkus",
    // The scanner reserves its state with a count of zero, `calloc(0, 4)`, and then reads what the heap
    // happened to hold: results depended on what was parsed before. The count becomes 1.
    patch: { find: "41004104108080808000", replace: "41014104108080808000", count: 1 },
    load: () => import("./parser.gen.ts"),
  },
];
