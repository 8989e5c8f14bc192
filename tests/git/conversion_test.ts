import assert from "node:assert/strict";
import fc from "fast-check";
import { worktreeAttributes } from "../../src/git/attribute_sources.ts";
import { openAttributes } from "../../src/git/attributes.ts";
import { type Conversion, openConversion } from "../../src/git/conversion.ts";
import { DiffDrivers } from "../../src/git/diff_driver.ts";
import { hashObject } from "../../src/git/digest.ts";
import { collapseIdent } from "../../src/git/ident.ts";
import { countLineEndings, looksBinary, toNewlines } from "../../src/git/line_endings.ts";
import { gitText, runGit, tryGit, withRepository } from "../support/scratch_repository.ts";
import { stubConfig, stubLayout } from "../support/stub_layout.ts";

const nowhere = { GIT_ATTR_NOSYSTEM: "1" };
const encoder = new TextEncoder();

type Settings = Readonly<Record<string, string>>;

function conversionOf(directory: string, settings: Settings = {}): Conversion {
  const layout = stubLayout(directory, settings);
  const attributes = openAttributes(worktreeAttributes(layout, nowhere, () => null));
  return openConversion(attributes, layout.config);
}

function flags(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
}

/** Bytes of a text in which each character is one byte. */
function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const CONTENTS = [
  "",
  "a\nb\n",
  "a\r\nb\r\n",
  "a\r\nb\n",
  "a\rb\r\n",
  "a\r\r\nb",
  "\r",
  "\r\n",
  "a\r\n\0",
  "a\r\n\x1a",
  "a\r\n\x1a\x1a",
  "a\r\n\x01",
  `${"x".repeat(127)}\x01\r\n`,
  `${"x".repeat(128)}\x01\r\n`,
  `${"x".repeat(255)}\x01\x7f\r\n`,
  "a\b\t\f\x1b\r\n",
  "\xe9\xff\r\n",
  "$Id: x $\r\n",
  "$Id$ $Id: a\n$ $Id: b $Id: c $ $$Id:$$\r\n",
  "\0$Id: binary $",
];

const ATTRIBUTES = [
  "",
  "text",
  "text=auto",
  "-text",
  "!text",
  "text=foo",
  "text=foo crlf",
  "text=input",
  "eol=crlf",
  "eol=lf",
  "eol=foo",
  "text=auto eol=crlf",
  "text=auto eol=lf",
  "-text eol=lf",
  "crlf",
  "crlf=input",
  "-crlf",
  "crlf=auto",
  "text=auto -crlf",
  "-text crlf",
  "-crlf eol=lf",
  "ident",
  "text ident",
  "binary ident",
  "ident=x",
];

const CONFIGURATIONS: readonly Settings[] = [
  {},
  { "core.autocrlf": "true" },
  { "core.autocrlf": "input" },
  { "core.autocrlf": "false", "core.eol": "crlf" },
  { "core.eol": "lf" },
];

Deno.test("toRepository() gives what git hash-object gives for each attribute and setting", () => {
  withRepository((directory) => {
    let changed = 0;
    const contents = CONTENTS.map(latin1);
    contents.forEach((bytes, i) => Deno.writeFileSync(`${directory}/f${i}`, bytes));
    // `--path` stands for one file, so the attributes come by the names of the files themselves.
    const names = contents.map((_, i) => `f${i}\n`).join("");
    for (const attributes of ATTRIBUTES) {
      Deno.writeTextFileSync(`${directory}/.gitattributes`, `* ${attributes}\n`);
      for (const settings of CONFIGURATIONS) {
        const args = [...flags(settings), "hash-object", "--stdin-paths"];
        const ids = gitText(directory, args, { stdin: names }).split("\n");
        const conversion = conversionOf(directory, settings);
        contents.forEach((bytes, i) => {
          const converted = conversion.toRepository(`f${i}`, bytes);
          const what = `${JSON.stringify(CONTENTS[i])} [${attributes}] ${JSON.stringify(settings)}`;
          assert.equal(hashObject("blob", converted, "sha1"), ids[i], what);
          if (converted !== bytes) {
            changed++;
            assert.equal(conversion.needsConversion(`f${i}`), true, what);
          }
        });
        assert.deepEqual(conversion.notices, []);
      }
    }
    assert.ok(changed > 300, `the sample converts something (${changed})`);
  });
});

