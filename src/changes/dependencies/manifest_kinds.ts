/**
 * Which files are manifests, and their readers, loaded when the first file of a kind changed.
 *
 * @module
 */

import type { DependencyManifest } from "./dependency.ts";

type Load = () => Promise<DependencyManifest>;

const cargo: Load = async () => (await import("./cargo_toml.ts")).CARGO_TOML;
const npm: Load = async () => (await import("./package_json.ts")).PACKAGE_JSON;
const goMod: Load = async () => (await import("./go_mod.ts")).GO_MOD;
const pyproject: Load = async () => (await import("./pyproject_toml.ts")).PYPROJECT_TOML;
const requirements: Load = async () => (await import("./requirements_txt.ts")).REQUIREMENTS_TXT;
const pipfile: Load = async () => (await import("./pipfile.ts")).PIPFILE;
const deno: Load = async () => (await import("./deno_json.ts")).DENO_JSON;
const gemfile: Load = async () => (await import("./gemfile.ts")).GEMFILE;
const composer: Load = async () => (await import("./composer_json.ts")).COMPOSER_JSON;
const maven: Load = async () => (await import("./pom_xml.ts")).POM_XML;
const gradle: Load = async () => (await import("./build_gradle.ts")).BUILD_GRADLE;
const catalog: Load = async () => (await import("./version_catalog.ts")).VERSION_CATALOG;
const msbuild: Load = async () => (await import("./msbuild.ts")).MSBUILD;
const swiftPackage: Load = async () => (await import("./package_swift.ts")).PACKAGE_SWIFT;
const cmake: Load = async () => (await import("./cmake_lists.ts")).CMAKE_LISTS;

const FILENAMES = new Map<string, Load>([
  ["Cargo.toml", cargo],
  ["package.json", npm],
  ["go.mod", goMod],
  ["pyproject.toml", pyproject],
  ["Pipfile", pipfile],
  ["deno.json", deno],
  ["deno.jsonc", deno],
  ["import_map.json", deno],
  ["Gemfile", gemfile],
  ["gems.rb", gemfile],
  ["composer.json", composer],
  ["pom.xml", maven],
  ["build.gradle", gradle],
  ["build.gradle.kts", gradle],
  ["settings.gradle", gradle],
  ["settings.gradle.kts", gradle],
  ["Directory.Packages.props", msbuild],
  ["Directory.Build.props", msbuild],
  ["Directory.Build.targets", msbuild],
  ["packages.config", msbuild],
  ["Package.swift", swiftPackage],
  ["CMakeLists.txt", cmake],
]);

/** For endings that no whole name covers; looked at only when the path ends in one of them. */
const PATTERNS: readonly (readonly [RegExp, Load])[] = [
  [
    /(?:^|\/)[^/]*requirements[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/,
    requirements,
  ],
  [/(?:^|\/)constraints[^/]*\.txt$/, requirements],
  [/\.(?:cs|fs|vb)proj$/, msbuild],
  [/\.versions\.toml$/, catalog],
  [/\.gradle(?:\.kts)?$/, gradle],
];
const ENDS = /(?:\.txt|\.in|proj|\.versions\.toml|\.gradle|\.gradle\.kts)$/;

/** Whether the file lists dependencies in a format that is read. */
export function isDependencyManifest(path: string): boolean {
  return find(path) !== undefined;
}

/** Loads the reader of a manifest; null when the path is none. */
export function loadManifestKind(path: string): Promise<DependencyManifest> | null {
  return find(path)?.() ?? null;
}

function find(path: string): Load | undefined {
  const named = FILENAMES.get(path.slice(path.lastIndexOf("/") + 1));
  if (named !== undefined || !ENDS.test(path)) return named;
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1];
}
