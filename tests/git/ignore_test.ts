import assert from "node:assert/strict";
import fc from "fast-check";
import { byteString } from "../../src/git/byte_string.ts";
import { openIgnore } from "../../src/git/ignore.ts";
import { parseIgnoreFile } from "../../src/git/ignore_file.ts";
import { decodePath } from "../../src/git/path_bytes.ts";
import { gitText, runGit, tryGit, withRepository } from "../support/scratch_repository.ts";
import { stubLayout } from "../support/stub_layout.ts";

const encoder = new TextEncoder();

/** The paths that `git check-ignore` calls ignored. */
function ignoredByGit(
  directory: string,
  paths: readonly string[],
  env: Record<string, string> = {},
): Set<string> {
  const output = decodePath(
    tryGit(directory, ["check-ignore", "-v", "-n", "--no-index", "-z", "--stdin"], {
      stdin: paths.map((path) => `${path}\0`).join(""),
      env,
    }).stdout,
  );
  const fields = output.split("\0");
  const ignored = new Set<string>();
  for (let i = 0; i + 3 < fields.length; i += 4) {
    if (fields[i + 2] !== "" && !fields[i + 2].startsWith("!")) ignored.add(fields[i + 3]);
  }
  return ignored;
}

const FILES = [
  "a",
  "b.o",
  "é",
  "A",
  "d/a",
  "d/b.o",
  "d/e/a",
  "d/e/b.o",
  "d/e/f/a",
  "d/e/f/g/b.o",
  "D/a",
  "x/d/a",
  "x/d/e/b.o",
  "[x]",
  "s p ",
];

/** Makes the files; returns them and all directories above them. */
function plant(directory: string): { path: string; isDirectory: boolean }[] {
  const directories = new Set<string>();
  for (const file of FILES) {
    const parts = file.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      directories.add(parts.slice(0, depth).join("/"));
    }
  }
  for (const path of directories) Deno.mkdirSync(`${directory}/${path}`, { recursive: true });
  for (const file of FILES) Deno.writeTextFileSync(`${directory}/${file}`, "");
  return [
    ...FILES.map((path) => ({ path, isDirectory: false })),
    ...[...directories].map((path) => ({ path, isDirectory: true })),
  ];
}

Deno.test("openIgnore() answers as git check-ignore does on odd lines", () => {
  const files = [
    "a  \n",
    "s\\ p\\ \n",
    "s p \\  \n",
    "s\\ p\\  \n",
    "a\t\n",
    "a \r\n",
    "a\r \n",
    "a\r",
    "a\r\r\n",
    " #a\n#a\n\\#a\n",
    "a\0b\nb.o \0 \n",
    "!\na\n",
    "/\n",
    "//\n",
    "!/\n",
    "\ufeffa\n",
    "b.o\n\ufeffa\n",
    "d\n!d/a\n",
    "d/*\n!d/a\n",
    "e/\n",
    "a/\n",
    "/a\n",
    "!d/a\n*\n",
    "*\n!*/\n!*.o\n",
    "\\[x\\]\n",
    "[[]x]\n",
    "é\n",
    "?\n",
    "??\n",
    "d/**\n!d/e/\n",
    "**/e/**\n",
    "d/e**/a\n",
  ];
  withRepository((directory) => {
    const entries = plant(directory);
    for (const text of files) {
      Deno.writeTextFileSync(`${directory}/.gitignore`, text);
      const rules = openIgnore(stubLayout(directory), {});
      const ignored = ignoredByGit(directory, entries.map(({ path }) => path));
      for (const { path, isDirectory } of entries) {
        const name = `${path} with ${JSON.stringify(text)}`;
        assert.equal(rules.isIgnored(path, isDirectory), ignored.has(path), name);
      }
    }
  });
});

Deno.test("openIgnore() answers as git check-ignore does on random files", () => {
  let state = 5;
  const next = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
  // deno-fmt-ignore
  const parts = ["a", "b.o", "d", "e", "f", "*", "**", "/", "/", "/", "*.o", "?", "[a-e]", "x", "é", "A"];
  const line = (): string => {
    let text = next(4) === 0 ? "!" : "";
    for (let i = 1 + next(4); i > 0; i--) text += parts[next(parts.length)];
    return `${text}${next(5) === 0 ? "/" : ""}\n`;
  };
  const lines = (most: number): string => Array.from({ length: next(most) }, line).join("");
  withRepository((directory) => {
    const entries = plant(directory);
    const paths = entries.map(({ path }) => path);
    Deno.mkdirSync(`${directory}/.git/info`, { recursive: true });
    const user = `${directory}/.git/user-ignore`;
    let found = 0;
    for (let round = 0; round < 120; round++) {
      for (const file of [".gitignore", "d/.gitignore", "d/e/.gitignore", "x/.gitignore"]) {
        Deno.writeTextFileSync(`${directory}/${file}`, lines(4));
      }
      Deno.writeTextFileSync(`${directory}/.git/info/exclude`, lines(3));
      Deno.writeTextFileSync(user, lines(3));
      const settings = { "core.excludesFile": user, "core.ignoreCase": String(round % 3 === 0) };
      const env: Record<string, string> = { GIT_CONFIG_COUNT: "2" };
      Object.entries(settings).forEach(([key, value], i) => {
        env[`GIT_CONFIG_KEY_${i}`] = key;
        env[`GIT_CONFIG_VALUE_${i}`] = value;
      });
      const rules = openIgnore(stubLayout(directory, settings), {});
      const ignored = ignoredByGit(directory, paths, env);
      found += ignored.size;
      for (const { path, isDirectory } of entries) {
        assert.equal(rules.isIgnored(path, isDirectory), ignored.has(path), `${round}: ${path}`);
      }
    }
    assert.ok(found > 200, "the sample ignores something");
  });
});

