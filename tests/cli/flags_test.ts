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
