/**
 * Packages of a repository by name, and the files that their names lead to (Node.js, "Modules: Packages").
 *
 * @module
 */

import type { ProjectFiles } from "../../src/syntax/module_rules.ts";
import { asObject, folderOf, type JsonObject, readJson } from "./json_text.ts";

/** A package of the repository. */
export interface OwnPackage {
  /** Folder with `/` at the end. */
  readonly folder: string;
  readonly manifest: JsonObject;
}

/** All packages by name; those of `node_modules` are none of the repository's own. */
export function ownPackages(files: ProjectFiles): ReadonlyMap<string, OwnPackage> {
  return files.once("javascript packages", () => {
    const packages = new Map<string, OwnPackage>();
    for (const name of ["package.json", "deno.json", "deno.jsonc", "jsr.json"]) {
      for (const path of files.named(name)) {
        if (/(?:^|\/)node_modules\//.test(path)) continue;
        const manifest = readJson(path, files);
        const own = manifest?.name;
        if (typeof own !== "string" || packages.has(own)) continue;
        packages.set(own, { folder: folderOf(path), manifest: manifest! });
      }
    }
    return packages;
  });
}

/** What a package says a name inside it leads to, paths from its folder, the likeliest first. */
export function packageEntries({ manifest }: OwnPackage, inside: string): string[] {
  const key = inside === "" ? "." : `./${inside}`;
  const found = exported(manifest.exports, key);
  if (inside !== "") return [...found, inside, `src/${inside}`];
  const mains = ["source", "types", "module", "main"].flatMap((field) => {
    const value = manifest[field];
    return typeof value === "string" ? [value] : [];
  });
  return [...found, ...mains, "mod", "src/mod", "index", "src/index", "src/main", "lib/index"];
}

/** The targets of a key of `exports` or `imports`, with its patterns and conditions. */
export function exported(exports: unknown, key: string): string[] {
  if (typeof exports === "string" || Array.isArray(exports)) {
    return key === "." ? targets(exports) : [];
  }
  const table = asObject(exports);
  if (table === null) return [];
  const keys = Object.keys(table);
  // A table of conditions stands for the package itself.
  if (!keys.some((each) => each.startsWith(".") || each.startsWith("#"))) {
    return key === "." ? targets(table) : [];
  }
  if (Object.hasOwn(table, key)) return targets(table[key]);
  for (const pattern of keys) {
    const star = pattern.indexOf("*");
    if (star < 0) continue;
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    if (!key.startsWith(before) || !key.endsWith(after) || key.length < pattern.length - 1) {
      continue;
    }
    const middle = key.slice(before.length, key.length - after.length);
    return targets(table[pattern]).map((each) => each.replaceAll("*", middle));
  }
  return [];
}

function targets(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(targets);
  const conditions = asObject(value);
  if (conditions === null) return [];
  return Object.entries(conditions).flatMap(([, target]) => targets(target));
}