Deno.test("openIgnore() asks the index for files that are left out on purpose", () => {
  withRepository((directory) => {
    const path = `${directory}/.gitignore`;
    for (const name of ["a", "b"]) Deno.writeTextFileSync(`${directory}/${name}`, "");
    Deno.writeTextFileSync(path, "a\n");
    runGit(directory, ["add", "-f", ".gitignore"]);
    runGit(directory, ["update-index", "--skip-worktree", ".gitignore"]);
    const untracked = ["ls-files", "-o", "--exclude-standard"];
    const skippedFile = (asked: string): Uint8Array | null =>
      asked === ".gitignore" ? encoder.encode("a\n") : null;
    const ours = (): string[] => {
      const rules = openIgnore(stubLayout(directory), {}, { skippedFile });
      return ["a", "b"].filter((name) => !rules.isIgnored(name, false));
    };
    Deno.removeSync(path);
    assert.deepEqual(ours(), gitText(directory, untracked).split("\n"));
    Deno.symlinkSync("b", path);
    assert.deepEqual(
      ours(),
      gitText(directory, untracked).split("\n").filter((name) => name < "c" && name >= "a"),
    );
    Deno.removeSync(path);
    Deno.writeTextFileSync(path, "b\n");
    assert.deepEqual(ours(), gitText(directory, untracked).split("\n"));
  });
});

Deno.test("openIgnore() reads the user's file where the environment says", () => {
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/home/.config/git`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/home/.config/git/ignore`, "a\n");
    const layout = stubLayout(directory);
    const asks = (environment: Record<string, string>): boolean =>
      openIgnore(layout, environment).isIgnored("a", false);
    assert.equal(asks({ HOME: `${directory}/home` }), true);
    assert.equal(asks({ XDG_CONFIG_HOME: `${directory}/home/.config` }), true);
    assert.equal(asks({ HOME: `${directory}/home`, XDG_CONFIG_HOME: "/nonexistent" }), false);
    assert.equal(asks({}), false);
    const off = stubLayout(directory, { "core.excludesFile": "" });
    assert.equal(openIgnore(off, { HOME: `${directory}/home` }).isIgnored("a", false), false);
  });
});

Deno.test("openIgnore() does not normalise Unicode, whatever core.precomposeUnicode says", () => {
  withRepository((directory) => {
    const composed = "\u00e9";
    const decomposed = "e\u0301";
    Deno.writeTextFileSync(`${directory}/.gitignore`, `${composed}\n`);
    runGit(directory, ["config", "core.precomposeUnicode", "true"]);
    const rules = openIgnore(stubLayout(directory, { "core.precomposeUnicode": "true" }), {});
    const ignored = ignoredByGit(directory, [composed, decomposed]);
    for (const path of [composed, decomposed]) {
      assert.equal(rules.isIgnored(path, false), ignored.has(path));
    }
    assert.deepEqual([...ignored], [composed]);
  });
});

Deno.test("openIgnore() says what it could not read", () => {
  withRepository((directory) => {
    Deno.symlinkSync("nowhere", `${directory}/.gitignore`);
    const layout = stubLayout(directory, { "core.excludesFile": "~somebody/ignore" });
    const config = { ...layout.config, path: () => undefined };
    const rules = openIgnore({ ...layout, config }, { HOME: directory });
    assert.equal(rules.isIgnored("a", false), false);
    assert.equal(rules.isIgnored("\udcff/a", false), false);
    assert.equal(rules.isIgnored(`${"d".repeat(5000)}/a`, false), false);
    assert.equal(rules.notices.length, 3);
    assert.ok(rules.notices.every(({ code }) => code === "unreadable"));
  });
});

Deno.test("openIgnore() reads nothing below an ignored directory and each file once", () => {
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/out/in`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/.gitignore`, "out\n");
    Deno.symlinkSync("nowhere", `${directory}/out/.gitignore`);
    const rules = openIgnore(stubLayout(directory), {});
    assert.equal(rules.isIgnored("out/in/file", false), true);
    assert.deepEqual(rules.notices, []);
    Deno.writeTextFileSync(`${directory}/.gitignore`, "");
    assert.equal(rules.isIgnored("out", true), true);
  });
});

Deno.test("parseIgnoreFile() takes any bytes and many patterns", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, fold) => {
    const file = parseIgnoreFile(bytes, fold);
    for (const isDirectory of [true, false]) file.decide(byteString("a/é"), isDirectory);
  }));
  let text = "*".repeat(10_000) + "b\n" + "*a".repeat(10_000) + "b\n";
  for (let i = 0; i < 1_000_000; i++) text += `${i}.o/\n`;
  const file = parseIgnoreFile(encoder.encode(text), false);
  for (let i = 0; i < 1000; i++) assert.equal(file.decide(`${i}.o`, true), true);
  assert.equal(file.decide("a".repeat(255), false), undefined);
});
