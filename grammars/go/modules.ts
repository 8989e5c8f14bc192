/**
 * How packages of Go see each other (The Go Programming Language Specification; Go Modules Reference).
 *
 * @module
 */

import type { ModuleRules, ModuleTarget, ProjectFiles } from "../../src/syntax/module_rules.ts";

/** What joins a folder and the mark of the tests beside its package. */
const TESTS = ":test";
const MODULE = /^module\s+"?([^\s"]+)"?/m;
const REPLACE = /^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}\/\S*)/gm;

/** A module of the repository. */
interface OwnModule {
  /** Path that imports begin with. */
  readonly path: string;
  /** Its folder with `/` at the end; empty for the root. */
  readonly folder: string;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** A path with `.` and `..` taken out; `null` when it leaves the repository. */
function inside(folder: string, relative: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}${relative}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length === 0 ? "" : `${parts.join("/")}/`;
}

/** All modules, the longest path first: a module inside another one hides that part of it. */
function ownModules(files: ProjectFiles): readonly OwnModule[] {
  return files.once("go modules", () => {
    const modules: OwnModule[] = [];
    for (const file of files.named("go.mod")) {
      if (isForeign(file)) continue;
      const folder = folderOf(file);
      const text = (files.text(file) ?? "").replace(/\/\/[^\n]*/g, "");
      const path = MODULE.exec(text)?.[1];
      if (path !== undefined) modules.push({ path, folder });
      for (const [, replaced, target] of text.matchAll(REPLACE)) {
        const there = inside(folder, target);
        if (there !== null) modules.push({ path: replaced, folder: there });
      }
    }
    return modules.sort((a, b) => b.path.length - a.path.length);
  });
}

/** Whether a path is of code that is only copied here, or that the go command leaves out. */
function isForeign(path: string): boolean {
  return /(?:^|\/)(?:vendor|testdata|node_modules)\//.test(path);
}

function hasCode(folder: string, files: ProjectFiles): boolean {
  return files.list(folder).some((name) => name.endsWith(".go"));
}

/** Folder of an imported package; `null` when it is not in the repository. */
function packageFolder(path: string, from: string, files: ProjectFiles): string | null {
  if (/^\.{1,2}(?:\/|$)/.test(path)) return inside(folderOf(from), path);
  for (const own of ownModules(files)) {
    if (path !== own.path && !path.startsWith(`${own.path}/`)) continue;
    const rest = path.slice(own.path.length + 1);
    const folder = own.folder + (rest === "" ? "" : `${rest}/`);
    return hasCode(folder, files) ? folder : null;
  }
  if (ownModules(files).length > 0) return null;
  // Without modules the repository is a folder of GOPATH: its own path is a part of the import.
  for (let rest = path; rest.includes("/"); rest = rest.slice(rest.indexOf("/") + 1)) {
    if (rest !== path && hasCode(`${rest}/`, files)) return `${rest}/`;
  }
  return null;
}

/** The name that an import without one most likely has: `v2` and `.v3` say the version alone. */
function lastName(path: string): string {
  const plain = path.replace(/\/v\d+$/, "").replace(/\.v\d+$/, "");
  return plain.slice(plain.lastIndexOf("/") + 1).replace(/^go-|[.-]go$/g, "").replace(/-/g, "_");
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** Rules of Go. */
export const goModules: ModuleRules = {
  family: "go",
  selfNames: [],
  superNames: [],
  implicitSelf: false,
  classCalls: false,
  sees: "package",
  membersElsewhere: "package",
  dispatch: "structural",
  declaredFirst: "all",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: [],
  packageOf: (path, declared) =>
    folderOf(path) + (path.endsWith("_test.go") && declared?.endsWith("_test") ? TESTS : ""),
  packageFiles(name, files) {
    const folder = name.endsWith(TESTS) ? name.slice(0, -TESTS.length) : name;
    return files.list(folder).filter((each) => each.endsWith(".go")).map((each) => folder + each);
  },
  binds: ({ path, alias, name }) => alias ?? (name === "*" ? null : lastName(path)),
  leavesPackage: ({ name }) => isExported(name),
  isPublic({ name, container }, outline, path): boolean {
    return isExported(name) &&
      (container === null || isExported(container.replace(/^\(\*|\)$/g, ""))) &&
      outline.package !== "main" && !/(?:^|\/)internal\//.test(path) && !isForeign(path);
  },
  resolve({ path, name }, from, files): ModuleTarget {
    const folder = files.once(
      `go package ${path.startsWith(".") ? folderOf(from) : ""}\0${path}`,
      () => packageFolder(path, from, files),
    );
    if (folder === null || folder === "C") return { kind: "external" };
    return {
      kind: "package",
      name: folder,
      ...(name === null || name === "*" ? {} : { inside: [name] }),
    };
  },
};
