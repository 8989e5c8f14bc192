import assert from "node:assert/strict";
import fc from "fast-check";
import { compareDependencies } from "../../../src/changes/dependencies/compare_dependencies.ts";
import type { DependencyManifest } from "../../../src/changes/dependencies/dependency.ts";
import { loadManifestKind } from "../../../src/changes/dependencies/manifest_kinds.ts";

const PATHS = [
  "Cargo.toml",
  "package.json",
  "go.mod",
  "pyproject.toml",
  "requirements.txt",
  "Pipfile",
  "deno.json",
  "Gemfile",
  "composer.json",
  "pom.xml",
  "build.gradle",
  "libs.versions.toml",
  "a.csproj",
  "Package.swift",
  "CMakeLists.txt",
];
const KINDS: [string, DependencyManifest][] = await Promise.all(
  PATHS.map(async (path): Promise<[string, DependencyManifest]> => [
    path,
    await loadManifestKind(path)!,
  ]),
);

// Pieces that the formats are made of, so that random texts come far into the readers.
const PIECES = [
  ..."\n\n  \"'[](){}<>=:;,.#/*-+@$\\&!?%".split(""),
  "[dependencies]\n",
  "dependencies",
  "require ",
  "gem ",
  "group ",
  " do\n",
  "end\n",
  "=begin",
  "<project>",
  "</project>",
  "<Project>",
  "<![CDATA[",
  "<!--",
  ".package(",
  "url:",
  "find_package(",
  "__proto__",
  "constructor",
  '"""',
  "//",
  "/*",
  "a==1",
  "a:b:1",
  "{ ",
  "version = ",
  "\ufeff",
  "\0",
  "\ud800",
];

Deno.test("compareDependencies() takes any text of any kind", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }),
      (before, after) => {
        for (const [, manifest] of KINDS) {
          const { added, removed, changed, error } = compareDependencies(
            manifest,
            before.join(""),
            after.join(""),
          );
          if (error !== null) assert.deepEqual([added, removed, changed], [[], [], []]);
        }
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("compareDependencies() comes to an end on long and deep texts", () => {
  const units = [
    "[",
    "{",
    "(",
    "<a>",
    '{"a":',
    "a.",
    '"',
    "'",
    "/*",
    "#[[",
    "\\\n",
    "a = {",
    "-",
    " ",
    "=begin\n",
    "a\n",
    "gem ",
    "[a.b]\n",
    '"""',
    "<!--",
    "${a}",
    ".package(",
    "dependencies {",
    '\\"',
    "#[[\n",
    "[[\n",
    "a(\n",
    "a,\n",
    "platform(",
    '"x\\',
    "`",
    "dependencies {\n",
  ];
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    for (const [path, manifest] of KINDS) {
      const started = compareDependencies(manifest, null, text);
      assert(started.error === null || started.error.message.length < 400, path);
    }
  }
});

Deno.test("compareDependencies() reads 10 MB nested in JSON and TOML without harm", async () => {
  for (const path of ["package.json", "deno.json", "Cargo.toml"]) {
    const manifest = (await loadManifestKind(path))!;
    const open = path.endsWith("toml") ? "a = " + "[".repeat(10_000_000) : "[".repeat(10_000_000);
    const { error } = compareDependencies(manifest, null, open);
    assert.equal(error?.code, "dependency_unparsed", path);
  }
  const closed = '{"x":' + "[".repeat(1_000_000) + "]".repeat(1_000_000) +
    ', "dependencies": {"a": "1"}, "imports": {"a": "npm:a@1"}}';
  for (const path of ["package.json", "deno.json"]) {
    const found = compareDependencies((await loadManifestKind(path))!, null, closed);
    // Read or refused, but never an empty list that means nothing.
    assert(found.error !== null || found.added.length === 1, path);
  }
});

Deno.test("compareDependencies() refuses a manifest that is too long", async () => {
  const manifest = (await loadManifestKind("requirements.txt"))!;
  const { error } = compareDependencies(manifest, "#".repeat(17 * 1024 * 1024), null);
  assert.match(error!.message, /The earlier version .* 17825792 characters/);
});

Deno.test("compareDependencies() pairs many entries of one name", async () => {
  const manifest = (await loadManifestKind("requirements.txt"))!;
  const list = (version: number): string =>
    Array.from({ length: 50_000 }, (_, i) => `a==${version}.${i}`).join("\n");
  const { changed } = compareDependencies(manifest, list(1), list(2));
  assert.equal(changed.length, 50_000);
});

Deno.test("reading manifests leaves the prototypes of objects alone", async () => {
  const texts: [string, string][] = [
    [
      "package.json",
      '{"__proto__": {"polluted": 1}, "dependencies": {"__proto__": {"polluted": "1"}}}',
    ],
    ["deno.json", '{"imports": {"__proto__": "npm:a@1", "constructor": "npm:b@1"}}'],
    ["Cargo.toml", '[dependencies.__proto__]\npolluted = "1"\n[__proto__]\npolluted = 1'],
    [
      "a.csproj",
      '<Project __proto__="x"><ItemGroup><PackageReference __proto__="x" Include="a"/></ItemGroup></Project>',
    ],
  ];
  for (const [path, text] of texts) {
    const { error, added } = compareDependencies((await loadManifestKind(path))!, null, text);
    assert.equal(error, null, path);
    assert(added.length > 0, path);
  }
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});
