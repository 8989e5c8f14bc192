import assert from "node:assert/strict";
import type { ParserPackage } from "../../src/syntax/language.ts";
import { MAX_TEXT_LENGTH, openParser, ParsedTree, Parser } from "../../src/syntax/parser.ts";
import { compileParser } from "../../src/syntax/parser_bytes.ts";
import { loadRuntime } from "../../src/syntax/runtime.ts";
import { PrismError } from "../../src/errors.ts";
import { csharpParsers } from "../../grammars/csharp/parser.ts";
import { goParsers } from "../../grammars/go/parser.ts";
import { pythonParsers } from "../../grammars/python/parser.ts";
import { rubyParsers } from "../../grammars/ruby/parser.ts";
import { swiftParsers } from "../../grammars/swift/parser.ts";

const GRAMMARS = new URL("../../grammars/", import.meta.url);

/** The tree in brackets, or why there is none. */
function treeOf(parser: Parser, text: string): string {
  const parsed = parser.parse(text);
  if (!(parsed instanceof ParsedTree)) return parsed;
  using tree = parsed;
  return tree.root.toString();
}

const PYTHON = "def f(a):\n    return a + 1\n";
const [python, ruby, csharp] = await Promise.all(
  [pythonParsers, rubyParsers, csharpParsers].map(([it]) => openParser(it)),
);
const expected = treeOf(python, PYTHON);

/** Heredocs that are never closed write past the scanner's state. */
const TRAP = [
  "text = <<~HEREDOC + <<-'RAW' + <<\"DQ\".upcase",
  "    #{<<~INNER}",
  "    INNER",
  "HEREDOC",
  "  raw #{not}",
  "  RAW",
  "DQ",
  "puts <<~A, <<~B\n",
].join("\n").repeat(400);

Deno.test("openParser() loads every parser, and each parses", async () => {
  let count = 0;
  for (const { name, isDirectory } of Deno.readDirSync(GRAMMARS)) {
    if (!isDirectory) continue;
    const lists = await import(new URL(`${name}/parser.ts`, GRAMMARS).href);
    for (const it of Object.values(lists).flat() as ParserPackage[]) {
      const parser = await openParser(it);
      assert.ok(parser.language.types.length > 50, it.file);
      using tree = parser.parse("x\n") as ParsedTree;
      assert.equal(tree.root.endIndex, 2, it.file);
      count++;
    }
  }
  assert.ok(count >= 14);
});

Deno.test("openParser() gives one parser for one package", async () => {
  assert.equal(await openParser(pythonParsers[0]), python);
});

Deno.test("openParser() of Swift does not depend on what was parsed before", async () => {
  const swift = await openParser(swiftParsers[0]);
  const text = 'let a = #"x"#\n';
  const alone = treeOf(swift, text);
  assert.doesNotMatch(alone, /ERROR|MISSING/);
  for (const before of ["func f() { g(1) }\n", '"""\nx\n"""\n', "/* /* */ let b = 1", '##"y']) {
    treeOf(swift, before.repeat(50));
    assert.equal(treeOf(swift, text), alone);
  }
});

Deno.test("parse() refuses what is too large", () => {
  assert.equal(python.parse(" ".repeat(MAX_TEXT_LENGTH + 1)), "too_large");
});

Deno.test("parse() ends at the same step each time, and the next text is not read as the rest", async () => {
  const long = PYTHON.repeat(300);
  const [packages, module] = [await loadRuntime(), await compileParser(pythonParsers[0])];
  let steps = 1;
  while (new Parser(packages, module, () => steps).parse(long) === "too_slow") steps++;
  assert.ok(steps > 50 && steps < long.length / 10, `${steps} steps`);
  const hasty = new Parser(packages, module, (length) => length > 100 ? steps - 1 : steps);
  for (let round = 0; round < 3; round++) {
    assert.equal(hasty.parse(long), "too_slow");
    assert.equal(treeOf(hasty, PYTHON), expected);
    assert.equal(treeOf(python, PYTHON), expected);
  }
});

Deno.test("parse() ends what needs memory without measure", () => {
  assert.equal(csharp.parse("a<".repeat(7000)), "too_slow");
  assert.equal(treeOf(python, PYTHON), expected);
});

Deno.test("parse() is right after a parser broke down", () => {
  const before = python.parse(PYTHON) as ParsedTree;
  assert.equal(ruby.parse(TRAP), "parser_failed");
  assert.equal(treeOf(python, PYTHON), expected);
  assert.equal(treeOf(ruby, "x\n"), "(program (identifier))");
  // A tree of the instance that was given up is not touched, and nothing throws.
  before[Symbol.dispose]();
  assert.equal(treeOf(python, PYTHON), expected);
});

Deno.test("condemn() makes the next parse begin in a new memory", () => {
  const tree = python.parse(PYTHON) as ParsedTree;
  tree.condemn();
  tree[Symbol.dispose]();
  assert.equal(treeOf(python, PYTHON), expected);
});

Deno.test("parse() keeps trees of several languages apart", async () => {
  const go = await openParser(goParsers[0]);
  using a = python.parse(PYTHON) as ParsedTree;
  using b = go.parse("package p\n") as ParsedTree;
  assert.equal(a.root.toString(), expected);
  assert.equal(b.root.toString(), "(source_file (package_clause (package_identifier)))");
});

Deno.test("compileParser() refuses a module that is missing, stale, damaged or of no use", async () => {
  const [it] = goParsers;
  const { PARSER, SHA256 } = await it.load();
  const packed = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer()).toBase64();
  };
  const header = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const old = Uint8Array.of(...header, 0, 8, 6, ...new TextEncoder().encode("dylink"), 0);
  const patch = { find: "0061736d", replace: "0061736d", count: 2 };
  const cases: [what: RegExp, parser: ParserPackage][] = [
    [/not made yet/, { ...it, load: () => Promise.reject(new TypeError("Module not found")) }],
    [/from another file/, { ...it, sha256: "0".repeat(64) }],
    [/damaged/, { ...it, load: () => Promise.resolve({ SHA256, PARSER: PARSER.slice(0, 4000) }) }],
    [/damaged/, { ...it, load: () => Promise.resolve({ SHA256, PARSER: "?" }) }],
    [/1 times .* not 2 times/, { ...it, patch }],
    [/no dynamic library/, {
      ...it,
      load: async () => ({ SHA256, PARSER: await packed(header) }),
    }],
    [/old "dylink" section/, { ...it, load: async () => ({ SHA256, PARSER: await packed(old) }) }],
  ];
  for (const [what, parser] of cases) {
    await assert.rejects(compileParser(parser), (error: unknown) => {
      assert.ok(error instanceof PrismError && error.code === "parser_unavailable");
      assert.match(error.message, what);
      assert.ok(error.hint);
      return true;
    });
  }
});