Deno.test("needsConversion() is false when nothing asks for one", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(
      `${directory}/.gitattributes`,
      "*.bin -text\n*.txt text\n*.c filter=x\n",
    );
    const conversion = conversionOf(directory);
    assert.deepEqual(["a", "a.bin", "a.c"].map((path) => conversion.needsConversion(path)), [
      false,
      false,
      false,
    ]);
    assert.equal(conversion.needsConversion("a.txt"), true);
    assert.equal(conversionOf(directory, { "core.autocrlf": "true" }).needsConversion("a"), true);
    assert.equal(
      conversionOf(directory, { "core.autocrlf": "true" }).needsConversion("a.bin"),
      false,
    );
  });
});

Deno.test("toRepository() looks at the index as git add does", () => {
  withRepository((directory) => {
    const stored = ["a\r\n", "a\n", "a\r\n\0", "a\r\nb\n", "a\rb\r\n", null];
    const path = `${directory}/f`;
    for (const attributes of ["text=auto", "text", "", "text=auto eol=lf"]) {
      for (const before of stored) {
        for (const autocrlf of ["false", "true", "input"]) {
          tryGit(directory, ["rm", "-q", "--cached", "f"]);
          Deno.writeTextFileSync(`${directory}/.gitattributes`, "");
          if (before !== null) {
            Deno.writeTextFileSync(path, before);
            runGit(directory, ["add", "f"]);
          }
          Deno.writeTextFileSync(`${directory}/.gitattributes`, `f ${attributes}\n`);
          const text = "new\r\ntext\r\n";
          Deno.writeTextFileSync(path, text);
          runGit(directory, ["-c", `core.autocrlf=${autocrlf}`, "add", "f"]);
          const expected = gitText(directory, ["rev-parse", ":f"]);
          const conversion = conversionOf(directory, { "core.autocrlf": autocrlf });
          const converted = conversion.toRepository(
            "f",
            encoder.encode(text),
            () => before === null ? null : encoder.encode(before),
          );
          const what = `${attributes}, ${autocrlf}, ${JSON.stringify(before)}`;
          assert.equal(hashObject("blob", converted, "sha1"), expected, what);
        }
      }
    }
  });
});

