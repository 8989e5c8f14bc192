import assert from "node:assert/strict";
import { compareDependencies } from "../../../src/changes/dependencies/compare_dependencies.ts";
import {
  isDependencyManifest,
  loadManifestKind,
} from "../../../src/changes/dependencies/manifest_kinds.ts";

interface Case {
  path: string;
  what: string;
  before: string | null;
  after: string | null;
  added?: string[];
  removed?: string[];
  changed?: string[];
  error?: string;
}

const FOLDER = new URL("../../../fixtures/changes/dependencies/", import.meta.url);

/** A row of the table: `name old>new [group] {source}`, what is null left out. */
async function changesOf(path: string, before: string | null, after: string | null) {
  const manifest = await loadManifestKind(path);
  assert(manifest !== null, path);
  const { added, removed, changed, error } = compareDependencies(manifest, before, after);
  const rows = (list: typeof added) =>
    list.map((entry) => {
      const group = entry.oldGroup === null ? entry.group : `${entry.oldGroup}>${entry.group}`;
      const source = entry.oldSource === entry.newSource || entry.oldSource === null
        ? entry.newSource
        : list === removed
        ? entry.oldSource
        : `${entry.oldSource}>${entry.newSource ?? ""}`;
      const version = `${entry.oldVersion ?? ""}>${entry.newVersion ?? ""}`;
      return entry.name + (version === ">" ? "" : ` ${version}`) +
        (group === null ? "" : ` [${group}]`) + (source === null ? "" : ` {${source}}`);
    });
  return { added: rows(added), removed: rows(removed), changed: rows(changed), error };
}

/**
 * Cases of one file: a line `=== path | what`, then `--- before`, `--- after` and `--- changes` blocks. A side that is left
 * out does not exist. Changes are lines with `+`, `-`, `~` or `! text of the error`.
 */
function readCases(text: string): Case[] {
  return text.split(/^=== /m).slice(1).map((block) => {
    const [head, ...sections] = block.split(/^--- /m);
    const [path, what] = head.trim().split(" | ");
    const found = new Map(sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end).trim(), section.slice(end + 1)];
    }));
    const lines = (found.get("changes") ?? "").split("\n").filter((line) => line.trim() !== "");
    const rows = (sign: string) =>
      lines.filter((line) => line[0] === sign).map((line) => line.slice(2));
    return {
      path,
      what,
      before: found.get("before") ?? null,
      after: found.get("after") ?? null,
      added: rows("+"),
      removed: rows("-"),
      changed: rows("~"),
      error: rows("!")[0],
    };
  });
}

for (const entry of [...Deno.readDirSync(FOLDER)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  const cases = readCases(Deno.readTextFileSync(new URL(entry.name, FOLDER)));
  assert(cases.length > 0, entry.name);
  for (const { path, what, before, after, error, ...lists } of cases) {
    Deno.test(`compareDependencies() of ${path}: ${what}`, async () => {
      const { error: got, ...changes } = await changesOf(path, before, after);
      assert.deepEqual(changes, lists);
      if (error === undefined) assert.equal(got, null);
      else assert(got?.message.includes(error), `"${got?.message}" has no "${error}"`);
      // Line ends and a byte order mark make no difference.
      const dos = (text: string | null) => text && "\ufeff" + text.replaceAll("\n", "\r\n");
      const again = await changesOf(path, dos(before), dos(after));
      assert.deepEqual({ ...again, error: again.error !== null }, {
        ...changes,
        error: error !== undefined,
      });
      // Nothing differs from itself, and the way back takes off what the way there put on.
      for (const side of [before, after]) {
        if (side === null || error !== undefined) continue;
        assert.deepEqual(await changesOf(path, side, side), {
          added: [],
          removed: [],
          changed: [],
          error: null,
        });
      }
      const back = await changesOf(path, after, before);
      assert.equal(back.added.length, changes.removed.length);
      assert.equal(back.removed.length, changes.added.length);
      assert.equal(back.changed.length, changes.changed.length);
    });
  }
}

Deno.test("isDependencyManifest() knows the manifests by name, at any depth", () => {
  const yes = [
    "Cargo.toml",
    "a/b/Cargo.toml",
    "package.json",
    "go.mod",
    "pyproject.toml",
    "deno.json",
    "deno.jsonc",
    "requirements.txt",
    "requirements-dev.txt",
    "dev-requirements.txt",
    "requirements/base.txt",
    "requirements.in",
    "Pipfile",
    "Gemfile",
    "composer.json",
    "pom.xml",
    "build.gradle",
    "app/build.gradle.kts",
    "gradle/libs.versions.toml",
    "src/App/App.csproj",
    "Directory.Packages.props",
    "packages.config",
    "Package.swift",
    "lib/CMakeLists.txt",
  ];
  const no = [
    "",
    "Cargo.lock",
    "xpackage.json",
    "package.json.md",
    "notes.txt",
    "requirements.md",
    "requirements/base.md",
    "a.proj",
    "constructor",
    "Cargo.toml/x",
  ];
  for (const path of yes) assert.equal(isDependencyManifest(path), true, path);
  for (const path of no) {
    assert.equal(isDependencyManifest(path), false, path);
    assert.equal(loadManifestKind(path), null, path);
  }
});
