/**
 * Pipfile: https://pipenv.pypa.io/en/latest/pipfile.html
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asText, isTable, own } from "./json_value.ts";
import { sourceOf } from "./pyproject_toml.ts";
import { normalizePythonName } from "./requirement.ts";
import { parseToml } from "./toml_document.ts";

const NO_PACKAGES = new Set(["source", "requires", "scripts", "pipenv"]);

/** Every table but the few with settings is a category of packages. */
export const PIPFILE: DependencyManifest = {
  parse: parsePipfile,
  normalizeName: normalizePythonName,
};

function parsePipfile(text: string): Dependency[] {
  const list: Dependency[] = [];
  for (const [group, table] of Object.entries(parseToml(text))) {
    if (NO_PACKAGES.has(group) || !isTable(table)) continue;
    for (const [name, value] of Object.entries(table)) {
      if (isTable(value)) {
        list.push(dependency(name, asText(own(value, "version")), group, sourceOf(value)));
      } else list.push(dependency(name, asText(value), group));
    }
  }
  return list;
}
