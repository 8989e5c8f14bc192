/**
 * Package references of .NET projects: *.csproj and its kin, Directory.Packages.props, packages.config
 * (https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files).
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { resolveProperties } from "./property_values.ts";
import { childText, parseXml, type XmlElement } from "./xml_document.ts";

/** The group is the element: `PackageReference`, `PackageVersion`, `package`; names are equal in any case. */
export const MSBUILD: DependencyManifest = {
  parse: parseProject,
  normalizeName: (name) => name.toLowerCase(),
};

const REFERENCE = /\$\(([\w.-]+)\)/g;
const ITEMS = new Set([
  "PackageReference",
  "PackageVersion",
  "GlobalPackageReference",
  "PackageDownload",
  "DotNetCliToolReference",
]);

function parseProject(text: string): Dependency[] {
  const root = parseXml(text);
  if (root.name !== "Project" && root.name !== "packages") {
    throw new SyntaxError(`The root is "${root.name}"`);
  }
  const values = new Map<string, string>();
  const items: XmlElement[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.name === "PropertyGroup") {
      for (const property of element.children) values.set(property.name, property.text.trim());
    } else if (
      ITEMS.has(element.name) || (element.name === "package" && root.name === "packages")
    ) {
      items.push(element);
    } else waiting.push(...element.children.toReversed());
  }
  return items.flatMap((item) => readItem(item, values));
}

function readItem(item: XmlElement, values: ReadonlyMap<string, string>): Dependency[] {
  const field = (...names: string[]): string | undefined => {
    for (const name of names) {
      const text = item.attributes.get(name) ?? childText(item, name);
      if (text !== undefined) {
        return resolveProperties(text.trim(), REFERENCE, (key) => values.get(key));
      }
    }
    return undefined;
  };
  const names = field("Include", "Update", "id")?.split(";").map((name) => name.trim()) ?? [];
  const version = field("VersionOverride", "Version", "version") ?? null;
  return names.filter((name) => name !== "").map((name) => dependency(name, version, item.name));
}
