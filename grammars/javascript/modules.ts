/**
 * How modules of JavaScript and TypeScript see each other.
 *
 * @module
 */

import type { ModuleRules, ModuleTarget, ProjectFiles } from "../../src/syntax/module_rules.ts";
import { folderOf, foldersAround, normalize, readJson } from "./json_text.ts";
import { exported, ownPackages, packageEntries } from "./packages.ts";
import { mappedPaths } from "./path_mappings.ts";

const ENDINGS = [
  ".ts",
  ".tsx",
  ".mts",
  ".cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".vue",
  ".svelte",
];
/** What is written for a file that the compiler makes from another one. */
const SOURCES: Record<string, readonly string[]> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};
/** Folders of built files, and where their sources may be. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs|types)(?:\/(?:esm|cjs|es|types))?\//;

/** The file of a path that may lack its ending. */
function fileAt(path: string, files: ProjectFiles): string | null {
  if (files.has(path)) return path;
  const ending = /\.[cm]?jsx?$/.exec(path)?.[0];
  if (ending !== undefined) {
    const stem = path.slice(0, -ending.length);
    for (const each of SOURCES[ending]) {
      if (files.has(stem + each)) return stem + each;
    }
  }
  for (const each of ENDINGS) {
    if (files.has(path + each)) return path + each;
  }
  const folder = path === "" ? "" : `${path}/`;
  for (const each of ENDINGS) {
    if (files.has(`${folder}index${each}`)) return `${folder}index${each}`;
  }
  const main = readJson(`${folder}package.json`, files)?.main;
  if (typeof main !== "string" || folder === "") return null;
  const target = normalize(folder + main);
  return target === null || target === path ? null : fileAt(target, files);
}

/** The file that an entry of a package leads to; a built one by its source. */
function entryFile(folder: string, entry: string, files: ProjectFiles): string | null {
  const path = normalize(folder + entry);
  const found = path === null ? null : fileAt(path, files);
  if (found !== null) return found;
  const plain = entry.replace(/^\.\//, "");
  const source = plain.replace(BUILT, "src/").replace(/\.d\.[cm]?ts$|\.[cm]?js$/, "");
  return source === plain ? null : fileAt(normalize(folder + source) ?? "", files);
}

function resolvePath(written: string, from: string, files: ProjectFiles): string | null {
  const path = written.replace(/[?#][^/]*$/, "");
  if (/^\.{0,2}\//.test(path) || path === "." || path === "..") {
    const absolute = path.startsWith("/") ? path.slice(1) : folderOf(from) + path;
    const target = normalize(absolute);
    return target === null ? null : fileAt(target, files);
  }
  if (path.startsWith("#")) {
    for (const folder of foldersAround(from)) {
      const imports = readJson(`${folder}package.json`, files)?.imports;
      for (const target of exported(imports, path)) {
        const found = entryFile(folder, target, files);
        if (found !== null) return found;
      }
    }
  }
  for (const target of [...mappedPaths(path, from, files), path]) {
    const found = fileAt(target, files) ?? packageFile(target, files);
    if (found !== null) return found;
  }
  return null;
}

/** The file of a package of the repository: `@scope/name/inside`, with a registry and version or not. */
function packageFile(written: string, files: ProjectFiles): string | null {
  const path = written.replace(/^(?:jsr|npm|workspace):\/?/, "").replace(
    /(.)@[\^~]?[\d.*][^/]*/,
    "$1",
  );
  const [, name, inside = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  const own = name === undefined ? undefined : ownPackages(files).get(name);
  if (own === undefined) return null;
  for (const entry of packageEntries(own, inside)) {
    const found = entryFile(own.folder, entry, files);
    if (found !== null) return found;
  }
  return null;
}

/** Rules of JavaScript and TypeScript. */
export const javascriptModules: ModuleRules = {
  family: "ecmascript",
  selfNames: ["this"],
  superNames: ["super"],
  implicitSelf: false,
  classCalls: false,
  sees: "file",
  invokers: ["call", "apply"],
  passThrough: [
    "bind",
    "debounce",
    "throttle",
    "memo",
    "memoize",
    "once",
    "useCallback",
    "forwardRef",
    "markRaw",
    "freeze",
  ],
  collections: {
    get: "element",
    at: "element",
    find: "element",
    findLast: "element",
    pop: "element",
    shift: "element",
    next: "element",
    values: "values",
    entries: "pairs",
    filter: "same",
    slice: "same",
    splice: "same",
    sort: "same",
    toSorted: "same",
    reverse: "same",
    concat: "same",
  },
  functionClasses: true,
  loads: /^\s*\(?\s*(?:await\s+)?(?:require|import)\s*\(/,
  titledTests: true,
  importsAreExports: false,
  exportsAreWritten: true,
  transparentTypes: [
    "Promise",
    "Awaited",
    "Readonly",
    "Partial",
    "Required",
    "NonNullable",
    "PromiseLike",
    "Omit",
    "Pick",
    "Exclude",
    "Extract",
    "InstanceType",
    "Ref",
    "RefObject",
    "MutableRefObject",
  ],
  packageOf: (path) => path,
  binds: ({ name, alias, reexport }) => reexport ? null : alias ?? (name === "*" ? null : name),
  isPublic({ name, container, modifiers, visibility }, { definitions, exports }): boolean {
    if (visibility === "private" || visibility === "protected" || name.startsWith("#")) {
      return false;
    }
    const outer = container?.split(".")[0] ?? name;
    return modifiers.includes("export") || exports.some((each) => each.local === outer) ||
      definitions.some((each) => each.qualifiedName === outer && each.modifiers.includes("export"));
  },
  resolve({ path, name }, from, files): ModuleTarget | null {
    const file = files.once(
      `module ${folderOf(from)}\0${path}`,
      () => resolvePath(path, from, files),
    );
    if (file === null) return { kind: "external" };
    return {
      kind: "file",
      path: file,
      ...(name === null || name === "*" ? {} : { inside: [name] }),
    };
  },
};