Deno.test("toRepository() re-encodes as git does, or says why not", () => {
  const rows: [string, string][] = [
    ["UTF-16LE", "a\0\n\0"],
    ["UTF-16LE", "\xff\xfea\0"],
    ["UTF-16LE", "a"],
    ["UTF-16LE", "\0\xd8"],
    ["UTF-16BE", "\0a\0\xe9"],
    ["UTF-16BE", "\xff\xfea\0"],
    ["UTF-16", "\xff\xfea\0"],
    ["UTF-16", "\xfe\xff\0a"],
    ["UTF-16", "a\0"],
    ["utf16le", "a\0"],
    ["UTF_16LE", "a\0"],
    ["UTF-16LE-BOM", "\xff\xfea\0"],
    ["UTF-16BE-BOM", "\xfe\xff\0a"],
    ["UTF-32", "\xff\xfe\0\0a\0\0\0"],
    ["UTF-32LE", "a\0\0\0"],
    ["UTF-8", "\xff"],
    ["utf8", "\xff"],
    ["UTF-8-BOM", "a"],
    ["LATIN1", "\x80\xe9"],
    ["ISO-8859-1", "\x80\xe9"],
    ["ISO-8859-9", "\xd0\xe9"],
    ["ISO-8859-15", "\xa4\x80"],
    ["windows-1252", "\x80\x9f"],
    ["windows-1252", "\x81"],
    ["ascii", "a"],
    ["ascii", "\xe9"],
    ["KOI8-R", "\xc1\xc2"],
    ["SHIFT-JIS", "\\~\x81\x5f\x81\x60\x83\x41\xb1"],
    ["EUC-JP", "\xa4\xa2\xa1\xc1"],
    ["EUC-KR", "\xb0\xa1"],
    ["GBK", "\xc4\xe3"],
    ["GB2312", "\xc4\xe3\xa1\xa4"],
    ["GB18030", "\xc4\xe3\x81\x30\x81\x30"],
    ["BIG5", "\xa7\x41"],
    ["nothing", "a"],
    ["", "\xff"],
  ];
  withRepository((directory) => {
    for (const [name, content] of rows) {
      Deno.writeTextFileSync(`${directory}/.gitattributes`, `* working-tree-encoding=${name}\n`);
      const bytes = latin1(content);
      Deno.writeFileSync(`${directory}/f`, bytes);
      // What cannot be converted is refused on writing, and taken as it is on comparing.
      const { ok } = tryGit(directory, ["hash-object", "-w", "f"]);
      const id = gitText(directory, ["hash-object", "f"]);
      const conversion = conversionOf(directory);
      const converted = conversion.toRepository("f", bytes);
      const what = `${name} ${JSON.stringify(content)}`;
      assert.equal(conversion.notices.length, ok ? 0 : 1, what);
      assert.equal(hashObject("blob", converted, "sha1"), id, what);
    }
    for (
      const [line, notices] of [["* working-tree-encoding", 1], ["* -working-tree-encoding", 0]]
    ) {
      Deno.writeTextFileSync(`${directory}/.gitattributes`, `${line}\n`);
      const conversion = conversionOf(directory);
      conversion.toRepository("f", latin1("a"));
      assert.equal(conversion.notices.length, notices, String(line));
    }
  });
});

Deno.test("toRepository() makes the pointer of Git LFS, and runs no other filter", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(`${directory}/.gitattributes`, "* filter=lfs -text\n");
    const bytes = encoder.encode("hello\n");
    const lfs = {
      "filter.lfs.process": "git-lfs filter-process",
      "filter.lfs.clean": "git-lfs clean -- %f",
    };
    const conversion = conversionOf(directory, lfs);
    const pointer = conversion.toRepository("f", bytes);
    assert.equal(
      new TextDecoder().decode(pointer),
      "version https://git-lfs.github.com/spec/v1\n" +
        "oid sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\nsize 6\n",
    );
    assert.equal(conversion.toRepository("f", pointer), pointer);
    assert.equal(conversion.toRepository("f", new Uint8Array()).length, 0);
    assert.deepEqual(conversion.notices, []);

    assert.equal(conversionOf(directory).needsConversion("f"), false);
    assert.equal(conversionOf(directory, { "filter.lfs.clean": "" }).needsConversion("f"), false);

    const other = conversionOf(directory, { "filter.lfs.clean": "tr a-z A-Z" });
    assert.equal(other.needsConversion("f"), true);
    assert.equal(other.toRepository("f", bytes), bytes);
    other.toRepository("f", bytes);
    assert.deepEqual(other.notices.map(({ code, path }) => [code, path]), [[
      "filter_not_run",
      "f",
    ]]);
  });
});

Deno.test("countLineEndings() agrees with git ls-files --eol", () => {
  withRepository((directory) => {
    let state = 3;
    const next = (n: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % n;
    };
    const samples: Uint8Array[] = [];
    const parts = [
      "a",
      "\n",
      "\r\n",
      "\r",
      "\x01",
      "\0",
      "\x7f",
      "\x1a",
      "x".repeat(200),
      "\xff",
      "\t",
    ];
    const weights = [9, 3, 3, 1, 1, 1, 1, 1, 4, 3, 2];
    const bag = parts.flatMap((part, i) => Array.from({ length: weights[i] }, () => part));
    for (let i = 0; i < 400; i++) {
      const kinds = Array.from({ length: 1 + next(4) }, () => bag[next(bag.length)]);
      let text = "";
      for (let j = next(30); j > 0; j--) text += kinds[next(kinds.length)];
      samples.push(latin1(text));
      Deno.writeFileSync(`${directory}/f${i}`, samples[i]);
    }
    const lines = gitText(directory, ["ls-files", "-o", "--eol"]).split("\n");
    const seen = new Set<string>();
    for (const line of lines) {
      const [, told, number] = /w\/(\S*) .*\tf(\d+)$/.exec(line)!;
      const endings = countLineEndings(samples[Number(number)]);
      const { loneLf, crLf } = endings;
      const ours = looksBinary(endings)
        ? "-text"
        : crLf > 0
        ? (loneLf > 0 ? "mixed" : "crlf")
        : loneLf > 0
        ? "lf"
        : "none";
      assert.equal(
        ours,
        told,
        JSON.stringify(new TextDecoder("latin1").decode(samples[Number(number)])),
      );
      seen.add(told);
    }
    assert.equal(seen.size, 5);
  });
});

