/**
 * Imports of modules, one entry for each name, in one form whichever quotes are written.
 *
 * @module
 */

import type { ExportedName, ImportedName } from "../../src/syntax/outline.ts";
import type { Source, SyntaxNode } from "../../src/syntax/syntax_node.ts";

type Import = Omit<ImportedName, "line">;
type Export = Omit<ExportedName, "line">;

/** An import without attributes and comments. */
const PLAIN =
  /import\s+(type\s+)?(?:([\w$\u0080-\uffff]+)\s*(?:,\s*(?=\{))?)?(?:\{([^{}"'/]*)\}\s*)?from\s*(["'])([^"'\n]*)\4[ \t]*(?:;|(?=\n|$)(?!\s*with\b))/y;
const SPECIFIER = /^\s*(type\s+)?([\w$\u0080-\uffff]+)(?:\s+as\s+([\w$\u0080-\uffff]+))?\s*$/;
const TYPE_ONLY = /^(?:import|export)\s+type\s+(?!from\s+["']|=)/;

/** `import a, { b as c, type D } from "m"`, `import * as n from "m"`, `import "m"`, `import f = require("m")`. */
export function importNames(node: SyntaxNode, source: Source): Import[] {
  PLAIN.lastIndex = node.startIndex;
  const plain = PLAIN.exec(source.text);
  return (plain === null ? null : plainImport(plain)) ?? importsOfTree(node, source);
}

/** An import as most are written, by its text, which costs less than the tree. */
function plainImport([, type, given, list, , path]: RegExpExecArray): Import[] | null {
  if (given === undefined && list === undefined) return null;
  const typeOnly = type !== undefined;
  const entries: Import[] = given === undefined
    ? []
    : [entry(given, "default", given, path, typeOnly)];
  if (list === undefined) return entries;
  for (const each of list.split(",")) {
    if (each.trim() === "") continue;
    const found = SPECIFIER.exec(each);
    if (found === null) return null;
    const [, onlyType, name, alias] = found;
    const written = alias === undefined ? `{ ${name} }` : `{ ${name} as ${alias} }`;
    entries.push(entry(written, name, alias ?? null, path, typeOnly || onlyType !== undefined));
  }
  return entries;
}

function entry(
  written: string,
  name: string,
  alias: string | null,
  path: string,
  typeOnly: boolean,
  tail = "",
): Import {
  const text = `import ${typeOnly ? "type " : ""}${written} from "${path}"${tail}`;
  return { text, path, name, alias, reexport: false, typeOnly };
}

function importsOfTree(node: SyntaxNode, source: Source): Import[] {
  const from = source.field(node, "source") ?? null;
  const clause = node.namedChildren.find((child) => child?.type.endsWith("_clause")) ?? null;
  if (clause?.type === "import_require_clause") return [requireClause(node, clause, source)];
  if (from === null) return [];
  const path = unquote(source.textOf(from));
  const tail = attributes(from, node, source);
  const typeOnly = TYPE_ONLY.test(head(node, source));
  if (clause === null) {
    const text = `import "${path}"${tail}`;
    return [{ text, path, name: null, alias: null, reexport: false, typeOnly: false }];
  }
  const entries: Import[] = [];
  for (const child of clause.namedChildren) {
    if (child?.type === "identifier") {
      const name = source.textOf(child);
      entries.push(entry(name, "default", name, path, typeOnly, tail));
    } else if (child?.type === "namespace_import") {
      const name = source.textOf(child.lastNamedChild);
      entries.push(entry(`* as ${name}`, "*", name, path, typeOnly, tail));
    } else if (child?.type === "named_imports") {
      for (const each of specifiers(child, "import_specifier", source)) {
        const onlyType = typeOnly || each.typeOnly;
        entries.push(entry(`{ ${each.written} }`, each.name, each.alias, path, onlyType, tail));
      }
    }
  }
  return entries;
}

function requireClause(node: SyntaxNode, clause: SyntaxNode, source: Source): Import {
  const alias = source.textOf(clause.firstNamedChild);
  const path = unquote(source.textOf(source.field(clause, "source")));
  const typeOnly = TYPE_ONLY.test(head(node, source));
  const text = `import ${typeOnly ? "type " : ""}${alias} = require("${path}")`;
  return { text, path, name: null, alias, reexport: false, typeOnly };
}

/** `import A = B.C` of a namespace. */
export function importAlias(node: SyntaxNode, source: Source): Import[] {
  const [alias, target] = node.namedChildren.map((child) => source.textOf(child));
  const text = `import ${alias} = ${target}`;
  return [{ text, path: target, name: null, alias, reexport: false, typeOnly: false }];
}

/** `export { a as b } from "m"`, `export * from "m"`, `export * as n from "m"`. */
export function reexportedNames(node: SyntaxNode, source: Source): Import[] {
  const from = source.field(node, "source");
  if (from === null) return [];
  const path = unquote(source.textOf(from));
  const tail = ` from "${path}"${attributes(from, node, source)}`;
  const typeOnly = TYPE_ONLY.test(head(node, source));
  const again = (written: string, name: string, alias: string | null, onlyType: boolean) => ({
    text: `export ${onlyType ? "type " : ""}${written}${tail}`,
    path,
    name,
    alias,
    reexport: true,
    typeOnly: onlyType,
  });
  const clause = node.namedChildren.find((child) => child?.type === "export_clause");
  if (clause) {
    return specifiers(clause, "export_specifier", source).map((each) =>
      again(`{ ${each.written} }`, each.name, each.alias, typeOnly || each.typeOnly)
    );
  }
  const namespace = node.namedChildren.find((child) => child?.type === "namespace_export");
  if (!namespace) return [again("*", "*", null, typeOnly)];
  const alias = unquote(source.textOf(namespace.lastNamedChild));
  return [again(`* as ${alias}`, "*", alias, typeOnly)];
}

/** `export { a as b }`, `export default a`, `export = a`, `export as namespace A`. */
export function exportedNames(node: SyntaxNode, source: Source): Export[] {
  const begin = head(node, source);
  if (/^export\s+default\b/.test(begin)) {
    const value = source.field(node, "value");
    if (value === null) return [];
    return [{ name: "default", local: value.type === "identifier" ? source.textOf(value) : null }];
  }
  const whole = /^export\s*=/.test(begin);
  if (whole || /^export\s+as\s+namespace\b/.test(begin)) {
    const child = node.lastNamedChild;
    const text = child?.type === "identifier" ? source.textOf(child) : null;
    return [whole ? { name: "default", local: text } : { name: text ?? "", local: null }];
  }
  const clause = node.namedChildren.find((child) => child?.type === "export_clause");
  if (!clause || source.field(node, "source") !== null) return [];
  return specifiers(clause, "export_specifier", source).map(({ name, alias }) => ({
    name: alias ?? name,
    local: name,
  }));
}

interface Specifier {
  readonly written: string;
  readonly name: string;
  readonly alias: string | null;
  readonly typeOnly: boolean;
}

function specifiers(list: SyntaxNode, type: string, source: Source): Specifier[] {
  const found: Specifier[] = [];
  for (const child of list.namedChildren) {
    if (child?.type !== type) continue;
    const first = source.field(child, "name");
    const second = source.field(child, "alias");
    if (first === null) continue;
    const name = unquote(source.textOf(first));
    const alias = second === null ? null : unquote(source.textOf(second));
    const quoted = (text: string) => /^[\w$\u0080-\uffff]+$/.test(text) ? text : `"${text}"`;
    const written = alias === null ? quoted(name) : `${quoted(name)} as ${quoted(alias)}`;
    found.push({ written, name, alias, typeOnly: first.startIndex > child.startIndex });
  }
  return found;
}

/** Text of a string without its quotes. */
export function unquote(text: string): string {
  return text.replace(/^(["'`])(.*)\1$/s, "$2");
}

/** ` with { type: "json" }`. */
function attributes(from: SyntaxNode, node: SyntaxNode, source: Source): string {
  const written = source.text.slice(from.endIndex, node.endIndex).replace(/;\s*$/, "").trim();
  return written === "" ? "" : ` ${written.replace(/\s+/g, " ").replaceAll("'", '"')}`;
}

function head(node: SyntaxNode, source: Source): string {
  return source.text.slice(node.startIndex, node.startIndex + 80);
}
