import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses C#. */
export const csharpParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-c-sharp",
    version: "0.23.5",
    file: "tree-sitter-c_sharp.wasm",
    sha256: "6f69e1cae44e1c32c1eccc170dc5a9778fb94ff716f71113fe1f8c4299aa2f40",
    load: () => import("./parser.gen.ts"),
  },
];
