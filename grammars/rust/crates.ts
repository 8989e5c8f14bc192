/**
 * Crates of a repository, by what their `Cargo.toml` says (The Cargo Book, "The Manifest Format").
 *
 * @module
 */

import type { ProjectFiles } from "../../src/syntax/module_rules.ts";

/** A crate of the repository. */
export interface OwnCrate {
  /** Folder with `/` at the end; empty for the root. */
  readonly folder: string;
  /** Path of the root of its library. */
  readonly library: string;
  /** Path of the root that a file belongs to: that of the library, or of a program. */
  root(path: string, files: ProjectFiles): string;
}

interface Manifests {
  readonly byName: ReadonlyMap<string, OwnCrate>;
  readonly byFolder: ReadonlyMap<string, OwnCrate>;
  readonly dependencies: ReadonlySet<string>;
}

function section(text: string, name: string): string {
  return new RegExp(`^\\[${name}\\][^\\n]*\\n((?:(?!\\[)[^\\n]*\\n?)*)`, "m").exec(text)?.[1] ?? "";
}

function field(text: string, name: string): string | undefined {
  return new RegExp(`^\\s*${name}\\s*=\\s*["']([^"']+)["']`, "m").exec(text)?.[1];
}

function crate(folder: string, library: string): OwnCrate {
  return {
    folder,
    library,
    root(path, files) {
      const program = `${folder}src/main.rs`;
      const own = /^(?:tests|benches|examples|src\/bin)\/[^/]+\.rs$/.test(
        path.slice(folder.length),
      );
      if (own) return path;
      return files.has(library) ? library : files.has(program) ? program : path;
    },
  };
}

function manifests(files: ProjectFiles): Manifests {
  return files.once("rust manifests", () => {
    const byName = new Map<string, OwnCrate>();
    const byFolder = new Map<string, OwnCrate>();
    const names = new Set<string>();
    for (const path of files.named("Cargo.toml")) {
      const text = `${files.text(path) ?? ""}\n`;
      const folder = path.slice(0, -"Cargo.toml".length);
      for (
        const [, list] of text.matchAll(
          /^\[(?:[^\]\n]*\.)?(?:dev-|build-)?dependencies\]\n((?:(?!\[)[^\n]*\n)*)/gm,
        )
      ) {
        for (const [, name] of list.matchAll(/^\s*([\w-]+)\s*[.=]/gm)) {
          names.add(name.replaceAll("-", "_"));
        }
      }
      const name = field(section(text, "package"), "name");
      if (name === undefined) continue;
      const library = section(text, "lib");
      const own = crate(folder, folder + (field(library, "path") ?? "src/lib.rs"));
      byFolder.set(folder, own);
      byName.set((field(library, "name") ?? name).replaceAll("-", "_"), own);
    }
    return { byName, byFolder, dependencies: names };
  });
}

/** Crates by the name that code uses. */
export function ownCrates(files: ProjectFiles): ReadonlyMap<string, OwnCrate> {
  return manifests(files).byName;
}

/** Names of all crates that some crate depends on. */
export function dependencies(files: ProjectFiles): ReadonlySet<string> {
  return manifests(files).dependencies;
}

/** The crate of a file; `null` outside of all. */
export function crateOf(path: string, files: ProjectFiles): OwnCrate | null {
  const { byFolder } = manifests(files);
  for (let end = path.lastIndexOf("/") + 1;; end = path.lastIndexOf("/", end - 2) + 1) {
    const own = byFolder.get(path.slice(0, end));
    if (own !== undefined) return own;
    if (end === 0) return null;
  }
}
