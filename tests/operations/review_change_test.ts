import assert from "node:assert/strict";
import type { Review } from "../../src/answers/review.ts";
import { PrismError } from "../../src/errors.ts";
import { type CodeRepository, type Edit, withCode } from "../support/code_repository.ts";
import { runGit } from "../support/scratch_repository.ts";

const wireBytes = (answer: unknown): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(answer))).length;

const range = { base_ref: "HEAD~1..HEAD" };

/** Hunks of git for one file: the header without what follows the second `@@`, then its lines. */
function gitHunks(repository: CodeRepository, ...args: string[]): string[] {
  const text = repository.git("diff", "--no-ext-diff", "-M", ...args);
  return text.split(/^(?=diff --git )/m).flatMap((file) =>
    file.split(/^(?=@@ )/m).slice(1).map((hunk) =>
      hunk.replace(/^(@@ [^@]* @@).*/, "$1").replace(/\n$/, "")
    )
  );
}

const hunksOf = (text: string | undefined): string[] => text?.split(/\n(?=@@ )/) ?? [];

/** All hunks that a review shows of functions. */
function shownHunks({ manifest }: Review): string[] {
  return manifest.files.flatMap(({ functions_changed }) =>
    (functions_changed ?? []).flatMap(({ hunks }) => hunksOf(hunks))
  );
}

/** A file of functions of which some are edited. */
function source(count: number, edited: (i: number) => boolean, calls = true): string {
  return `"""A module."""\nimport os\n\n\n` +
    Array.from({ length: count }, (_, i) =>
      `def work_${i}(first, second):
    total = first * ${i} + second
    for each in range(${i}):
        total += each
    print("${i}", total)
    # one
    # two
    # three
    # four
    return ${edited(i) ? `total + ${i}` : "total"}${calls && i > 0 ? ` + work_${i - 1}(1, 2)` : ""}
`).join("\n\n");
}

Deno.test("a review shows the changed lines of functions as git does, each once", async () => {
  const before = source(12, () => false);
  const after = source(12, (i) => i % 2 === 0).replace("import os", "import os\nimport sys");
  await withCode([{ "a.py": before }, { "a.py": after }], async (repository) => {
    const review = await repository.review(range);
    const git = gitHunks(repository, "HEAD~1", "HEAD");
    const shown = shownHunks(review);
    assert.ok(shown.length >= 6);
    assert.equal(new Set(shown).size, shown.length);
    for (const hunk of shown) assert.ok(git.includes(hunk), hunk);
    // The import stands in no function.
    const outside = review.omitted.filter(({ what }) => what.startsWith("changed lines outside"));
    assert.deepEqual(outside.map(({ count }) => count), [1]);
    const args = JSON.parse(outside[0].how.slice(outside[0].how.indexOf("{")));
    const full = await repository.review(args);
    assert.deepEqual(full.manifest.files.flatMap(({ hunks }) => hunksOf(hunks)), git);
    assert.deepEqual(full.omitted, []);
    const none = await repository.review({ ...range, include_hunks: "none" });
    assert.deepEqual(shownHunks(none), []);
    assert.deepEqual(none.omitted, []);
  });
});

Deno.test("a review has both halves of one range, an order with reasons and groups", async () => {
  const before: Edit = {
    "a.ts": `export function root(a: number) {
  return a + 1;
}
`,
    "b.ts": `import { root } from "./a.ts";

export function middle() {
  return root(1);
}
`,
    "c.ts": `import { middle } from "./b.ts";
import { root } from "./a.ts";

export function top() {
  return middle() + root(2);
}

function alone() {
  return 1;
}
`,
  };
  const after: Edit = {
    "a.ts": "export function root(a: number, b: number) {\n  return a + b;\n}\n",
    "b.ts": (before["b.ts"] as string).replace("root(1)", "root(1) * 2"),
    "c.ts": (before["c.ts"] as string).replace("return 1;", "return 2;"),
  };
  await withCode([before, after], async (repository) => {
    const review = await repository.review(range);
    assert.deepEqual(review.review.order.map(({ name }) => name), ["root", "middle", "alone"]);
    assert.equal(review.review.order[0].risk, "high");
    assert.match(review.review.order[0].why, /signature|no longer there/);
    assert.deepEqual(review.review.groups, [{
      functions: ["root", "middle"],
      why: "They call each other.",
    }]);
    assert.equal(review.manifest.metadata.head_sha, repository.git("rev-parse", "HEAD"));
    const context = await repository.context(range, { whole: true });
    assert.deepEqual(review.function_context.functions, context.functions);
    const { token_estimate } = review.metadata;
    assert.equal(token_estimate, Math.ceil(JSON.stringify(review).length / 4));
  });
});

