import assert from "node:assert/strict";
import fc from "fast-check";
import { treeAttributes, worktreeAttributes } from "../../src/git/attribute_sources.ts";
import type { AttributeSource } from "../../src/git/attribute_sources.ts";
import { type Attributes, openAttributes } from "../../src/git/attributes.ts";
import { parseAttributes } from "../../src/git/attributes_file.ts";
import { decodePath } from "../../src/git/path_bytes.ts";
import { runGit, withRepository } from "../support/scratch_repository.ts";
import { stubLayout } from "../support/stub_layout.ts";

const encoder = new TextEncoder();
const nowhere = { GIT_ATTR_NOSYSTEM: "1" };

/** Attributes from texts by directory. */
function attributesOf(files: Record<string, string | Uint8Array>): Attributes {
  const bytes = (text: string | Uint8Array): Uint8Array =>
    typeof text === "string" ? encoder.encode(text) : text;
  const source: AttributeSource = {
    ignoreCase: false,
    general: [],
    info: null,
    read: (directory) => directory in files ? bytes(files[directory]) : null,
    notices: [],
  };
  return openAttributes(source);
}

/** What `git check-attr --all` says. */
function told(directory: string, paths: readonly string[]): Map<string, Map<string, unknown>> {
  const stdin = paths.map((path) => `${path}\0`).join("");
  const output = decodePath(
    runGit(directory, ["check-attr", "-z", "--stdin", "--all"], { stdin, env: nowhere }),
  );
  const fields = output.split("\0");
  const values = new Map<string, Map<string, unknown>>(paths.map((path) => [path, new Map()]));
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const value = fields[i + 2];
    const meant = value === "set" ? true : value === "unset" ? false : value;
    values.get(fields[i])!.set(fields[i + 1], meant);
  }
  return values;
}

Deno.test("openAttributes() answers as git check-attr does on single lines", () => {
  const files = [
    "*.x binary diff\n",
    "*.x diff binary\n",
    "[attr]foo bar -baz\n*.x foo\n*.x -foo\n",
    "*.x foo\n[attr]foo bar -baz q=1\n",
    "*.x -foo=bar !z=3 k= v=a=b\n",
    "*.x a\n*.x good bad~name after\n",
    "!*.x a\n*.x b\n",
    '"f\\056x" a\n"f.x" b\n"f.x c\n"\\q.x" d\n"!f.x" e\n',
    "  # c\n \t*.x a\r\n",
    "\ufeff*.x a\n",
    "f.x a\0b c\nf.x d",
    "f\0.x a\nf.x d",
    "[attr]binary q\n*.x binary\n",
    "[attr]foo a\n[attr]foo b\n*.x foo\n",
    "[attr]foo foo2\n[attr]foo2 foo z\n*.x foo\n",
    "[attr] foo a\n*.x foo\n",
    "[attr]-foo a\n*.x b\n",
    "[attr]foo a -b~\n*.x foo\n",
    "*.x foo=1\n[attr]foo bar\n",
    "*.x -- a\n",
    "*.x a\v b\n",
    '"f.x"q a\n',
    "*.x é\n",
    "*.x a=é\n",
    "f.x\nf.x/ a\n",
    `f.x ${"a".repeat(2043)}\n`,
    `f.x ${"a".repeat(2044)}\n`,
  ];
  withRepository((directory) => {
    for (const text of files) {
      Deno.writeTextFileSync(`${directory}/.gitattributes`, text);
      const attributes = attributesOf({ "": text });
      for (const [path, expected] of told(directory, ["f.x", '"f.x', "f.xq"])) {
        assert.deepEqual(attributes.of(path), expected, `${path} with ${text}`);
      }
    }
  });
});

