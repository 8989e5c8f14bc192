/**
 * pyproject.toml: https://packaging.python.org/en/latest/specifications/pyproject-toml/, dependency
 * groups (PEP 735), and the tables of Poetry, uv and PDM.
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { asList, asTable, asText, at, isTable, own, type Table } from "./json_value.ts";
import { normalizePythonName, parseRequirement } from "./requirement.ts";
import { parseToml } from "./toml_document.ts";

/** Groups are the keys as written: `project.dependencies`, `dependency-groups.test`. */
export const PYPROJECT_TOML: DependencyManifest = {
  parse: parsePyproject,
  normalizeName: normalizePythonName,
};

function parsePyproject(text: string): Dependency[] {
  const document = parseToml(text);
  const list: Dependency[] = [];
  for (
    const path of [
      ["project", "dependencies"],
      ["build-system", "requires"],
      ["tool", "uv", "dev-dependencies"],
      ["tool", "uv", "constraint-dependencies"],
      ["tool", "uv", "override-dependencies"],
    ]
  ) collectRequirements(at(document, ...path), path.join("."), list);
  for (
    const path of [["project", "optional-dependencies"], ["dependency-groups"], [
      "tool",
      "pdm",
      "dev-dependencies",
    ]]
  ) {
    for (const [name, value] of Object.entries(asTable(at(document, ...path)))) {
      collectRequirements(value, `${path.join(".")}.${name}`, list);
    }
  }
  const poetry = asTable(at(document, "tool", "poetry"));
  for (const key of ["dependencies", "dev-dependencies"]) {
    collectPoetry(own(poetry, key), `tool.poetry.${key}`, list);
  }
  for (const [name, group] of Object.entries(asTable(own(poetry, "group")))) {
    const table = own(asTable(group), "dependencies");
    collectPoetry(table, `tool.poetry.group.${name}.dependencies`, list);
  }
  const sources = uvSources(asTable(at(document, "tool", "uv", "sources")));
  return list.map((entry) => {
    const source = entry.source ?? sources.get(normalizePythonName(entry.name)) ?? null;
    return { ...entry, source };
  });
}

function collectRequirements(value: unknown, group: string, list: Dependency[]): void {
  for (const item of asList(value)) {
    // A table here includes another group and names no package.
    if (typeof item === "string") list.push(parseRequirement(item.trim(), group));
  }
}

/** https://python-poetry.org/docs/dependency-specification/ */
function collectPoetry(table: unknown, group: string, list: Dependency[]): void {
  for (const [name, value] of Object.entries(asTable(table))) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isTable(item)) {
        list.push(dependency(name, asText(own(item, "version")), group, sourceOf(item)));
      } else list.push(dependency(name, asText(item), group));
    }
  }
}

/** https://docs.astral.sh/uv/concepts/projects/dependencies/#dependency-sources */
function uvSources(table: Table): Map<string, string> {
  const sources = new Map<string, string>();
  for (const [name, value] of Object.entries(table)) {
    const places = (Array.isArray(value) ? asList(value) : [value])
      .map((item) => sourceOf(asTable(item))).filter((place) => place !== null);
    if (places.length > 0) sources.set(normalizePythonName(name), places.join(" "));
  }
  return sources;
}

/** Where a table of Poetry, uv or Pipenv says that a package comes from. */
export function sourceOf(table: Table): string | null {
  if (own(table, "workspace") === true) return "workspace";
  const git = asText(own(table, "git"));
  if (git !== null) {
    const point = ["rev", "tag", "branch", "ref"].find((key) => asText(own(table, key)) !== null);
    return `git+${git}${point === undefined ? "" : `@${own(table, point)}`}`;
  }
  const place = ["url", "path", "file", "index"].find((key) => asText(own(table, key)) !== null);
  return place === undefined ? null : `${place === "url" ? "" : `${place}:`}${own(table, place)}`;
}
