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
/** A variable, perhaps with its type, or a member. */
const TARGET = /(?:\b(type)\s+)?([\w$.]+)(?:\s*:\s*[\w$.<>\s]+)?$/;
const EXPORTS = /(?:module\s*\.\s*)?exports\b/y;

const NONE: never[] = [];

/** What takes a loaded module, as far as the text before the call says. */
interface Taker {
  readonly awaited: boolean;
  /** A variable, `exports.a` or `module.exports`, or a pattern with its braces. */
  readonly target: string | null;
  /** Whether only its type is asked. */
  readonly typeOnly: boolean;
}

function takerBefore(text: string, start: number): Taker {
  let before = text.slice(Math.max(0, start - 40), start).trimEnd();
  const typeOnly = /\btypeof$/.test(before);
  const awaited = /\bawait$/.test(before);
  if (awaited) before = before.slice(0, -5).trimEnd();
  const end = start - 40 + before.length + (start < 40 ? 40 - start : 0) - 1;
  if (!before.endsWith("=") || typeOnly) return { awaited, target: null, typeOnly };
  const head = text.slice(Math.max(0, end - 60), end).trimEnd();
  if (head.endsWith("}")) {
    const open = text.lastIndexOf("{", end);
    return {
      awaited,
      target: end - open > 2000 ? null : text.slice(open, end).trimEnd(),
      typeOnly,
    };
  }
  const [, type, target] = TARGET.exec(head) ?? [];
  return type === undefined
    ? { awaited, target: target ?? null, typeOnly }
    : { awaited, target: null, typeOnly: true };
}

/** The module, or the names of it, that a call loads; none for any other call. */
export function loadedNames(node: SyntaxNode, source: Source): Import[] {
  const { text } = source;
  const start = node.startIndex;
  const first = text[start];
  if (first !== "r" && first !== "i") return NONE;
  LOADER.lastIndex = start;
  const call = LOADER.exec(text);
  if (call === null) return NONE;
  const [, loader, , path] = call;
  // A call of what is loaded begins there too.
  if (source.field(node, "function")?.endIndex !== start + loader.length) return [];
  const { awaited, target, typeOnly: ofType } = takerBefore(text, start);
  const after = text.slice(node.endIndex, node.endIndex + 80);
  // A promise has no member with a capital: `import("m").T` is a type.
  const typeOnly = ofType || (loader === "import" && /^\s*\.\s*[A-Z]/.test(after));
  const taken = typeOnly ? null : target;
  const load = `${taken !== null && awaited ? "await " : ""}${loader}("${path}")`;
  const given = taken !== null && /^(?:module\.)?exports\b/.test(taken);
  const rest = { path, reexport: given, typeOnly };
  if (taken?.startsWith("{")) {
    const names = taken.slice(1, -1).split(",").map((each) => each.trim()).filter(Boolean);
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
  if (taken === null || (!given && taken.includes("."))) {
    return [{ text: load + tail, ...rest, name, alias: null }];
  }
  const alias = given
    ? /\.([\w$]+)$/.exec(taken.replace(/^module\.exports/, ""))?.[1] ?? null
    : taken;
  const front = given ? taken : `const ${taken}`;
  return [{
    text: `${front} = ${load}${tail}`,
    ...rest,
    name,
    alias: alias === name ? null : alias,
  }];
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `exports.a = b`. */
export function assignedExports(node: SyntaxNode, source: Source): Export[] {
  EXPORTS.lastIndex = node.startIndex;
  if (!EXPORTS.test(source.text)) return NONE;
  const left = source.textOf(source.field(node, "left")).replace(/\s+/g, "");
  let right = source.field(node, "right");
  while (right?.type === "assignment_expression") right = source.field(right, "right");
  if (right === null) return [];
  const local = localName(right, source);
  const member = /^(?:module\.)?exports(?:\.([\w$]+)|\[["']([^"'\]]+)["']\])$/.exec(left);
  if (member !== null) return [{ name: member[1] ?? member[2], local }];
  if (left !== "module.exports" && left !== "exports") return [];
  // `var app = module.exports = {}`
  const before = source.text.slice(Math.max(0, node.startIndex - 80), node.startIndex);
  const variable = /\b(?:var|let|const)\s+([\w$]+)\s*=\s*(?:(?:module\.)?exports\s*=\s*)?$/.exec(
    before,
  )?.[1];
  const names: Export[] = variable === undefined ? [] : [{ name: "default", local: variable }];
  if (right.type !== "object") return names.length > 0 ? names : [{ name: "default", local }];
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
