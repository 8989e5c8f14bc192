/** A TypeScript language service over a checkout, its modules found as its settings say. */

import ts from "typescript";
import type { CallerSample } from "./caller_sample.ts";

const BASE: ts.CompilerOptions = {
  allowJs: true,
  allowImportingTsExtensions: true,
  allowArbitraryExtensions: true,
  esModuleInterop: true,
  jsx: ts.JsxEmit.Preserve,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  maxNodeModuleJsDepth: 0,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noEmit: true,
  noLib: false,
  resolveJsonModule: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};

/** A package of the checkout, as it is seen from outside. */
interface OwnPackage {
  readonly folder: string;
  readonly exports: Record<string, string>;
}

/** Opens the service. */
export function languageService(sample: CallerSample): ts.LanguageService {
  const { dir } = sample;
  const known = new Set(sample.paths.map((path) => `${dir}/${path}`));
  // Declarations come in where they are imported; on their own they may stand in the way of modules.
  const names = [...known].filter((path) =>
    /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)
  );
  const read = (path: string): string | undefined =>
    known.has(path) ? sample.text(path.slice(dir.length + 1)) : ts.sys.readFile(path);
  const options = settings(dir);
  const packages = ownPackages(dir);
  const resolved = new Map<string, ts.ResolvedModuleFull | undefined>();
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => names,
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dir,
    getCompilationSettings: () => BASE,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: ts.sys.fileExists,
    readFile: read,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (path) => path,
    resolveModuleNameLiterals: (literals, containing) => {
      const folder = containing.slice(0, containing.lastIndexOf("/"));
      return literals.map(({ text }) => {
        const key = `${folder}\0${text}`;
        if (!resolved.has(key)) resolved.set(key, resolve(text, containing));
        return { resolvedModule: resolved.get(key) };
      });
    },
  };
  const resolve = (name: string, containing: string): ts.ResolvedModuleFull | undefined => {
    const own = { ...BASE, ...options(containing) };
    const found = ts.resolveModuleName(name, containing, own, ts.sys).resolvedModule;
    if (found && known.has(found.resolvedFileName)) return found;
    const path = packages(name);
    if (path === null) return undefined;
    return { resolvedFileName: path, extension: /\.[cm]?[jt]sx?$/.exec(path)![0] };
  };
  return ts.createLanguageService(host);
}

/** The paths that settings map, by the nearest file of settings. */
function settings(dir: string): (containing: string) => ts.CompilerOptions {
  const known = new Map<string, ts.CompilerOptions>();
  const nothing: ts.ParseConfigHost = { ...ts.sys, readDirectory: () => [] };
  return (containing) => {
    const folder = containing.slice(0, containing.lastIndexOf("/"));
    let found = known.get(folder);
    if (found === undefined) {
      found = {};
      for (let at = folder; at.length >= dir.length; at = at.slice(0, at.lastIndexOf("/"))) {
        const file = ["tsconfig.json", "jsconfig.json"].map((name) => `${at}/${name}`)
          .find((path) => ts.sys.fileExists(path));
        if (file === undefined) continue;
        const { config } = ts.readConfigFile(file, ts.sys.readFile);
        const { options } = ts.parseJsonConfigFileContent(
          config ?? {},
          nothing,
          at,
          undefined,
          file,
        );
        if (options.paths === undefined && options.baseUrl === undefined) continue;
        const { paths, baseUrl, pathsBasePath } = options;
        found = { paths, baseUrl, pathsBasePath };
        break;
      }
      known.set(folder, found);
    }
    return found;
  };
}

/** The file of a name that a package of the checkout gives. */
function ownPackages(dir: string): (name: string) => string | null {
  const packages = new Map<string, OwnPackage>();
  const manifests = ts.sys.readDirectory(dir, [".json", ".jsonc"], ["**/node_modules/**"])
    .filter((path) => /\/(?:package|deno)\.jsonc?$/.test(path));
  for (const path of manifests) {
    const { config } = ts.readConfigFile(path, ts.sys.readFile);
    if (typeof config?.name !== "string") continue;
    const table: Record<string, string> = {};
    const { exports, module, main, types } = config;
    const whole = [typeof exports === "string" ? exports : undefined, module, main, types];
    for (const each of whole) if (typeof each === "string") table["."] ??= each;
    for (const [key, value] of Object.entries(exports ?? {})) {
      if (typeof value === "string" && key.startsWith(".")) table[key] = value;
    }
    packages.set(config.name, { folder: path.slice(0, path.lastIndexOf("/")), exports: table });
  }
  return (written) => {
    const name = written.replace(/^jsr:\/?/, "").replace(/(.)@[\^~\d][^/]*/, "$1");
    const parts = name.split("/");
    const length = name.startsWith("@") ? 2 : 1;
    const own = packages.get(parts.slice(0, length).join("/"));
    const entry = own?.exports[[".", ...parts.slice(length)].join("/")];
    if (own === undefined || entry === undefined) return null;
    const path = `${own.folder}/${entry.replace(/^\.\//, "")}`;
    return [path, path.replace(/\.[cm]?js$/, ".ts")].find((each) => ts.sys.fileExists(each)) ??
      null;
  };
}
