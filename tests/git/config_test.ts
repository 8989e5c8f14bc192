import assert from "node:assert/strict";
import fc from "fast-check";
import { PrismError } from "../../src/errors.ts";
import { ConfigValues } from "../../src/git/config.ts";
import { discover } from "../../src/git/discover.ts";
import { gitText, runGit, tryGit, withRepository } from "../support/scratch_repository.ts";

type Row = [origin: string | null, name: string, value: string | null];

/** All settings as git lists them. */
function gitLists(directory: string, env: Record<string, string>): Row[] {
  const output = runGit(directory, ["config", "--list", "--show-origin", "-z"], { env });
  const parts = new TextDecoder().decode(output).split("\0").slice(0, -1);
  const rows: Row[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const origin = parts[i].startsWith("file:") ? parts[i].slice(5) : null;
    const end = parts[i + 1].indexOf("\n");
    rows.push(
      end < 0
        ? [origin, parts[i + 1], null]
        : [origin, parts[i + 1].slice(0, end), parts[i + 1].slice(end + 1)],
    );
  }
  return rows;
}

function weList(directory: string, env: Record<string, string>): Row[] {
  const { config } = discover(directory, env);
  assert.ok(config instanceof ConfigValues);
  return config.settings.map(({ origin, name, value }) => [origin, name, value]);
}

/** Compares the whole list, relative paths of git made absolute. */
function same(directory: string, env: Record<string, string>): void {
  const absolute = (rows: Row[]): Row[] =>
    rows.map(([origin, ...rest]) => [
      origin === null
        ? null
        : Deno.realPathSync(origin.startsWith("/") ? origin : `${directory}/${origin}`),
      ...rest,
    ]);
  assert.deepEqual(absolute(weList(directory, env)), absolute(gitLists(directory, env)));
}

Deno.test("loadConfig() reads the files in git's order", () => {
  withRepository((directory) => {
    const home = `${directory}/home`;
    Deno.mkdirSync(`${home}/.config/git`, { recursive: true });
    Deno.mkdirSync(`${home}/xdg/git`, { recursive: true });
    const write = (name: string, text: string) => Deno.writeTextFileSync(`${home}/${name}`, text);
    write(".config/git/config", "[who]\nam = xdg default\n");
    write("xdg/git/config", "[who]\nam = xdg named\n");
    write(".gitconfig", "[who]\nam = user\nalso\n");
    write("system", "[who]\nam = system\n");
    write("global", "[who]\nam = global\n");
    runGit(directory, ["config", "who.am", "local"]);
    // GIT_CONFIG_GLOBAL would hide the rest, so the command gets no such variable.
    const base = { HOME: home, GIT_CONFIG_SYSTEM: `${home}/system` };
    for (
      const env of [
        { ...base, GIT_CONFIG_GLOBAL: `${home}/global`, GIT_CONFIG_NOSYSTEM: "0" },
        { ...base, GIT_CONFIG_GLOBAL: `${home}/none`, GIT_CONFIG_NOSYSTEM: "no" },
        { ...base, GIT_CONFIG_GLOBAL: "", GIT_CONFIG_NOSYSTEM: "true" },
        {
          ...base,
          GIT_CONFIG_GLOBAL: `${home}/global`,
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_COUNT: "2",
          GIT_CONFIG_KEY_0: "Who.Am.I",
          GIT_CONFIG_VALUE_0: "",
          GIT_CONFIG_KEY_1: "who.am",
          GIT_CONFIG_VALUE_1: "counted",
          GIT_CONFIG_PARAMETERS: "'who.am=it'\\''s old'  'a.b'='new' 'c.d'= 'e.F.g'",
        },
      ]
    ) same(directory, env);
    // Without GIT_CONFIG_GLOBAL: both of the user's files.
    const list = (env: Record<string, string>) =>
      weList(directory, { GIT_CONFIG_NOSYSTEM: "1", ...env }).filter(([, name]) =>
        name === "who.am"
      )
        .map(([, , value]) => value);
    assert.deepEqual(list({ HOME: home }), ["xdg default", "user", "local"]);
    assert.deepEqual(list({ HOME: home, XDG_CONFIG_HOME: `${home}/xdg` }), [
      "xdg named",
      "user",
      "local",
    ]);
    assert.deepEqual(list({}), ["local"]);
  });
});

