/**
 * How files of PHP see each other: namespaces (php.net/language.namespaces), and the folders that
 * autoloaders take their classes from (PSR-4, the composer.json schema).
 *
 * @module
 */

import type { ModuleRules, ModuleTarget, ProjectFiles } from "../../src/syntax/module_rules.ts";

/** A namespace, with `\` at the end, and a folder that its classes lie in, with `/` at the end. */
interface Autoload {
  readonly prefix: string;
  readonly folder: string;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What all `composer.json` of the repository say, the longest namespace first. */
function autoloads(files: ProjectFiles): readonly Autoload[] {
  return files.once("php autoloads", () => {
    const found: Autoload[] = [];
    for (const path of files.named("composer.json")) {
      if (/(?:^|\/)vendor\//.test(path)) continue;
      const home = path.slice(0, -"composer.json".length);
      for (const [prefix, folder] of mappings(files.text(path) ?? "")) {
        const plain = folder.replace(/^\.?\/+/, "").replace(/\/*$/, "/");
        found.push({ prefix, folder: home + (plain === "/" ? "" : plain) });
      }
    }
    return found.sort((a, b) => b.prefix.length - a.prefix.length);
  });
}

function mappings(text: string): [string, string][] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isObject(manifest)) return [];
  return [manifest.autoload, manifest["autoload-dev"]].flatMap((rules) =>
    isObject(rules) && isObject(rules["psr-4"]) ? Object.entries(rules["psr-4"]) : []
  ).flatMap(([prefix, folders]) =>
    [folders].flat().filter((each) => typeof each === "string")
      .map((folder): [string, string] => [prefix, folder])
  );
}

/** Folders that a namespace may lie in; none when no autoloader knows it. */
function foldersOf(namespace: string, files: ProjectFiles): string[] {
  const name = `${namespace}\\`;
  return autoloads(files).filter(({ prefix }) => name.startsWith(prefix)).map((
    { prefix, folder },
  ) => folder + name.slice(prefix.length).replaceAll("\\", "/"));
}

/** Whether the repository may have this namespace. */
function isKnown(namespace: string, files: ProjectFiles): boolean {
  const known = autoloads(files);
  if (known.length === 0) return true;
  return known.some(({ prefix }) => prefix.startsWith(`${namespace}\\`)) ||
    foldersOf(namespace, files).some((folder) => files.list(folder).length > 0);
}

function target(qualified: string, files: ProjectFiles): ModuleTarget {
  const cut = qualified.lastIndexOf("\\");
  const namespace = cut < 0 ? "" : qualified.slice(0, cut);
  if (namespace !== "" && !isKnown(namespace, files)) return { kind: "external" };
  return { kind: "package", name: namespace, inside: [qualified.slice(cut + 1)] };
}

/** Rules of PHP. */
export const phpModules: ModuleRules = {
  family: "php",
  selfNames: ["$this", "self", "static"],
  superNames: ["parent"],
  implicitSelf: false,
  classCalls: false,
  sees: "package",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: [],
  packageOf: (_path, declared) => declared ?? "",
  packageFiles(name, files) {
    const folders = name === "" ? [] : foldersOf(name, files);
    const paths = folders.flatMap((folder) =>
      files.list(folder).filter((each) => each.endsWith(".php")).map((each) => folder + each)
    );
    return paths.length === 0 ? null : paths;
  },
  // A function that its namespace does not have is the global one.
  outerPackages: (name) => name === "" ? [] : [""],
  subpackage: (name, inner, files) =>
    isKnown(`${name}\\${inner}`, files) ? `${name}\\${inner}` : null,
  root(name, { written, package: own }, files): ModuleTarget | null {
    if (!written.includes("\\") && written !== name) return null;
    if (/^\s*\\/.test(written)) {
      return written.trim() === `\\${name}`
        ? { kind: "package", name: "", inside: [name] }
        : { kind: "package", name };
    }
    if (!written.includes("\\")) return null;
    const inner = name === "namespace" ? own : own === "" ? name : `${own}\\${name}`;
    return isKnown(inner, files) ? { kind: "package", name: inner } : { kind: "external" };
  },
  binds: ({ name, alias }) => alias ?? name,
  isPublic: ({ visibility, name }) =>
    visibility !== "private" && visibility !== "protected" && name !== "{closure}",
  resolve: ({ path, name }, _from, files) => name === null ? null : target(path, files),
};
