/**
 * Version catalogs of Gradle: https://docs.gradle.org/current/userguide/version_catalogs.html
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asTable, asText, isTable, own, type Table } from "./json_value.ts";
import { parseToml } from "./toml_document.ts";

/** The name is `group:artifact` (`libraries`) or the plugin id (`plugins`); references are looked up. */
export const VERSION_CATALOG: DependencyManifest = { parse: parseCatalog };

function parseCatalog(text: string): Dependency[] {
  const document = parseToml(text);
  const versions = asTable(own(document, "versions"));
  const list: Dependency[] = [];
  for (const [alias, value] of Object.entries(asTable(own(document, "libraries")))) {
    if (!isTable(value)) {
      const [group, name, ...version] = (asText(value) ?? alias).split(":");
      list.push(dependency(joined(group, name), version.join(":") || null, "libraries"));
      continue;
    }
    const name = asText(own(value, "module")) ??
      joined(asText(own(value, "group")) ?? "", asText(own(value, "name")) ?? alias);
    list.push(dependency(name, versionOf(value, versions), "libraries"));
  }
  for (const [alias, value] of Object.entries(asTable(own(document, "plugins")))) {
    if (isTable(value)) {
      const id = asText(own(value, "id")) ?? alias;
      list.push(dependency(id, versionOf(value, versions), "plugins"));
    } else {
      const [id, version] = (asText(value) ?? alias).split(":");
      list.push(dependency(id, version ?? null, "plugins"));
    }
  }
  return list;
}

function joined(group: string, name: string | undefined): string {
  return name === undefined ? group : `${group}:${name}`;
}

function versionOf(entry: Table, versions: Table): string | null {
  const version = own(entry, "version");
  const ref = isTable(version) ? asText(own(version, "ref")) : null;
  return rangeText(ref === null ? version : own(versions, ref)) ?? ref;
}

/** A version, or the parts of a rich one: `strictly [1,2) prefer 1.5`. */
function rangeText(version: unknown): string | null {
  if (!isTable(version)) return asText(version);
  const parts = ["strictly", "require", "prefer", "reject"].flatMap((key) => {
    const value = asText(own(version, key));
    return value === null ? [] : [key === "require" ? value : `${key} ${value}`];
  });
  return parts.length === 0 ? null : parts.join(" ");
}
