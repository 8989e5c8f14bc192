/**
 * Cargo.toml: https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asTable, asText, at, isTable, own, type Table } from "./json_value.ts";
import { parseToml } from "./toml_document.ts";

const TABLES = [
  "dependencies",
  "dev-dependencies",
  "dev_dependencies",
  "build-dependencies",
  "build_dependencies",
];

/** Groups are the tables as written: `dev-dependencies`, `target.cfg(unix).dependencies`, `patch.crates-io`. */
export const CARGO_TOML: DependencyManifest = { parse: parseCargo };

function parseCargo(text: string): Dependency[] {
  const document = parseToml(text);
  const list: Dependency[] = [];
  collectTables(document, "", list);
  collect(at(document, "workspace", "dependencies"), "workspace.dependencies", list);
  for (const [target, tables] of Object.entries(asTable(own(document, "target")))) {
    collectTables(asTable(tables), `target.${target}.`, list);
  }
  for (const [registry, table] of Object.entries(asTable(own(document, "patch")))) {
    collect(table, `patch.${registry}`, list);
  }
  collect(own(document, "replace"), "replace", list);
  return list;
}

function collectTables(parent: Table, prefix: string, list: Dependency[]): void {
  for (const name of TABLES) collect(own(parent, name), prefix + name.replace("_", "-"), list);
}

function collect(table: unknown, group: string, list: Dependency[]): void {
  for (const [key, value] of Object.entries(asTable(table))) {
    if (isTable(value)) {
      const name = asText(own(value, "package")) ?? key;
      list.push(dependency(name, asText(own(value, "version")), group, sourceOf(value)));
    } else list.push(dependency(key, asText(value), group));
  }
}

/** In the form of a Cargo package id: `git+URL?branch=NAME`. */
function sourceOf(value: Table): string | null {
  if (own(value, "workspace") === true) return "workspace";
  const parts: string[] = [];
  const git = asText(own(value, "git"));
  if (git !== null) {
    const point = ["rev", "tag", "branch"].find((key) => asText(own(value, key)) !== null);
    parts.push(`git+${git}${point === undefined ? "" : `?${point}=${own(value, point)}`}`);
  }
  const path = asText(own(value, "path"));
  if (path !== null) parts.push(`path:${path}`);
  const registry = asText(own(value, "registry"));
  if (registry !== null) parts.push(`registry:${registry}`);
  return parts.length === 0 ? null : parts.join(" ");
}