Deno.test("a review of a merge base range, of a working tree and of a bare repository", async () => {
  const base = source(3, () => false);
  await withCode([{ "a.py": base }], async (repository) => {
    repository.git("branch", "side");
    repository.commit({ "b.py": base });
    repository.git("checkout", "-q", "side");
    repository.commit({ "a.py": source(3, (i) => i === 1) });
    const merged = await repository.review({ base_ref: "main...side" });
    assert.deepEqual(merged.manifest.files.map(({ path }) => path), ["a.py"]);
    assert.equal(
      merged.manifest.metadata.merge_base_sha,
      repository.git("merge-base", "main", "side"),
    );
    assert.deepEqual(merged.review.order.map(({ name }) => name), ["work_1"]);

    repository.write({
      "a.py": source(3, (i) => i === 1 || i === 2),
      "new.py": "def fresh():\n    return work_2(1, 2)\n",
    });
    const disk = await repository.review({ base_ref: "HEAD" });
    assert.deepEqual(disk.function_context.functions.map(({ name }) => name), ["work_2", "fresh"]);
    assert.deepEqual(shownHunks(disk), [
      ...gitHunks(repository, "HEAD"),
      "@@ -0,0 +1,2 @@\n+def fresh():\n+    return work_2(1, 2)",
    ]);

    const bare = `${repository.directory}/bare.git`;
    runGit(repository.directory, ["clone", "-q", "--bare", ".", bare]);
    const there = await repository.review({ base_ref: "main...side", repo_path: bare });
    assert.deepEqual(there.review, merged.review);
    await assert.rejects(repository.review({ base_ref: "HEAD", repo_path: bare }), {
      code: "bare_repository",
    });
  });
});

Deno.test("a review of a big change keeps the budget, and all of it can be had", async () => {
  const files: Record<string, string> = {};
  const edited: Record<string, string> = {};
  for (let i = 0; i < 60; i++) {
    files[`dir "${i}"/f.py`] = source(20, () => false).replaceAll("work_", `work_${i}_`);
    edited[`dir "${i}"/f.py`] = source(20, (j) => j % 3 === 0).replaceAll("work_", `work_${i}_`);
  }
  edited["added.py"] = source(50, () => false).replaceAll("work_", "added_");
  await withCode([files, edited], async (repository) => {
    for (const max_response_tokens of [1000, 2000, 4096, 8192, 20_000]) {
      const review = await repository.review({ ...range, max_response_tokens });
      assert.ok(
        wireBytes(review) <= max_response_tokens * 4 || max_response_tokens < 2000,
        `${wireBytes(review)} for ${max_response_tokens}`,
      );
      assert.ok(review.manifest.files.length > 0);
      assert.ok(review.function_context.functions.length > 0);
      assert.ok(review.review.order.length > 0);
      if (max_response_tokens >= 8192) {
        assert.ok(shownHunks(review).length > 0);
        assert.ok(wireBytes(review) > max_response_tokens * 4 * 0.6, `${wireBytes(review)} bytes`);
      }
      for (const { count, how } of review.omitted) {
        assert.ok(count > 0);
        assert.match(how, /review_change|get_/);
      }
    }
    // Both halves go on, each by its own cursor.
    const names: string[] = [], paths: string[] = [];
    let cursors: Record<string, string | null> = {};
    for (let pages = 0; pages < 200; pages++) {
      const { manifest, function_context } = await repository.review({ ...range, ...cursors });
      if (cursors.manifest_cursor !== undefined || pages === 0) {
        paths.push(...manifest.files.map(({ path }) => path));
      }
      if (cursors.function_context_cursor !== undefined || pages === 0) {
        names.push(...function_context.functions.map(({ name }) => name));
      }
      cursors = {};
      const next = manifest.pagination.next_cursor;
      const other = function_context.pagination.next_cursor;
      if (next !== null) cursors.manifest_cursor = next;
      if (other !== null) cursors.function_context_cursor = other;
      if (next === null && other === null) break;
      if (next === null || other === null) break;
    }
    assert.equal(new Set(paths).size, paths.length);
    assert.equal(new Set(names).size, names.length);
    const context = await repository.context(range, { whole: true });
    assert.deepEqual(names, context.functions.slice(0, names.length).map(({ name }) => name));
    const whole = await repository.review(range, { whole: true });
    assert.deepEqual(whole.function_context.functions, context.functions);
    assert.equal(whole.manifest.files.length, 61);
    // What is left are the lines of the new file that stand outside of functions.
    assert.deepEqual(
      whole.omitted.filter(({ what }) => !what.startsWith("changed lines outside")).map((each) =>
        each.what
      ),
      [`review.order`],
    );
  });
});

