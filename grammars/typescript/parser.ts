import type { ParserPackage } from "../../src/syntax/language.ts";

/** What parses TypeScript; casts of the form `<T>x` are elements in the parser of `.tsx`. */
export const typescriptParsers: readonly ParserPackage[] = [
  {
    module: "typescript",
    package: "tree-sitter-typescript",
    version: "0.23.2",
    file: "tree-sitter-typescript.wasm",
    sha256: "778025db5a8be0e70f8ccc3671e486dfeddd048c25d9e8a70c26de2e1bf6f97d",
    load: () => import("./typescript.gen.ts"),
  },
  {
    module: "tsx",
    package: "tree-sitter-typescript",
    version: "0.23.2",
    file: "tree-sitter-tsx.wasm",
    sha256: "79e5da75ea62855a0cd67177685f0164eac87d5f630b3cbe1e0a099751ad30f8",
    extensions: [".tsx"],
    load: () => import("./tsx.gen.ts"),
  },
];
