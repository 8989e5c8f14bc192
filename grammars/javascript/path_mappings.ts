/**
 * Names that settings map to files: `paths` and `baseUrl` of tsconfig.json and jsconfig.json, `imports` of
 * deno.json and of import maps.
 *
 * @module
 */

import type { ProjectFiles } from "../../src/syntax/module_rules.ts";
import { asObject, folderOf, foldersAround, normalize, readJson } from "./json_text.ts";

/** Longest chain of settings that extend each other. */
const LONGEST_CHAIN = 8;

interface Paths {
  readonly table: Readonly<Record<string, unknown>>;
  /** Folder that the targets begin at. */
  readonly base: string;
  readonly baseUrl: string | null;
}

/** Paths that a name may stand for by the settings around a file, without a guess at their ending. */
export function mappedPaths(name: string, from: string, files: ProjectFiles): string[] {
  return [...fromTsconfig(name, from, files), ...fromImportMap(name, from, files)];
}

function fromTsconfig(name: string, from: string, files: ProjectFiles): string[] {
  for (const folder of foldersAround(from)) {
    for (const file of ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"]) {
      const path = folder + file;
      if (!files.has(path)) continue;
      const found = matches(readPaths(path, files, 0), name);
      if (found.length > 0) return found;
    }
  }
  return [];
}

function readPaths(path: string, files: ProjectFiles, depth: number): Paths | null {
  return files.once(`tsconfig ${path}`, () => {
    const settings = readJson(path, files);
    if (settings === null || depth > LONGEST_CHAIN) return null;
    const options = asObject(settings.compilerOptions);
    const folder = folderOf(path);
    const table = asObject(options?.paths);
    const baseUrl = typeof options?.baseUrl === "string"
      ? normalize(`${folder}${options.baseUrl}`)
      : null;
    if (table !== null) {
      const base = baseUrl ?? folder.slice(0, -1);
      return { table, base, baseUrl };
    }
    const parents = [settings.extends].flat().filter((each) => typeof each === "string");
    for (const parent of parents.toReversed()) {
      const above = normalize(`${folder}${parent}`);
      if (above === null) continue;
      for (const ending of ["", ".json", "/tsconfig.json"]) {
        const found = files.has(above + ending)
          ? readPaths(above + ending, files, depth + 1)
          : null;
        if (found !== null) return found;
      }
    }
    const references = Array.isArray(settings.references) ? settings.references : [];
    for (const reference of references) {
      const target = asObject(reference)?.path;
      if (typeof target !== "string") continue;
      const below = normalize(`${folder}${target}`);
      for (const ending of ["", "/tsconfig.json"]) {
        const file = `${below}${ending}`;
        const found = file !== path && files.has(file) ? readPaths(file, files, depth + 1) : null;
        if (found !== null) return found;
      }
    }
    return baseUrl === null ? null : { table: {}, base: baseUrl, baseUrl };
  });
}

function matches(paths: Paths | null, name: string): string[] {
  if (paths === null) return [];
  const { table, base, baseUrl } = paths;
  const found: string[] = [];
  // The longest pattern wins (tsconfig reference, "paths").
  const patterns = Object.keys(table).sort((a, b) => b.length - a.length);
  for (const pattern of patterns) {
    const star = pattern.indexOf("*");
    let middle = "";
    if (star < 0) {
      if (pattern !== name) continue;
    } else {
      const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
      if (!name.startsWith(before) || !name.endsWith(after)) continue;
      middle = name.slice(before.length, name.length - after.length);
    }
    for (const target of [table[pattern]].flat()) {
      if (typeof target !== "string") continue;
      const path = normalize(`${base}/${target.replace("*", middle)}`);
      if (path !== null) found.push(path);
    }
    break;
  }
  if (baseUrl !== null) {
    const path = normalize(`${baseUrl}/${name}`);
    if (path !== null) found.push(path);
  }
  return found;
}

function fromImportMap(name: string, from: string, files: ProjectFiles): string[] {
  for (const folder of foldersAround(from)) {
    for (const file of ["deno.json", "deno.jsonc", "import_map.json"]) {
      const settings = readJson(folder + file, files);
      const own = asObject(settings?.imports);
      const map = typeof settings?.importMap === "string"
        ? asObject(readJson(normalize(folder + settings.importMap) ?? "", files)?.imports)
        : null;
      for (const table of [own, map]) {
        const target = table === null ? null : mapped(table, name);
        if (target === null) continue;
        return /^\.{1,2}\//.test(target) ? [normalize(folder + target) ?? ""] : [target];
      }
    }
  }
  return [];
}

/** The target of the longest key that a name is or begins with. */
function mapped(table: Readonly<Record<string, unknown>>, name: string): string | null {
  const keys = Object.keys(table)
    .filter((key) => key === name || (key.endsWith("/") && name.startsWith(key)))
    .sort((a, b) => b.length - a.length);
  for (const key of keys) {
    const target = table[key];
    if (typeof target === "string") return target + name.slice(key.length);
  }
  // `@std/path/join` may be written where the map has `@std/path`.
  for (const [key, target] of Object.entries(table)) {
    if (typeof target === "string" && name.startsWith(`${key}/`)) {
      return target.replace(/@[\^~]?[\d.*]+$/, "") + name.slice(key.length);
    }
  }
  return null;
}
