/**
 * How modules of Python see each other (The import system, docs.python.org/3/reference/import.html).
 *
 * @module
 */

import type { ModuleRules, ModuleTarget, ProjectFiles } from "../../src/syntax/module_rules.ts";

/** Where the modules of a package or folder begin. */
const ROOTS = ["", "src/", "lib/", "python/"];

/** The file of a module whose path has no ending; a package is its `__init__`. */
function moduleFile(stem: string, files: ProjectFiles): string | null {
  for (const ending of [".py", "/__init__.py", ".pyi", "/__init__.pyi"]) {
    if (files.has(stem + ending)) return stem + ending;
  }
  return null;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The path without ending of what a dotted name means, in a file. */
function findStem(dotted: string, from: string, files: ProjectFiles): string | null {
  const dots = /^\.*/.exec(dotted)![0].length;
  const rest = dotted.slice(dots).replaceAll(".", "/");
  if (dots > 0) {
    let folder = folderOf(from);
    for (let up = 1; up < dots; up++) folder = folderOf(folder.slice(0, -1));
    const stem = folder + rest;
    return rest === "" ? stem.replace(/\/$/, "") : stem;
  }
  const known = (stem: string) =>
    moduleFile(stem, files) !== null || files.list(`${stem}/`).length > 0;
  for (const root of ROOTS) {
    if (known(root + rest)) return root + rest;
  }
  // Scripts and tests see what lies beside them; a project may lie anywhere in the repository.
  for (let folder = folderOf(from); folder !== ""; folder = folderOf(folder.slice(0, -1))) {
    // The folder of a package is none that modules are looked for in.
    if (files.has(`${folder}__init__.py`)) continue;
    for (const root of ["", "src/"]) {
      if (known(folder + root + rest)) return folder + root + rest;
    }
  }
  const first = rest.split("/")[0];
  const homes = files.named("__init__.py")
    .filter((path) => path.endsWith(`/${first}/__init__.py`))
    .map((path) => path.slice(0, -`${first}/__init__.py`.length));
  const found = homes.filter((home) => known(home + rest) && !files.has(`${home}__init__.py`));
  return found.length === 1 ? found[0] + rest : null;
}

/** Rules of Python. */
export const pythonModules: ModuleRules = {
  family: "python",
  selfNames: ["self", "cls"],
  superNames: ["super"],
  superIsReceiver: true,
  implicitSelf: false,
  classCalls: true,
  sees: "file",
  passThrough: ["partial", "partialmethod", "wraps", "staticmethod", "classmethod", "cache"],
  collections: {
    get: "element",
    pop: "element",
    setdefault: "element",
    popleft: "element",
    values: "values",
    items: "pairs",
    copy: "same",
  },
  callMember: "__call__",
  firstBaseWins: true,
  // Fixtures (docs.pytest.org, "Fixtures: Scope, conftest.py").
  providers: {
    decorator: /^@(?:pytest(?:_asyncio)?\.)?fixture\b/,
    takers: /^test/,
    files(path, files): readonly string[] {
      const found: string[] = [];
      for (let folder = folderOf(path);; folder = folderOf(folder.slice(0, -1))) {
        if (files.has(`${folder}conftest.py`)) found.push(`${folder}conftest.py`);
        if (folder === "") return found;
      }
    },
  },
  importsAreExports: true,
  exportsAreWritten: false,
  transparentTypes: [
    "Optional",
    "Annotated",
    "ClassVar",
    "Final",
    "Awaitable",
    "Coroutine",
    "type",
  ],
  packageOf: (path) => path,
  binds: ({ path, name, alias }) => {
    if (alias !== null) return alias;
    if (name === "*") return null;
    return name ?? path.split(".")[0];
  },
  submodule: (path, name, files) => {
    const stem = /^(.*)\/__init__\.pyi?$/.exec(path)?.[1];
    return stem === undefined ? null : moduleFile(`${stem}/${name}`, files);
  },
  isPublic: ({ qualifiedName }, _outline, path) =>
    !/(?:^|[./])_(?!_init__)/.test(
      `${path.replace(/\.py$/, "")}.${qualifiedName.replace(/__\w+__/g, "")}`,
    ),
  resolve({ path, name, alias }, from, files): ModuleTarget | null {
    // `import a.b` binds `a`; `import a.b as c` binds the module `a.b`.
    const dotted = name === null && alias === null ? path.split(".")[0] : path;
    const stem = findStem(dotted, from, files);
    if (stem === null) return { kind: "external" };
    if (name !== null && name !== "*") {
      const sub = moduleFile(`${stem}/${name}`, files);
      const own = moduleFile(stem, files);
      if (own === null) return sub === null ? null : { kind: "file", path: sub };
      // What `__init__` defines under the name of a module hides the module.
      return { kind: "file", path: own, inside: [name] };
    }
    const file = moduleFile(stem, files);
    return file === null ? null : { kind: "file", path: file };
  },
};
