import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses C++. */
export const cppParsers: readonly ParserPackage[] = [
  {
    module: "parser",
    package: "tree-sitter-cpp",
    version: "0.23.4",
    file: "tree-sitter-cpp.wasm",
    sha256: "174eb0deb75b2ec7881bcacda9f995648d8e683956e5c2267e69ab6dc503fcbf",
    load: () => import("./parser.gen.ts"),
  },
];
