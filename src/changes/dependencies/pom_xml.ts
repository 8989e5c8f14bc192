/**
 * pom.xml: https://maven.apache.org/pom.html
 *
 * @module
 */

import { type Dependency, dependency, type DependencyManifest } from "./dependency.ts";
import { resolveProperties } from "./property_values.ts";
import { child, childText, parseXml, type XmlElement } from "./xml_document.ts";

/**
 * The name is `groupId:artifactId`. The group is the scope (`compile` when there is none),
 * `dependencyManagement`, `plugin`, `pluginManagement`, `extension` or `parent`; in a profile it begins with the profile's
 * id. Properties of this file are put in; what a parent defines stays as written.
 */
export const POM_XML: DependencyManifest = { parse: parsePom };

type ValueOf = (name: string) => string | undefined;

const REFERENCE = /\$\{([^{}$]+)\}/g;

function parsePom(text: string): Dependency[] {
  const project = parseXml(text);
  if (project.name !== "project") throw new SyntaxError(`The root is "${project.name}"`);
  const values = propertiesOf(project);
  const list: Dependency[] = [];
  const parent = child(project, "parent");
  if (parent !== undefined) list.push(readArtifact(parent, "parent", (name) => values.get(name)));
  collect(project, "", (name) => values.get(name), list);
  for (const profile of child(project, "profiles")?.children ?? []) {
    const own = propertiesOf(profile);
    collect(
      profile,
      `${childText(profile, "id") ?? "profile"}:`,
      (name) => own.get(name) ?? values.get(name),
      list,
    );
  }
  return list;
}

function collect(
  owner: XmlElement,
  prefix: string,
  valueOf: ValueOf,
  list: Dependency[],
): void {
  const add = (holder: XmlElement | undefined, group?: string): void => {
    for (const artifact of holder?.children ?? []) {
      const scope = resolveProperties(
        childText(artifact, "scope") ?? "compile",
        REFERENCE,
        valueOf,
      );
      list.push(readArtifact(artifact, prefix + (group ?? scope), valueOf));
    }
  };
  add(child(owner, "dependencies"));
  add(child(child(owner, "dependencyManagement"), "dependencies"), "dependencyManagement");
  const build = child(owner, "build");
  add(child(build, "plugins"), "plugin");
  add(child(child(build, "pluginManagement"), "plugins"), "pluginManagement");
  add(child(build, "extensions"), "extension");
}

function readArtifact(
  element: XmlElement,
  group: string,
  valueOf: ValueOf,
): Dependency {
  const part = (name: string): string | undefined => {
    const text = childText(element, name);
    return text === undefined ? undefined : resolveProperties(text, REFERENCE, valueOf);
  };
  const owner = part("groupId") ?? (group.endsWith("plugin") ? "org.apache.maven.plugins" : "");
  return dependency(`${owner}:${part("artifactId") ?? ""}`, part("version") ?? null, group);
}

function propertiesOf(owner: XmlElement): Map<string, string> {
  const values = new Map<string, string>();
  const parent = child(owner, "parent");
  for (const name of ["groupId", "artifactId", "version"]) {
    const inherited = childText(parent, name);
    const value = childText(owner, name) ?? inherited;
    if (inherited !== undefined) values.set(`project.parent.${name}`, inherited);
    if (value !== undefined && owner.name === "project") values.set(`project.${name}`, value);
  }
  for (const property of child(owner, "properties")?.children ?? []) {
    values.set(property.name, property.text.trim());
  }
  return values;
}