Deno.test("loadConfig() follows includes and their conditions as git does", () => {
  withRepository((directory) => {
    const real = Deno.realPathSync(directory);
    const home = real.slice(0, real.lastIndexOf("/"));
    const name = real.slice(home.length + 1);
    runGit(directory, ["commit", "-q", "--allow-empty", "-m", "x"]);
    runGit(directory, ["checkout", "-q", "-b", "topic/one"]);
    const conditions = [
      `gitdir:${real}/.git`,
      `gitdir:${real}/`,
      `gitdir:${real}`,
      `gitdir:~/${name}/`,
      `gitdir:${name}/.git`,
      `gitdir:${name.toUpperCase()}/.git`,
      `gitdir/i:${name.toUpperCase()}/.git`,
      "gitdir:./",
      "gitdir:*/.git",
      "gitdir:**/.git",
      "gitdir:/nowhere/",
      "onbranch:topic/",
      "onbranch:topic/*",
      "onbranch:topic",
      "onbranch:**",
      "onbranch:main",
      "hasconfig:remote.*.url:https://example.com/**",
      "hasconfig:remote.*.url:https://example.org/**",
      "unknown:x",
      "onbranch",
    ];
    const global = `${real}/global`;
    let text = "[include]\npath = sub/plain\npath = missing\npath = ~/" + name + "/tilde\n";
    conditions.forEach((condition, i) => {
      text += `[includeIf "${condition}"]\npath = inc${i}\n`;
      Deno.writeTextFileSync(`${real}/inc${i}`, `[hit]\nc${i}\n`);
    });
    Deno.mkdirSync(`${real}/sub`);
    Deno.writeTextFileSync(`${real}/sub/plain`, "[include]\npath = deeper\n");
    Deno.writeTextFileSync(`${real}/sub/deeper`, "[deep]\nest = 1\n");
    Deno.writeTextFileSync(`${real}/tilde`, "[tilde]\nx = 1\n");
    Deno.writeTextFileSync(global, text);
    runGit(directory, ["config", "remote.o.url", "https://example.com/a/b"]);
    runGit(directory, ["config", "include.path", "../sub/plain"]);
    const env = { HOME: home, GIT_CONFIG_GLOBAL: global, GIT_CONFIG_NOSYSTEM: "1" };
    same(directory, env);
    const hits = weList(directory, env).filter(([, key]) => key.startsWith("hit."));
    assert.ok(hits.length >= 10, `only ${hits.length} conditions held`);
    runGit(directory, ["checkout", "-q", "--detach"]);
    same(directory, env);
    // Known to newer gits only.
    Deno.writeTextFileSync(global, `[includeIf "worktree:${real}"]\npath = inc0\n`);
    assert.equal(discover(directory, env).config.bool("hit.c0"), true);
  });
});

Deno.test("loadConfig() knows the link through which a shell came", () => {
  withRepository((directory) => {
    Deno.mkdirSync(`${directory}/sub`);
    const links = Deno.realPathSync(Deno.makeTempDirSync());
    Deno.symlinkSync(directory, `${links}/link`);
    Deno.symlinkSync(`${directory}/sub`, `${links}/deep`);
    Deno.writeTextFileSync(`${links}/hit`, "[a]\nb = 1\n");
    Deno.writeTextFileSync(`${links}/global`, `[includeIf "gitdir:${links}/"]\npath = hit\n`);
    const common = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: `${links}/global` };
    const seen = ["link", "deep", "link/sub"].map((name) => {
      const cwd = `${links}/${name}`;
      const env = { ...common, PWD: cwd };
      const theirs = new Deno.Command("git", { args: ["config", "a.b"], cwd, env }).outputSync();
      const ours = discover(cwd, env).config.get("a.b") === "1";
      assert.equal(ours, theirs.success, name);
      return ours;
    });
    assert.deepEqual(seen, [true, false, false]);
    Deno.removeSync(links, { recursive: true });
  });
});

Deno.test("loadConfig() ends includes that never end", () => {
  withRepository((directory) => {
    const own = `${directory}/.git/config`;
    const before = Deno.readTextFileSync(own);
    Deno.writeTextFileSync(own, `${before}[include]\npath = config\n`);
    assert.ok(!tryGit(directory, ["config", "--list"]).ok);
    assert.throws(
      () => discover(directory, {}),
      (error: unknown) => error instanceof PrismError && error.code === "config_invalid",
    );
    Deno.writeTextFileSync(own, before);
    Deno.writeTextFileSync(`${directory}/global`, "[a]\nb = 1\n[include]\npath = global\n");
    const { config } = discover(directory, { GIT_CONFIG_GLOBAL: `${directory}/global` });
    assert.equal(config.get("a.b"), "1");
    assert.equal(config.unread.length, 1);
  });
});