Deno.test("openAttributes() answers as git check-attr does on random files", () => {
  let state = 11;
  const next = (n: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
  const pick = <T>(from: readonly T[]): T => from[next(from.length)];
  const names = ["a", "b", "m", "n", "diff", "text", "binary", "merge"];
  // deno-fmt-ignore
  const patterns = ["*", "*.x", "f.x", "/f.x", "s/f.x", "s/**", "**/t/*.x", "t/", "g*", "s/t/g.y", "*.y", "[fg].?"];
  const paths = ["f.x", "g.y", "s/f.x", "s/g.y", "s/t/f.x", "s/t/g.y", "u/f.x", "u/t/f.x", "F.X"];
  const words = (): string =>
    Array.from({ length: 1 + next(3) }, () => pick(["", "", "-", "!"]) + pick(names)).join(" ");
  const lines = (): string =>
    Array.from({ length: next(6) }, () => {
      const kind = next(8);
      if (kind === 0) return `[attr]${pick(["m", "n", "a"])} ${words()}\n`;
      return `${pick(patterns)} ${words()}${kind === 1 ? ` ${pick(names)}=v${next(3)}` : ""}\n`;
    }).join("");
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/s/t`, { recursive: true });
    Deno.mkdirSync(`${directory}/.git/info`, { recursive: true });
    const user = `${directory}/.git/user-attributes`;
    for (let round = 0; round < 150; round++) {
      for (const file of [".gitattributes", "s/.gitattributes", "s/t/.gitattributes"]) {
        Deno.writeTextFileSync(`${directory}/${file}`, lines());
      }
      Deno.writeTextFileSync(`${directory}/.git/info/attributes`, lines());
      Deno.writeTextFileSync(user, lines());
      const settings = { "core.attributesFile": user, "core.ignoreCase": String(round % 2 === 1) };
      for (const [key, value] of Object.entries(settings)) {
        runGit(directory, ["config", key, value]);
      }
      const layout = stubLayout(directory, settings);
      const attributes = openAttributes(worktreeAttributes(layout, nowhere, () => null));
      for (const [path, expected] of told(directory, paths)) {
        assert.deepEqual(attributes.of(path), expected, `round ${round}: ${path}`);
        for (const name of names) {
          assert.equal(attributes.get(path, name), expected.get(name), `${round}: ${path} ${name}`);
        }
      }
    }
  });
});

Deno.test("worktreeAttributes() falls back to the index as git does", () => {
  withRepository((directory) => {
    const path = `${directory}/.gitattributes`;
    Deno.writeTextFileSync(path, "f indexed\n");
    runGit(directory, ["add", ".gitattributes"]);
    const check = (what: string): void => {
      const source = worktreeAttributes(
        stubLayout(directory),
        nowhere,
        (asked) => asked === ".gitattributes" ? encoder.encode("f indexed\n") : null,
      );
      const expected = told(directory, ["f"]).get("f");
      assert.deepEqual(openAttributes(source).of("f"), expected, what);
    };
    Deno.removeSync(path);
    check("missing");
    Deno.mkdirSync(path);
    check("a directory");
    Deno.removeSync(path);
    Deno.writeTextFileSync(`${directory}/real`, "f real\n");
    Deno.symlinkSync("real", path);
    check("a link");
    Deno.removeSync(path);
    Deno.writeTextFileSync(path, "");
    check("an empty file");
  });
});

Deno.test("worktreeAttributes() reads the user's file and info/attributes through links", () => {
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/home/.config/git`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/home/.config/git/attributes`, "f home a=home\n");
    Deno.mkdirSync(`${directory}/.git/info`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/real`, "f info a=info\n");
    Deno.symlinkSync("../../real", `${directory}/.git/info/attributes`);
    const environment = { ...nowhere, HOME: `${directory}/home` };
    const layout = stubLayout(directory);
    const attributes = openAttributes(worktreeAttributes(layout, environment, () => null));
    assert.deepEqual(
      attributes.of("f"),
      new Map<string, unknown>([["info", true], ["a", "info"], ["home", true]]),
    );
    const moved = { ...nowhere, XDG_CONFIG_HOME: `${directory}/home/.config` };
    const elsewhere = openAttributes(treeAttributes(layout, moved, () => null));
    assert.equal(elsewhere.get("f", "home"), true);
  });
});

Deno.test("worktreeAttributes() says what it could not read", () => {
  withRepository((directory) => {
    runGit(directory, ["config", "core.attributesFile", directory]);
    Deno.symlinkSync("nowhere", `${directory}/.gitattributes`);
    const source = worktreeAttributes(stubLayout(directory), nowhere, () => null);
    assert.equal(openAttributes(source).get("f", "a"), undefined);
    assert.deepEqual(source.notices.map(({ code }) => code), ["attributes_unread"]);
  });
});

Deno.test("openAttributes() reads each directory once, and only those above asked paths", () => {
  const read: string[] = [];
  const attributes = openAttributes({
    ignoreCase: false,
    general: [],
    info: null,
    read: (directory) => (read.push(directory), null),
    notices: [],
  });
  for (const path of ["a/b/c", "a/d", "a/b/e", "f"]) attributes.get(path, "diff");
  assert.deepEqual(read, ["", "a", "a/b"]);
});

Deno.test("openAttributes() stays quick on a file of a million lines", () => {
  let text = "";
  for (let i = 0; i < 1_000_000; i++) text += `file${i}.x a${i % 50}\n`;
  const attributes = attributesOf({ "": text });
  for (let i = 0; i < 60_000; i++) {
    assert.equal(attributes.get(`file${i}.x`, "a7"), i % 50 === 7 ? true : undefined);
    assert.equal(attributes.get(`file${i}.x`, "diff"), undefined);
  }
});

Deno.test("openAttributes() ends on macros that name each other, however many", () => {
  let text = "[attr]m0 m1 m99999\n";
  for (let i = 1; i < 100_000; i++) text += `[attr]m${i} m${i + 1} m${i - 1}\n`;
  const attributes = attributesOf({ "": text + "f m0\ng m99999\n" });
  assert.equal(attributes.get("f", "m100000"), true);
  assert.equal(attributes.get("g", "m0"), true);
  assert.equal(attributes.of("f").size, 100_001);
});

Deno.test("parseAttributes() takes any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, macros) => {
    const { rules } = parseAttributes(bytes, macros);
    for (const { pattern, assignments } of rules) {
      assert.ok(pattern.length > 0 || bytes.includes(34));
      assert.ok(assignments.length > 0);
    }
    attributesOf({ "": bytes, a: bytes }).of("a/b");
  }));
});
