/**
 * Names and files that come into a PHP file.
 *
 * @module
 */

import type { ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;

/** `use A\B as C`, `use A\{B, C as D}`, `use function a\b`. */
export function usedNames(node: SyntaxNode, source: Source): Import[] {
  const text = source.textOf(node).replace(/\/\*[^]*?\*\/|(?:\/\/|#)[^\n]*/g, " ").trim();
  const use = /^use\s+(?:(function|const)\s+)?([^]*?);?$/i.exec(text);
  if (use === null) return [];
  const [, sort, rest] = use;
  const group = /^([^{]*)\{([^]*)\}\s*$/.exec(rest);
  const prefix = group === null ? "" : group[1].replace(/\s+/g, "");
  return (group === null ? rest : group[2]).split(",").flatMap((clause) => {
    const parts =
      /^\s*(?:(function|const)\s+)?\\?([\w\\\u0080-\uffff]+)(?:\s+as\s+([\w\u0080-\uffff]+))?\s*$/i
        .exec(clause);
    if (parts === null) return [];
    const [, ownSort, name, alias] = parts;
    const path = (prefix + name).replace(/^\\/, "");
    const word = (ownSort ?? sort)?.toLowerCase();
    return [{
      text: `${word === undefined ? "" : `${word} `}${path}${
        alias === undefined ? "" : ` as ${alias}`
      }`,
      path,
      name: path.slice(path.lastIndexOf("\\") + 1),
      alias: alias ?? null,
      reexport: false,
      typeOnly: false,
    }];
  });
}

/** `require_once __DIR__ . "/x.php"`; the path is what is written. */
export function includedFile(node: SyntaxNode, source: Source): Import[] {
  const text = source.textOf(node).replace(/\s+/g, " ");
  const path = text.replace(/^\w+\s*/, "").replace(/^\((.*)\)$/, "$1");
  const plain = /^(?:__DIR__ ?\. ?)?(["'])([^"']*)\1$/.exec(path);
  return [{
    text,
    path: plain === null ? path : plain[2],
    name: null,
    alias: null,
    reexport: false,
    typeOnly: false,
  }];
}