Deno.test("loadConfig() refuses broken files of the repository, not of others", () => {
  withRepository((directory) => {
    runGit(directory, ["config", "include.path", "more"]);
    Deno.writeTextFileSync(`${directory}/.git/more`, "[a]\nb = \\q\n");
    assert.throws(
      () => discover(directory, {}),
      (error: unknown) =>
        error instanceof PrismError && /more" is invalid in line 2/.test(error.message),
    );
    Deno.removeSync(`${directory}/.git/more`);
    Deno.mkdirSync(`${directory}/.git/more`);
    assert.equal(discover(directory, {}).config.unread.length, 1);
    Deno.removeSync(`${directory}/.git/more`);
    for (
      const env of [
        { GIT_CONFIG_COUNT: "x" },
        { GIT_CONFIG_COUNT: "1" },
        { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "nodot", GIT_CONFIG_VALUE_0: "" },
        { GIT_CONFIG_PARAMETERS: "'a.b" },
        { GIT_CONFIG_PARAMETERS: "x" },
      ] as Record<string, string>[]
    ) {
      assert.ok(!tryGit(directory, ["config", "--list"], { env }).ok);
      assert.throws(
        () => discover(directory, env),
        (error: unknown) => error instanceof PrismError && error.code === "config_invalid",
      );
    }
    // A URL behind a condition on URLs.
    Deno.writeTextFileSync(`${directory}/.git/more`, '[remote "x"]\nurl = y\n');
    const condition = "includeIf.hasconfig:remote.*.url:u.path";
    runGit(directory, ["config", "--unset", "include.path"]);
    runGit(directory, ["config", "remote.o.url", "u"]);
    runGit(directory, ["config", condition, "more"]);
    assert.ok(!tryGit(directory, ["config", "--list"]).ok);
    assert.throws(() => discover(directory, {}), PrismError);
  });
});

function values(...rows: [string, string | null][]): ConfigValues {
  return new ConfigValues(
    rows.map(([name, value]) => ({ name, value, origin: null })),
    [],
    "/home/u",
  );
}

Deno.test("ConfigValues reads names in any case but subsections", () => {
  const config = values(["a.B.c", "1"], ["a.B.c", "2"], ["a.d", null], ["a.x.y.z", ""]);
  assert.equal(config.get("A.B.C"), "2");
  assert.equal(config.get("a.b.c"), undefined);
  assert.deepEqual(config.all("a.B.c"), ["1", "2"]);
  assert.equal(config.get("a.D"), null);
  assert.equal(config.bool("a.d"), true);
  assert.deepEqual(config.subsections("A"), ["B", "x.y"]);
});

Deno.test("ConfigValues.path() expands the home directory", () => {
  const config = values(["a.b", "~/x"], ["a.c", "~u/x"], ["a.d", "x"]);
  assert.deepEqual(["a.b", "a.c", "a.d", "a.e"].map((name) => config.path(name)), [
    "/home/u/x",
    undefined,
    "x",
    undefined,
  ]);
});

Deno.test("ConfigValues converts values as git does", () => {
  withRepository((directory) => {
    const text = fc.oneof(
      fc.constantFrom(
        "",
        "true",
        "YES",
        "oN",
        "False",
        "no",
        "OFF",
        "2g",
        "-1k",
        "0x1F",
        "010",
        "08",
      ),
      fc.array(fc.constantFrom(..."-+ 0x19kmGta."), { maxLength: 4 }).map((parts) =>
        parts.join("")
      ),
      fc.bigInt({ min: -(1n << 65n), max: 1n << 65n }).map(String),
    );
    fc.assert(
      fc.property(text, (value) => {
        for (const type of ["bool", "int"] as const) {
          const { ok, stdout } = tryGit(directory, ["config", `--type=${type}`, "a.b"], {
            env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "a.b", GIT_CONFIG_VALUE_0: value },
          });
          const theirs = ok ? new TextDecoder().decode(stdout).trim() : "refused";
          let ours: string;
          try {
            ours = String(values(["a.b", value])[type]("a.b"));
          } catch (error) {
            assert.ok(error instanceof PrismError);
            ours = "refused";
          }
          if (type === "int" && ok) assert.equal(Number(ours), Number(theirs), value);
          // Git reads a boolean number as 32 bits.
          else if (ok || ours === "refused" || Math.abs(Number(value)) < 2 ** 31) {
            assert.equal(ours, theirs, `${type} ${value}`);
          }
        }
      }),
      { numRuns: 120 },
    );
    assert.equal(gitText(directory, ["config", "--type=bool", "core.bare"]), "false");
  });
});
