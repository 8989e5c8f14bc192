/**
 * How modules of Rust see each other (The Rust Reference, "Modules", "Use declarations", "Paths").
 *
 * @module
 */

import type { ModuleRules, ModuleTarget, ProjectFiles } from "../../src/syntax/module_rules.ts";
import { crateOf, dependencies, ownCrates } from "./crates.ts";

const STANDARD: ReadonlySet<string> = new Set(["std", "core", "alloc", "proc_macro", "test"]);

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Folder that the modules inside of a file lie in. */
function innerFolder(path: string): string {
  return /(?:^|\/)(?:lib|main|mod|build)\.rs$/.test(path) ||
      /(?:^|\/)(?:tests|benches|examples|bin)\/[^/]+\.rs$/.test(path)
    ? folderOf(path)
    : path.replace(/\.rs$/, "/");
}

function submodule(path: string, name: string, files: ProjectFiles): string | null {
  const folder = innerFolder(path);
  return [`${folder}${name}.rs`, `${folder}${name}/mod.rs`]
    .find((each) => each !== path && files.has(each)) ?? null;
}

/** The file of the module around a file; `null` for the root of a crate. */
function parentModule(path: string, files: ProjectFiles): string | null {
  const folder = path.endsWith("/mod.rs") ? folderOf(folderOf(path).slice(0, -1)) : folderOf(path);
  const stem = folder.slice(0, -1);
  return [`${folder}lib.rs`, `${folder}main.rs`, `${stem}.rs`, `${folder}mod.rs`]
    .find((each) => each !== path && files.has(each)) ?? null;
}

/** What the first name of a path is, of those that need no import; `null` for any other. */
function rootOf(name: string, from: string, files: ProjectFiles): ModuleTarget | null {
  if (name === "crate" || name === "$crate") {
    const own = crateOf(from, files);
    return own === null ? null : { kind: "file", path: own.root(from, files) };
  }
  if (name === "self") return { kind: "file", path: from };
  if (name === "super") {
    const parent = parentModule(from, files);
    return parent === null ? null : { kind: "file", path: parent };
  }
  const inner = submodule(from, name, files);
  if (inner !== null) return { kind: "file", path: inner };
  const own = ownCrates(files).get(name);
  if (own !== undefined) return { kind: "file", path: own.library };
  return STANDARD.has(name) || dependencies(files).has(name) ? { kind: "external" } : null;
}

/** Rules of Rust. */
export const rustModules: ModuleRules = {
  family: "rust",
  selfNames: ["self", "Self"],
  superNames: [],
  implicitSelf: false,
  classCalls: false,
  sees: "file",
  membersElsewhere: "package",
  dispatch: "implemented",
  declaredFirst: "variables",
  importsAreExports: false,
  exportsAreWritten: false,
  transparentTypes: ["Box", "Rc", "Arc", "Option", "Result", "RefCell", "Cell", "Cow", "Pin"],
  passThrough: [
    "unwrap",
    "expect",
    "clone",
    "as_ref",
    "as_mut",
    "borrow",
    "borrow_mut",
    "unwrap_or_default",
    "to_owned",
    "ok",
    "iter",
    "into_iter",
    "iter_mut",
  ],
  packageOf: (path, _declared, files) => crateOf(path, files)?.folder ?? "",
  submodule,
  isMember: ({ container, discriminator }) =>
    discriminator !== "" || /(?:^|::)(?:[A-Z]\w*|<[^]*>)$/.test(container ?? ""),
  root(name, { written, path, scope }, files): ModuleTarget | null {
    if (name === "super" && scope !== null && /^(?:tests?|.*::tests?)$/.test(scope)) {
      return { kind: "file", path };
    }
    if (!written.includes("::") && written !== name) return null;
    return rootOf(name, path, files);
  },
  binds: ({ path, name, alias }) =>
    alias === "_" ? null : alias ?? (name === "*" ? null : name ?? path),
  isPublic: ({ visibility }) => visibility === "pub",
  resolve({ path, name }, from, files): ModuleTarget | null {
    const [first, ...rest] = path.replace(/^::/, "").split("::");
    const inside = name === null || name === "*" ? rest : [...rest, name];
    let target = rootOf(first, from, files);
    while (inside[0] === "super" && target?.kind === "file") {
      const parent = parentModule(target.path, files);
      target = parent === null ? null : { kind: "file", path: parent };
      inside.shift();
    }
    // A module that is written in the file itself, or a name that it imports.
    if (target === null) return { kind: "file", path: from, inside: [first, ...inside] };
    return target.kind === "file" ? { ...target, inside } : target;
  },
};