Deno.test("files that have no functions are part of a review: binary, submodule, large, symlink, damaged", async () => {
  const before: Edit = {
    "data.bin": new Uint8Array([0, 1, 2]),
    "notes.txt": "one\n",
    "a.py": "def a():\n    return 1\n",
    "latin.py": new Uint8Array([
      ...new TextEncoder().encode("def l():\n    return '"),
      0xe9,
      0x27,
      10,
    ]),
  };
  const after: Edit = {
    "data.bin": new Uint8Array([0, 1, 2, 3]),
    "notes.txt": "two\n",
    "a.py": "def a():\n    return 2\n",
    "latin.py": new Uint8Array([
      ...new TextEncoder().encode("def l():\n    return '"),
      0xe8,
      0x27,
      10,
    ]),
    "huge.py": `def huge():\n    return 1\n${`TEXT = "${"x".repeat(1000)}"\n`.repeat(4500)}`,
  };
  await withCode([before], async (repository) => {
    Deno.symlinkSync("a.py", `${repository.directory}/link.py`);
    repository.commit(after);
    const id = repository.git("rev-parse", "HEAD");
    runGit(repository.directory, ["update-index", "--add", "--cacheinfo", `160000,${id},sub`]);
    runGit(repository.directory, ["commit", "-qm", "sub"]);
    const review = await repository.review({ base_ref: "HEAD~2..HEAD", include_hunks: "full" });
    assert.deepEqual(review.manifest.files.map(({ path }) => path), [
      "a.py",
      "data.bin",
      "huge.py",
      "latin.py",
      "link.py",
      "notes.txt",
      "sub",
    ]);
    const hunks = Object.fromEntries(review.manifest.files.map(({ path, hunks }) => [path, hunks]));
    assert.equal(hunks["notes.txt"], "@@ -1 +1 @@\n-one\n+two");
    assert.equal(hunks["latin.py"], "@@ -1,2 +1,2 @@\n def l():\n-    return 'é'\n+    return 'è'");
    assert.equal(hunks["data.bin"], undefined);
    assert.ok(
      review.omitted.some(({ what }) => what === "hunks of files"),
      JSON.stringify(review.omitted),
    );
    assert.deepEqual(review.review.order.map(({ name }) => name).sort(), ["a", "huge", "l"]);
  });
});

Deno.test("a change of layout is no risk, and moved lines are no change", async () => {
  const text = source(3, () => false);
  const [head, one, two, three] = text.split(/\n\n(?=def )|(?<=import os\n)\n\n/);
  await withCode([
    { "a.py": text },
    { "a.py": [head, three, one, two.replace("# one", "# uno")].join("\n\n") },
  ], async (repository) => {
    const review = await repository.review(range);
    assert.deepEqual(review.review.order.map(({ name, risk }) => [name, risk]), [[
      "work_1",
      "none",
    ]]);
    assert.match(review.review.order[0].why, /layout or comments/);
  });
});

Deno.test("cursors of a review are refused where they do not belong", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`f${i}.py`, source(2, () => false)]),
  );
  const edited = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`f${i}.py`, source(2, () => true)]),
  );
  await withCode([files, edited], async (repository) => {
    const first = await repository.review({ ...range, page_size: 3 });
    const manifest = first.manifest.pagination.next_cursor!;
    const context = first.function_context.pagination.next_cursor!;
    const code = async (args: Record<string, unknown>): Promise<string> => {
      try {
        await repository.review({ ...range, page_size: 3, ...args });
      } catch (failure) {
        if (failure instanceof PrismError) return failure.code;
      }
      return "none";
    };
    assert.equal(
      await code({ manifest_cursor: manifest, function_context_cursor: context }),
      "none",
    );
    assert.equal(await code({ manifest_cursor: context }), "invalid_cursor");
    assert.equal(await code({ function_context_cursor: manifest }), "invalid_cursor");
    assert.equal(
      await code({ manifest_cursor: manifest, include_patterns: ["*.py"] }),
      "invalid_cursor",
    );
    assert.equal(
      await code({ function_context_cursor: context, function_names: ["work_0"] }),
      "invalid_cursor",
    );
    assert.equal(
      await code({ base_ref: "HEAD..HEAD~1", manifest_cursor: manifest }),
      "stale_cursor",
    );
    const missing = await repository.review({ ...range, function_names: ["nobody"] });
    assert.deepEqual(missing.function_context.functions, []);
    assert.equal(missing.function_context.metadata.notices[0].code, "function_not_found");
    const stop = AbortSignal.abort();
    await assert.rejects(repository.review(range, { signal: stop }), { code: "cancelled" });
  });
});