Deno.test("toNewlines() drops the carriage return of each pair, across pieces too", () => {
  const piece = 256 * 1024;
  for (const at of [piece - 2, piece - 1, piece, piece + 1]) {
    for (const end of ["\r\n", "\r\r\n", "\r", "\rx"]) {
      const bytes = latin1("a".repeat(at) + end);
      const { crLf } = countLineEndings(bytes);
      const text = new TextDecoder().decode(toNewlines(bytes, crLf));
      assert.equal(text, ("a".repeat(at) + end).replaceAll("\r\n", "\n"));
    }
  }
  const unit = fc.constantFrom("a", "\r", "\n", "\r\n", "b".repeat(20));
  fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
    const bytes = encoder.encode(text);
    const endings = countLineEndings(bytes);
    assert.equal(endings.crLf, text.split("\r\n").length - 1);
    assert.equal(endings.crLf + endings.loneCr, text.split("\r").length - 1);
    assert.equal(endings.crLf + endings.loneLf, text.split("\n").length - 1);
    const converted = new TextDecoder().decode(toNewlines(bytes, endings.crLf));
    assert.equal(converted, text.replaceAll("\r\n", "\n"));
  }));
});

Deno.test("collapseIdent() takes any bytes and is done after one pass", () => {
  const unit = fc.constantFrom("$", "Id", ":", " ", "\n", "x", "$Id: a $", "$Id:");
  fc.assert(fc.property(fc.string({ unit }), (text) => {
    const expected = text.replace(/\$Id:[^$\n]*\$/g, "$$Id$$");
    assert.equal(new TextDecoder().decode(collapseIdent(encoder.encode(text))), expected);
  }));
});

Deno.test("DiffDrivers decide as git diff --numstat does", () => {
  withRepository((directory) => {
    Deno.writeTextFileSync(`${directory}/t`, "a\n");
    Deno.writeTextFileSync(`${directory}/b`, "a\0\n");
    runGit(directory, ["add", "."]);
    Deno.writeTextFileSync(`${directory}/t`, "b\nc\n");
    Deno.writeTextFileSync(`${directory}/b`, "b\0\nc\n");
    const rows: [string, Settings][] = [
      ["", {}],
      ["diff", {}],
      ["-diff", {}],
      ["binary", {}],
      ["binary diff", {}],
      ["!diff", {}],
      ["diff=", {}],
      ["diff=cpp", {}],
      ["diff=x", { "diff.x.binary": "true" }],
      ["diff=x", { "diff.x.binary": "false" }],
      ["diff=x", { "diff.x.binary": "auto" }],
      ["diff=x", { "diff.x.textconv": "cat" }],
    ];
    for (const [attributes, settings] of rows) {
      Deno.writeTextFileSync(`${directory}/.gitattributes`, `* ${attributes}\n`);
      const layout = stubLayout(directory, settings);
      const drivers = new DiffDrivers(
        openAttributes(worktreeAttributes(layout, nowhere, () => null)),
        stubConfig(settings),
      );
      const told = gitText(directory, [...flags(settings), "diff", "--numstat"]);
      for (const path of ["t", "b"]) {
        const binary = drivers.isBinary(path) ?? path === "b";
        assert.equal(binary, told.includes(`-\t-\t${path}`), `${path} ${attributes}`);
      }
    }
  });
});
