import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses JavaScript. */
export const javascriptParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-javascript",
    version: "0.25.0",
    file: "tree-sitter-javascript.wasm",
    sha256: "5fb488d0cabb4775a594bab85682de5ad6ce83c0d6ac997a9f82dd084d571240",
    load: () => import("./parser.gen.ts"),
  },
];
