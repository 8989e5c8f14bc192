import assert from "node:assert/strict";
import { PrismError } from "../../src/errors.ts";
import { argumentFields } from "../../src/operations/arguments.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { loadOperations } from "../../src/operations/mod.ts";
import { completionScript } from "../../src/surfaces/cli/completions.ts";
import { flagOf, parseFlags, splitCommas } from "../../src/surfaces/cli/flags.ts";
import { operationHelp } from "../../src/surfaces/cli/help.ts";
import { describeCommand } from "../../src/surfaces/cli/operation_command.ts";

const operations = await loadOperations();
const fields = argumentFields(changeManifestOperation);
const parse = (...words: string[]) => parseFlags(fields, words);

Deno.test("parseFlags() reads every kind of argument", () => {
  assert.deepEqual(
    parse(
      "main..HEAD",
      "--page-size",
      "7",
      "--max-response-tokens=0",
      "--include-patterns",
      "*.rs,*.{js,ts}",
      "--include-patterns=docs/",
      "--include-function-analysis",
      "--repo",
      "a b",
      "--json",
      "--",
      "-x",
    ),
    {
      args: {
        page_size: 7,
        max_response_tokens: 0,
        include_patterns: ["*.rs", "*.{js,ts}", "docs/"],
        include_function_analysis: true,
        repo_path: "a b",
      },
      positionals: ["main..HEAD", "-x"],
      json: true,
      help: false,
    },
  );
  assert.equal(parse("--no-include-function-analysis").args.include_function_analysis, false);
  assert.equal(parse("--include-function-analysis=false").args.include_function_analysis, false);
  assert.equal(parse("--repo-path", "x").args.repo_path, "x");
});

Deno.test("parseFlags() takes paths behind dashes, behind a range, and lines as they are written", () => {
  const [, snapshots, history] = operations;
  const read = (...words: string[]) => {
    const { args, positionals } = parseFlags(argumentFields(snapshots), words);
    return [positionals, args.paths, args.line_range];
  };
  const expected = [["A..B"], ["a.rs", "b.rs"], undefined];
  assert.deepEqual(read("A..B", "--paths", "a.rs", "b.rs"), expected);
  assert.deepEqual(read("A..B", "--paths=a.rs,b.rs"), expected);
  assert.deepEqual(read("--paths=a.rs", "A..B", "--paths", "b.rs"), expected);
  assert.deepEqual(read("--paths", "a.rs", "A..B", "--", "b.rs"), expected);
  assert.deepEqual(read("A..B", "--paths", "-a.rs", "--json", "--", "-b.rs"), [
    ["A..B"],
    ["-a.rs", "-b.rs"],
    undefined,
  ]);
  for (const lines of ["3,9", "3:9", "3-9"]) {
    assert.deepEqual(read("A", "--line-range", lines), [["A"], undefined, [3, 9]]);
  }
  assert.deepEqual(read("A", "--line-range=3"), [["A"], undefined, [3]]);
  assert.throws(() => read("A", "--line-range=a,b"), /"a,b" of --line-range is not N,M/);
  assert.deepEqual(parseFlags(argumentFields(history), ["A..B", "--", "src"]).args.paths, ["src"]);
});

Deno.test("parseFlags() says which flag is wrong", () => {
  const cases: [string[], string, RegExp, RegExp?][] = [
    [["--pagesize", "3"], "unknown_argument", /"--pagesize"/, /--page-size/],
    [["--no-page-size"], "unknown_argument", /"--no-page-size"/],
    [["-x"], "unknown_argument", /"-x"/],
    [["--page-size", "many"], "invalid_argument", /"many" of --page-size is not a whole number/],
    [["--page-size"], "invalid_argument", /--page-size has no value/, /--page-size N/],
    [["--include-function-analysis=maybe"], "invalid_argument", /is not true or false/],
  ];
  for (const [words, code, message, hint] of cases) {
    assert.throws(() => parse(...words), (error: unknown) => {
      assert.ok(error instanceof PrismError);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      if (hint !== undefined) assert.match(error.hint ?? "", hint);
      return true;
    });
  }
});

Deno.test("splitCommas() leaves braces, sets and escaped commas whole", () => {
  assert.deepEqual(splitCommas("a,{b,c},[,],d\\,e"), ["a", "{b,c}", "[,]", "d\\,e"]);
});

Deno.test("describeCommand() writes a command that parses back", () => {
  const args = {
    base_ref: "main",
    head_ref: "HEAD",
    include_patterns: ["it's a,b", "*.{js,ts}"],
    include_function_analysis: false,
    cursor: "abc",
  };
  const command = describeCommand(changeManifestOperation, args);
  assert.equal(
    command,
    "git-prism manifest --include-patterns='it'\\''s a\\,b' --include-patterns='*.{js,ts}' " +
      "--no-include-function-analysis --cursor=abc main HEAD",
  );
});

Deno.test("describeCommand() writes every call that an answer may name so that it parses back", () => {
  const [, snapshots] = operations;
  const args = {
    base_ref: "HEAD~1",
    head_ref: "WORKTREE",
    paths: ["a,b.txt", "app/[id]/{x,y}.ts", "it's"],
    include_before: false,
    include_diff_hunks: true,
    line_range: [3, 9],
    max_response_tokens: 0,
  };
  const command = describeCommand("get_file_snapshots", args);
  assert.match(command, /^git-prism snapshot --paths='a\\,b.txt' /);
  const words = new TextDecoder().decode(
    new Deno.Command("sh", { args: ["-c", `printf '%s\n' ${command.replace(/^\S+ \S+ /, "")}`] })
      .outputSync().stdout,
  ).trimEnd().split("\n");
  const line = parseFlags(argumentFields(snapshots), words);
  assert.deepEqual(
    { base_ref: line.positionals[0], head_ref: line.positionals[1], ...line.args },
    args,
  );
  const named = {
    function_names: ["(*T).Method", "A::B#m", "N\\Space\\C::m", "F<A, B>::run", "it's"],
  };
  const call = describeCommand("get_function_context", named);
  assert.match(call, /^git-prism context --function='\(\*T\)\.Method' /);
  const printed = new Deno.Command("sh", {
    args: ["-c", `printf '%s\n' ${call.replace(/^\S+ \S+ /, "")}`],
  }).outputSync().stdout;
  const back = new TextDecoder().decode(printed).trimEnd().split("\n");
  assert.deepEqual(parseFlags(argumentFields(operations[3]), back).args, named);
  // Behind `--` stand paths, so a ref that looks like a flag is the value of one.
  assert.equal(
    describeCommand("get_commit_history", { base_ref: "-x", head_ref: "y" }),
    "git-prism history --base-ref=-x --head-ref=y",
  );
});

Deno.test("help and completions name every flag and command", () => {
  const help = operationHelp(changeManifestOperation);
  for (const { name } of fields) assert.ok(help.includes(flagOf(name)), name);
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = completionScript(shell, operations);
    for (const { name } of fields) {
      assert.ok(script.includes(flagOf(name).slice(2)), `${shell}: ${name}`);
    }
    for (const word of ["manifest", "serve", "completions"]) assert.ok(script.includes(word));
  }
  assert.throws(() => completionScript("tcsh", operations), { code: "invalid_argument" });
});
