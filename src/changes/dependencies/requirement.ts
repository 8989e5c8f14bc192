/**
 * A dependency specifier of Python packages:
 * https://packaging.python.org/en/latest/specifications/dependency-specifiers/
 *
 * @module
 */

import { type Dependency, dependency } from "./dependency.ts";

const NAME = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*/;
const CLAUSE = /^(?:===|~=|==|!=|<=|>=|<|>)\s*[^\s,;<>=!~()]+$/;

/** Form of a name in which all spellings are equal (PEP 503). */
export function normalizePythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

/**
 * Reads `name [extras] specifiers ; marker` or `name @ URL ; marker`. The version is the specifiers,
 * with the marker behind `; ` when there is one; extras choose parts of the same package and are not
 * told.
 * @throws when the text is something else.
 */
export function parseRequirement(text: string, group: string | null): Dependency {
  const name = NAME.exec(text);
  if (name === null) throw new SyntaxError(`"${text.slice(0, 80)}" is no requirement`);
  const rest = text.slice(name[0].length);
  if (rest.startsWith("@")) {
    const [, url, marker] = /^@\s*(\S+)(?:\s*\s;\s*(.*))?$/.exec(rest.trim()) ?? [];
    if (url === undefined) throw new SyntaxError(`"${text.slice(0, 80)}" has no URL`);
    return dependency(name[1], marker ? `; ${marker.trim()}` : null, group, url);
  }
  const semicolon = rest.indexOf(";");
  const specifiers = (semicolon < 0 ? rest : rest.slice(0, semicolon)).trim();
  const marker = semicolon < 0 ? "" : rest.slice(semicolon + 1).trim();
  const version = readSpecifiers(specifiers, text);
  const parts = [version, marker && `; ${marker}`].filter((part) => part !== "");
  return dependency(name[1], parts.length === 0 ? null : parts.join(" "), group);
}

function readSpecifiers(text: string, whole: string): string {
  const inner = text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1) : text;
  const clauses = inner.split(",").map((clause) => clause.trim()).filter((clause) => clause !== "");
  if (clauses.some((clause) => !CLAUSE.test(clause))) {
    throw new SyntaxError(`"${whole.slice(0, 80)}" is no requirement`);
  }
  return clauses.map((clause) => clause.replace(/\s+/g, "")).join(",");
}
