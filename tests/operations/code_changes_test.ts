import assert from "node:assert/strict";
import type { ChangeManifest } from "../../src/answers/manifest.ts";
import type { ManifestFile } from "../../src/answers/manifest_file.ts";
import { ask } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { commitHistoryOperation } from "../../src/operations/commit_history.ts";
import { localWorkspace } from "../support/local_workspace.ts";
import { runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

type Write = (files: Record<string, string | Uint8Array | null>, message?: string) => void;
type Ask = (args?: Record<string, unknown>) => Promise<ChangeManifest>;

/** A repository to write commits into; questions are about its last one unless they say otherwise. */
async function withCode(
  work: (write: Write, manifest: Ask, directory: string) => Promise<void>,
): Promise<void> {
  await withRepositoryAsync(async (directory) => {
    const write: Write = (files, message) => {
      for (const [path, content] of Object.entries(files)) {
        Deno.mkdirSync(`${directory}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
        if (content === null) Deno.removeSync(`${directory}/${path}`);
        else if (typeof content === "string") {
          Deno.writeTextFileSync(`${directory}/${path}`, content);
        } else Deno.writeFileSync(`${directory}/${path}`, content);
      }
      if (message === undefined) return;
      runGit(directory, ["add", "-A"]);
      runGit(directory, ["commit", "-qm", message]);
    };
    const workspace = localWorkspace(directory);
    await work(write, (args = {}) =>
      ask(changeManifestOperation, {
        base_ref: "HEAD~1..HEAD",
        include_function_analysis: true,
        max_response_tokens: 0,
        ...args,
      }, workspace), directory);
  });
}

const body = (name: string) =>
  `def ${name}(first, second):
    total = first + second
    for index in range(10):
        total += index * first
    print("${name}", total, first, second)
    return total
`;
const at = (answer: ChangeManifest, path: string): ManifestFile =>
  answer.files.find((file) => file.path === path)!;
const told = ({ functions_changed }: ManifestFile) =>
  functions_changed?.map(({ name, change_type }) => `${change_type} ${name}`) ?? null;

Deno.test("the summary counts the functions of every matching file, whatever the page", async () => {
  await withCode(async (write, manifest) => {
    const files = Array.from({ length: 12 }, (_, i) => [`f${i}.py`, body(`one_${i}`)]);
    write(Object.fromEntries(files), "one");
    write(
      Object.fromEntries(files.map(([path, text]) => [path, `${text}\n${body(`new_${path[1]}`)}`])),
      "two",
    );
    const page = await manifest({ page_size: 2 });
    assert.equal(page.files.length, 2);
    assert.deepEqual(
      [page.summary.total_functions_changed, page.summary.functions_by_change],
      [12, { added: 12 }],
    );
    assert.deepEqual(told(page.files[0]), ["added new_0"]);
    const one = await manifest({ include_patterns: ["f3.py"] });
    assert.deepEqual([one.summary.total_functions_changed, told(one.files[0])], [1, [
      "added new_3",
    ]]);
    const off = await manifest({ include_function_analysis: false });
    assert.deepEqual(
      [off.summary.total_functions_changed, off.summary.functions_by_change, told(off.files[0])],
      [null, undefined, null],
    );
  });
});

Deno.test("null is what was not analysed, an empty list what did not change", async () => {
  await withCode(async (write, manifest, directory) => {
    write({
      "a.py": "import os\n",
      "b.txt": "x\n",
      "c.py": body("f"),
      "d.py": Uint8Array.of(0, 1, 2),
    }, "one");
    write({
      "a.py": "import sys\n",
      "b.txt": "y\n",
      "c.py": `# note\n${body("f")}`,
      "d.py": Uint8Array.of(0, 3),
    });
    Deno.symlinkSync("a.py", `${directory}/e.py`);
    write({}, "two");
    const answer = await manifest();
    assert.deepEqual(told(at(answer, "a.py")), []);
    assert.deepEqual(at(answer, "a.py").imports_changed, {
      added: ["import sys"],
      removed: ["import os"],
    });
    assert.deepEqual(told(at(answer, "c.py")), []);
    assert.deepEqual(at(answer, "c.py").imports_changed, { added: [], removed: [] });
    for (const path of ["b.txt", "d.py", "e.py"]) {
      assert.deepEqual(
        [told(at(answer, path)), at(answer, path).imports_changed],
        [null, null],
        path,
      );
    }
    assert.equal(answer.summary.total_functions_changed, 0);
    const other = await manifest({ include_patterns: ["b.txt"] });
    assert.equal(other.summary.total_functions_changed, null);
  });
});

Deno.test("a function that went to another file has moved, also where one of the files is left out", async () => {
  await withCode(async (write, manifest) => {
    write({ "from.py": body("goes") + body("stays"), "to.py": "x = 1\n" }, "one");
    write({ "from.py": body("stays"), "to.py": `x = 1\n${body("goes")}` }, "two");
    for (const args of [{}, { include_patterns: ["to.py"] }]) {
      const file = at(await manifest(args), "to.py");
      assert.deepEqual(told(file), ["moved goes"]);
      assert.deepEqual(
        [file.functions_changed![0].old_path, file.functions_changed![0].old_name],
        ["from.py", null],
      );
    }
    const from = await manifest({ include_patterns: ["from.py"] });
    assert.deepEqual([told(from.files[0]), from.summary.total_functions_changed], [[], 0]);
  });
});

Deno.test("a renamed file compares its functions under the old path", async () => {
  await withCode(async (write, manifest) => {
    write({ "old.py": body("a") + body("b") + body("c") }, "one");
    write(
      { "old.py": null, "new.py": body("a") + body("b").replace("10", "20") + body("c") },
      "two",
    );
    const [file] = (await manifest()).files;
    assert.deepEqual([file.old_path, told(file)], ["old.py", ["modified b"]]);
    assert.equal(file.functions_changed![0].old_path, undefined);
  });
});

Deno.test("no_formatting leaves changes of layout out and says how many; include_types adds types", async () => {
  await withCode(async (write, manifest) => {
    write({ "a.py": `class Thing:\n    limit = 1\n\n${body("f")}\n${body("g")}` }, "one");
    write({
      "a.py": `class Thing:\n    limit = 2\n\n${
        body("f").replace("total = first", "total  =  first")
      }\n${body("g").replace("10", "11")}`,
    }, "two");
    const all = await manifest();
    assert.deepEqual(told(all.files[0]), ["modified f", "modified g"]);
    assert.deepEqual(all.files[0].functions_changed!.map((each) => each.formatting_only), [
      true,
      undefined,
    ]);
    const plain = await manifest({ no_formatting: true });
    assert.deepEqual([told(plain.files[0]), plain.summary.total_functions_changed], [
      ["modified g"],
      1,
    ]);
    assert.deepEqual(plain.omitted.map(({ what, count }) => [what, count]), [
      ["functions_changed with formatting_only", 1],
    ]);
    const typed = await manifest({ include_types: true, include_function_analysis: false });
    assert.ok(typed.summary.total_functions_changed! > 2);
    assert.ok(
      typed.files[0].functions_changed!.some(({ kind }) => !["function", "method"].includes(kind)),
    );
  });
});

Deno.test("staged and edited again are two entries, each with its own functions", async () => {
  await withCode(async (write, manifest, directory) => {
    write({ "a.py": body("f") }, "one");
    write({ "a.py": body("f") + body("staged") });
    runGit(directory, ["add", "."]);
    write({ "a.py": body("f") + body("staged") + body("edited"), "new.py": body("untracked") });
    const { files } = await manifest({ base_ref: "HEAD" });
    assert.deepEqual(files.map((file) => [file.path, file.change_scope, told(file)]), [
      ["a.py", "staged", ["added staged"]],
      ["a.py", "unstaged", ["added edited"]],
      ["new.py", "untracked", ["added untracked"]],
    ]);
  });
});

Deno.test("a file over budget loses imports, then functions, and says which and how to get them", async () => {
  await withCode(async (write, manifest) => {
    const many = Array.from({ length: 400 }, (_, i) => body(`function_number_${i}`)).join("\n");
    const imports = Array.from({ length: 40 }, (_, i) => `import module_${i}\n`).join("");
    write({ "a.py": "x = 1\n" }, "one");
    write({ "a.py": imports + many, "b.py": "y = 1\n" }, "two");
    const answer = await manifest({ max_response_tokens: 2000 });
    const [file] = answer.files;
    assert.equal(answer.files.length, 2, "no file is left out for the details of another");
    assert.equal(file.imports_changed, null);
    assert.ok(file.functions_changed!.length > 10 && file.functions_changed!.length < 400);
    assert.deepEqual(answer.omitted.map(({ what, count }) => [what, count]), [
      ["imports_changed", 40],
      ["functions_changed", 400 - file.functions_changed!.length],
    ]);
    assert.deepEqual(answer.metadata.function_analysis_truncated, ["a.py"]);
    const sent = new TextEncoder().encode(JSON.stringify(JSON.stringify(answer))).length;
    assert.ok(sent <= 8000, `${sent} bytes`);
    const call = JSON.parse(answer.omitted[1].how.replace(/^get_change_manifest /, ""));
    const whole = await manifest({ ...call, include_function_analysis: undefined });
    assert.equal(call.include_function_analysis, true);
    assert.equal(whole.files[0].functions_changed, null);
    assert.equal((await manifest(call)).files[0].functions_changed!.length, 400);
    const least = await manifest({ max_response_tokens: 1 });
    assert.deepEqual([least.files[0].functions_changed, least.files[0].imports_changed], [
      null,
      null,
    ]);
  });
});

Deno.test("syntax errors and sources that cannot be read are notices, and the rest is told", async () => {
  await withCode(async (write, manifest) => {
    write({ "a.py": body("f"), "big.py": "x = 1\n" }, "one");
    write({
      "a.py": `${body("f")}\n${body("g")}\ndef broken(:\n    ((\n`,
      "big.py": `x = "${"y".repeat(5_000_000)}"\n`,
    }, "two");
    const answer = await manifest();
    assert.ok(told(at(answer, "a.py"))!.includes("added g"));
    assert.equal(at(answer, "big.py").functions_changed, null);
    assert.deepEqual(answer.metadata.notices.map(({ code, path }) => [code, path]).sort(), [
      ["source_too_large", "big.py"],
      ["syntax_error", "a.py"],
    ]);
  });
});

Deno.test("hostile sources give what can be told of them, and never a failure", async () => {
  await withCode(async (write, manifest) => {
    const utf16 = new Uint8Array(
      Uint16Array.from(`\ufeff${body("wide")}`, (c) => c.charCodeAt(0)).buffer,
    );
    const latin1 = Uint8Array.from(`# caf\xe9\n${body("latin")}`, (c) => c.charCodeAt(0));
    write({
      "a.py": "x = 1\n",
      "utf16.py": "x = 1\n",
      "latin.py": "x = 1\n",
      "markers.py": body("f"),
    }, "one");
    write({
      "utf16.py": utf16,
      "latin.py": latin1,
      "markers.py": `<<<<<<< ours\n${body("f")}=======\n${body("g")}>>>>>>> theirs\n`,
      "line.py": `x = "${"y".repeat(20_000_000)}"`,
      "deep.py": `${"(".repeat(10_000)}1\n${body("after")}`,
      "half.py": `${body("whole")}\ndef half(a,\n`,
      "nul.py": `${body("before")}\0\n`,
    }, "two");
    const answer = await manifest();
    assert.deepEqual(told(at(answer, "utf16.py")), ["added wide"]);
    assert.deepEqual([at(answer, "utf16.py").is_binary, at(answer, "utf16.py").encoding], [
      true,
      "utf-16le",
    ]);
    assert.deepEqual(told(at(answer, "latin.py")), ["added latin"]);
    assert.ok(told(at(answer, "markers.py"))!.includes("added g"));
    assert.ok(told(at(answer, "half.py"))!.includes("added whole"));
    assert.equal(told(at(answer, "line.py")), null);
    assert.equal(told(at(answer, "nul.py")), null);
    assert.ok(
      answer.metadata.notices.some(({ code, path }) =>
        code === "source_too_large" && path === "line.py"
      ),
    );
  });
});

Deno.test("a history tells the functions of each commit", async () => {
  await withCode(async (write, _manifest, directory) => {
    write({ "a.py": body("f") }, "one");
    write({ "a.py": body("f") + body("g") }, "two");
    write({ "a.py": body("f").replace("10", "12"), "b.py": body("g") }, "three");
    const { commits } = await ask(
      commitHistoryOperation,
      { base_ref: "HEAD~2" },
      localWorkspace(directory),
    );
    assert.deepEqual(
      commits.map(({ files }) => files.map((file) => [file.path, told(file)])),
      [[["a.py", ["added g"]]], [["a.py", ["modified f"]], ["b.py", ["moved g"]]]],
    );
    assert.deepEqual(commits[1].summary.functions_by_change, { modified: 1, moved: 1 });
  });
});

Deno.test("no other files are read than those that a function may have come from or gone to", async () => {
  await withCode(async (write, _manifest, directory) => {
    write({ "stays.py": body("f"), "loses.py": body("f") + body("g") }, "one");
    write(
      { "stays.py": body("f").replace("10", "11"), "loses.py": body("f"), "new.py": body("h") },
      "two",
    );
    write({ "a.py": body("a"), "b.py": body("b"), "c.py": body("c") }, "three");
    const read = async (range: string, include: string[]): Promise<number> => {
      let files = 0;
      await ask(
        changeManifestOperation,
        { base_ref: range, include_function_analysis: true, include_patterns: include },
        localWorkspace(directory),
        { progress: ({ message }) => void (files += message === "reading functions" ? 1 : 0) },
      );
      return files;
    };
    assert.equal(await read("HEAD~1..HEAD", ["a.py"]), 1);
    assert.equal(await read("HEAD~2..HEAD~1", ["stays.py"]), 1);
    assert.equal(await read("HEAD~2..HEAD~1", ["new.py"]), 3);
    assert.equal(await read("HEAD~2..HEAD~1", ["loses.py"]), 3);
  });
});

Deno.test("a page that is asked for again is not analysed again", async () => {
  await withCode(async (write, _manifest, directory) => {
    write({ "a.py": body("f"), "b.py": body("g") }, "one");
    write({ "a.py": body("f2"), "b.py": body("g2") }, "two");
    const workspace = localWorkspace(directory);
    const read: number[] = [];
    for (let call = 0; call < 2; call++) {
      let steps = 0;
      await ask(
        changeManifestOperation,
        { base_ref: "HEAD~1..HEAD", include_function_analysis: true },
        workspace,
        {
          progress: ({ message }) => void (steps += message === "reading functions" ? 1 : 0),
        },
      );
      read.push(steps);
    }
    assert.deepEqual(read, [2, 0]);
  });
});
