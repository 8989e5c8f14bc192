/**
 * Modules that are loaded and given away by code: `require`, `import()`, `module.exports`.
 *
 * @module
 */

import type { ExportedName, ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";
import { unquote } from "./imports.ts";

type Import = Omit<ImportedName, "line">;
type Export = Omit<ExportedName, "line">;

const LOADER = /(require|import)\s*\(\s*(["'`])((?:(?!\2)[^\\\n$])*)\2\s*[,)]/y;
/** What takes the loaded module, right before the call. */
const TAKER =
  /(typeof\s+)?(?:(?:(type)\s+)?(?:(module\.exports|exports\.([\w$]+))|([\w$]+)|(\{[^{}()=;]*\}))\s*(?::[^=;(){}]*)?=\s*)?\(?(?:await\s+)?$/;
const EXPORTS = /(?:module\s*\.\s*)?exports\b/y;

/** The module, or the names of it, that a call loads; none for any other call. */
export function loadedNames(node: SyntaxNode, source: Source): Import[] {
  const { text } = source;
  const start = node.startIndex;
  LOADER.lastIndex = start;
  const call = LOADER.exec(text);
  if (call === null) return [];
  const [, loader, , path] = call;
  const taker = TAKER.exec(text.slice(Math.max(0, start - 400), start));
  const [, typeOf, type, given, member, taken, pattern] = taker ?? [];
  const after = text.slice(node.endIndex, node.endIndex + 80);
  // A promise has no member with a capital: `import("m").T` is a type.
  const typeOnly = typeOf !== undefined || (loader === "import" && /^\s*\.\s*[A-Z]/.test(after));
  const local = type === undefined && !typeOnly ? taken : undefined;
  const isTaken = local !== undefined || pattern !== undefined;
  const awaited = loader === "import" && isTaken && taker![0].endsWith("await ");
  const load = `${awaited ? "await " : ""}${loader}("${path}")`;
  const rest = { path, reexport: given !== undefined, typeOnly };
  if (pattern !== undefined) {
    const names = pattern.slice(1, -1).split(",").map((each) => each.trim()).filter(Boolean);
    return names.map((each) => {
      const [name, alias] = each.split(/\s*:\s*/);
      const all = name.startsWith("...");
      return {
        text: `const { ${each.replace(/\s+/g, " ")} } = ${load}`,
        ...rest,
        name: all ? "*" : name,
        alias: all ? name.slice(3) : alias ?? null,
      };
    });
  }
  const property = /^\s*\.\s*([\w$]+)(?!\s*\()/.exec(after);
  const name = loader === "require" && property !== null ? property[1] : null;
  const tail = name === null ? "" : `.${name}`;
  const front = given !== undefined
    ? `${given} = `
    : local !== undefined
    ? `const ${local} = `
    : "";
  const alias = member ?? local ?? null;
  return [{ text: `${front}${load}${tail}`, ...rest, name, alias: alias === name ? null : alias }];
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `exports.a = b`. */
export function assignedExports(node: SyntaxNode, source: Source): Export[] {
  EXPORTS.lastIndex = node.startIndex;
  if (!EXPORTS.test(source.text)) return [];
  const left = source.textOf(source.field(node, "left")).replace(/\s+/g, "");
  let right = source.field(node, "right");
  while (right?.type === "assignment_expression") right = source.field(right, "right");
  if (right === null) return [];
  const local = localName(right, source);
  const member = /^(?:module\.)?exports(?:\.([\w$]+)|\[["']([^"'\]]+)["']\])$/.exec(left);
  if (member !== null) return [{ name: member[1] ?? member[2], local }];
  if (left !== "module.exports" && left !== "exports") return [];
  if (right.type !== "object") return [{ name: "default", local }];
  const names: Export[] = [];
  for (const child of right.namedChildren) {
    if (child?.type === "shorthand_property_identifier") {
      names.push({ name: source.textOf(child), local: source.textOf(child) });
    } else if (child?.type === "pair") {
      const name = unquote(source.textOf(source.field(child, "key")));
      names.push({ name, local: localName(source.field(child, "value"), source) });
    } else if (child?.type === "method_definition") {
      names.push({ name: unquote(source.textOf(source.field(child, "name"))), local: null });
    }
  }
  return names;
}

function localName(node: SyntaxNode | null, source: Source): string | null {
  return node?.type === "identifier" ? source.textOf(node) : null;
}
