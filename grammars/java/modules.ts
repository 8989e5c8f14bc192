/**
 * How files of Java, and of languages on the same machine, see each other (JLS, chapters 6 and 7).
 *
 * @module
 */

import type { ModuleRules, ModuleTarget, ProjectFiles } from "../../src/syntax/module_rules.ts";
import type { ImportedName } from "../../src/syntax/outline.ts";

/** Endings of the languages that share packages. */
const ENDINGS = [".java", ".kt", ".kts", ".scala", ".groovy"];

/** Whether the repository has a folder that a package may lie in. */
function hasPackage(name: string, files: ProjectFiles): boolean {
  const folders = files.once("jvm folders", () => new Map<string, boolean>());
  const known = folders.get(name);
  if (known !== undefined) return known;
  const path = name.replaceAll(".", "/");
  const last = path.slice(path.lastIndexOf("/") + 1);
  const roots = files.once("jvm roots", () => sourceRoots(files));
  const found =
    roots.some((root) =>
      files.list(`${root}${path}/`).some((each) => ENDINGS.some((ending) => each.endsWith(ending)))
    ) || roots.some((root) => root.endsWith(`/${last}/`));
  folders.set(name, found);
  return found;
}

/** Folders that packages begin in: the root, and those named `java`, `kotlin`, `src` at any depth. */
function sourceRoots(files: ProjectFiles): string[] {
  const roots: string[] = [];
  const open: { folder: string; depth: number }[] = [{ folder: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, depth } = next;
    if (
      folder === "" ||
      /(?:^|\/)(?:java|kotlin|scala|src|main|test|[a-z]+(?:Main|Test))\/$/.test(folder)
    ) {
      roots.push(folder);
    }
    if (depth > 7) continue;
    for (const name of files.list(folder)) {
      if (name.endsWith("/") && !name.startsWith(".")) {
        open.push({ folder: folder + name, depth: depth + 1 });
      }
    }
  }
  return roots;
}

/** A package is written in lower case; from the first capital on it is types. */
export function resolveQualified(
  { path, name }: ImportedName,
  files: ProjectFiles,
): ModuleTarget {
  const parts = path.split(".");
  const type = parts.findIndex((part) => /^\p{Lu}/u.test(part));
  const pack = (type < 0 ? parts : parts.slice(0, type)).join(".");
  if (!hasPackage(pack, files)) return { kind: "external" };
  const inside = type < 0 ? [] : parts.slice(type);
  return {
    kind: "package",
    name: pack,
    inside: name === null || name === "*" ? inside : [...inside, name],
  };
}

/** Rules of Java. */
export const javaModules: ModuleRules = {
  family: "jvm",
  selfNames: ["this"],
  superNames: ["super"],
  implicitSelf: true,
  classCalls: false,
  sees: "package",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: [],
  packageOf: (_path, declared) => declared ?? "",
  subpackage: (name, inner) => /^\p{Ll}/u.test(inner) ? `${name}.${inner}` : null,
  root: (name, { written }) =>
    written.includes(".") && /^\p{Ll}/u.test(name) ? { kind: "package", name } : null,
  binds: ({ name, alias }) => alias ?? (name === "*" ? null : name),
  isPublic: ({ visibility, parent }, { definitions }) =>
    visibility === "public" || (parent >= 0 && definitions[parent].kind === "interface"),
  resolve: (imported, _from, files) => resolveQualified(imported, files),
};
