import assert from "node:assert/strict";
import fc from "fast-check";
import type { ChangeManifest } from "../../src/answers/manifest.ts";
import { PrismError } from "../../src/errors.ts";
import { ask, type AskEvent } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { change, fakeWorkspace, side } from "../support/fake_workspace.ts";

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => change(`src/file_${String(i).padStart(5, "0")}.go`));

async function allPages(
  workspace: ReturnType<typeof fakeWorkspace>,
  args: Record<string, unknown>,
): Promise<ChangeManifest[]> {
  const pages: ChangeManifest[] = [];
  let cursor: string | null = null;
  do {
    const page: ChangeManifest = await ask(changeManifestOperation, { ...args, cursor }, workspace);
    pages.push(page);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return pages;
}

const wireBytes = (answer: unknown): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(answer))).length;

async function failure(args: unknown, workspace = fakeWorkspace({ files: many(3) })) {
  try {
    await ask(changeManifestOperation, args, workspace);
  } catch (error) {
    assert.ok(error instanceof PrismError, String(error));
    return { code: error.code, message: error.message, hint: error.hint };
  }
  assert.fail("no error");
}

Deno.test("changeManifest answers with every field of the contract in order", async () => {
  const answer = await ask(
    changeManifestOperation,
    { base_ref: "main", head_ref: "HEAD" },
    fakeWorkspace({
      files: [change("a.go")],
      dependencies: [{
        file: "a.go",
        added: [{ name: "x", old_version: null, new_version: "1" }],
        removed: [],
        changed: [],
      }],
    }),
  );
  const { token_estimate, ...metadata } = answer.metadata;
  assert.equal(token_estimate, Math.ceil(JSON.stringify(answer).length / 4));
  assert.deepEqual(metadata, {
    repo_path: "/repo",
    base_ref: "main",
    head_ref: "HEAD",
    base_sha: "a".repeat(40),
    head_sha: "b".repeat(40),
    object_format: "sha1",
    generated_at: "2026-01-02T03:04:05Z",
    version: "0.0.0-test",
    budget_tokens: 8192,
    notices: [],
  });
  assert.deepEqual(answer.summary, {
    total_files_changed: 1,
    files_added: 0,
    files_modified: 1,
    files_deleted: 0,
    files_renamed: 0,
    total_lines_added: 2,
    total_lines_removed: 1,
    total_functions_changed: null,
    languages_affected: ["go"],
  });
  assert.deepEqual(answer.files, [{
    path: "a.go",
    old_path: null,
    change_type: "modified",
    change_scope: "committed",
    language: "go",
    is_binary: false,
    is_generated: false,
    lines_added: 2,
    lines_removed: 1,
    size_before: 10,
    size_after: 12,
    functions_changed: null,
    imports_changed: null,
  }]);
  assert.equal(answer.dependency_changes[0].added[0].name, "x");
  assert.deepEqual(answer.pagination, {
    total_items: 1,
    page_start: 0,
    page_size: 100,
    next_cursor: null,
  });
  assert.deepEqual(answer.omitted, []);
});

Deno.test("changeManifest keeps every page of 5,000 files under the default budget, and loses none", async () => {
  const files = Array.from(
    { length: 5000 },
    (_, i) => change(`dir "${i % 7}"\\\t\u0001/файл_${String(i).padStart(5, "0")}.go`),
  );
  const workspace = fakeWorkspace({ files });
  const pages = await allPages(workspace, { base_ref: "main", head_ref: "HEAD", page_size: 500 });
  for (const page of pages) {
    assert.ok(wireBytes(page) <= 8192 * 4, `${wireBytes(page)} bytes`);
    assert.equal(
      page.metadata.token_estimate,
      Math.ceil(new TextEncoder().encode(JSON.stringify(page)).length / 4),
    );
    assert.equal(page.summary.total_files_changed, 5000);
  }
  assert.ok(pages.length > 10 && pages.length < 200, `${pages.length} pages`);
  const whole = await ask(
    changeManifestOperation,
    { base_ref: "main", head_ref: "HEAD" },
    workspace,
    {
      whole: true,
    },
  );
  assert.deepEqual(pages.flatMap((page) => page.files), whole.files);
  assert.equal(whole.files.length, 5000);
  assert.equal(whole.pagination.next_cursor, null);
});

Deno.test("joined pages equal the whole for any page size and budget", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: -2, max: 50 }),
      fc.constantFrom(0, 1, 50, 500, 1000, 3000),
      async (count, page_size, max_response_tokens) => {
        const files = many(count).flatMap((file, i) =>
          i % 5 === 0
            ? [{ ...file, scope: "staged" as const }, { ...file, scope: "unstaged" as const }]
            : [{ ...file, scope: "staged" as const }]
        );
        const entry = (i: number) => ({ name: `p${i}`, old_version: "1", new_version: null });
        const dependencies = files.filter((_, i) => i % 3 === 0).map(({ path }) => ({
          file: path,
          added: [],
          removed: [entry(1), entry(2)],
          changed: [],
        }));
        const workspace = fakeWorkspace({ files, dependencies });
        const args = { base_ref: "main", page_size, max_response_tokens };
        const pages = await allPages(workspace, args);
        const whole = await ask(changeManifestOperation, { base_ref: "main" }, workspace, {
          whole: true,
        });
        assert.deepEqual(pages.flatMap((page) => page.files), whole.files);
        assert.deepEqual(
          pages.flatMap((page) => page.dependency_changes).map(({ file }) => file),
          whole.dependency_changes.map(({ file }) => file),
        );
        const kept = pages.flatMap((page) =>
          page.dependency_changes.flatMap(({ removed }) => removed)
        );
        const cut = pages.flatMap((page) => page.omitted)
          .filter(({ what }) => what === "dependency_changes");
        assert.equal(
          kept.length + cut.reduce((sum, { count }) => sum + count, 0),
          whole.dependency_changes.length * 2,
        );
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("a file over budget goes out alone, with its details cut and the call that gets them", async () => {
  const added = Array.from({ length: 3000 }, (_, i) => ({
    name: `package-${i}`,
    old_version: null,
    new_version: "1.0.0",
  }));
  const workspace = fakeWorkspace({
    files: [change("a [x].json"), change("b.go")],
    dependencies: [{ file: "a [x].json", added, removed: [], changed: [] }],
  });
  const answer = await ask(changeManifestOperation, {
    base_ref: "main",
    head_ref: "HEAD",
    repo_path: "/x",
    max_response_tokens: 4096,
  }, workspace);
  assert.equal(answer.files.length, 1);
  assert.ok(wireBytes(answer) <= 4096 * 4);
  assert.ok(wireBytes(answer) > 4000 * 4, "the budget is used");
  const [cut, rest] = answer.omitted;
  assert.equal(cut.what, "dependency_changes");
  assert.equal(cut.count + answer.dependency_changes[0].added.length, 3000);
  assert.equal(
    cut.how,
    'get_change_manifest {"repo_path":"/x","base_ref":"main","head_ref":"HEAD",' +
      '"include_patterns":["/a \\\\[x\\\\].json"],"max_response_tokens":0}',
  );
  const again = await ask(
    changeManifestOperation,
    JSON.parse(cut.how.slice(cut.how.indexOf("{"))),
    workspace,
  );
  assert.equal(again.dependency_changes[0].added.length, 3000);
  assert.deepEqual(
    { ...rest, how: "" },
    { what: "files", count: 1, why: "max_response_tokens 4096", how: "" },
  );
  const next = await ask(
    changeManifestOperation,
    JSON.parse(rest.how.slice(rest.how.indexOf("{"))),
    workspace,
  );
  assert.deepEqual(next.files.map((file) => file.path), ["b.go"]);
});

Deno.test("a budget that nothing fits still moves on, and says so", async () => {
  const answer = await ask(changeManifestOperation, {
    base_ref: "main",
    max_response_tokens: 1,
  }, fakeWorkspace({ files: many(3) }));
  assert.equal(answer.files.length, 1);
  assert.ok(answer.metadata.notices.some(({ code }) => code === "page_over_budget"));
  assert.ok(answer.pagination.next_cursor !== null);
});

Deno.test("page_size is brought into 1..500", async () => {
  const workspace = fakeWorkspace({ files: many(600) });
  const size = async (page_size: number) => {
    const args = { base_ref: "main", page_size, max_response_tokens: 0 };
    const { pagination, files } = await ask(changeManifestOperation, args, workspace);
    return [pagination.page_size, files.length];
  };
  assert.deepEqual(await size(100000), [500, 500]);
  assert.deepEqual(await size(0), [1, 1]);
  assert.deepEqual(await size(-7), [1, 1]);
});

Deno.test("cursors are refused with their reason", async () => {
  const workspace = fakeWorkspace({ files: many(30) });
  const args = { base_ref: "main", head_ref: "HEAD", page_size: 10 };
  const { pagination } = await ask(changeManifestOperation, args, workspace);
  const cursor = pagination.next_cursor!;
  const fields = JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" })),
  );
  const forge = (changes: object) =>
    new TextEncoder().encode(JSON.stringify({ ...fields, ...changes })).toBase64({
      alphabet: "base64url",
    });
  const cases: [string, string, RegExp][] = [
    ["$$$", "invalid_cursor", /is not base64url/],
    [btoa("{oops"), "invalid_cursor", /does not hold JSON/],
    [btoa("[1]"), "invalid_cursor", /JSON object/],
    [forge({ v: 2 }), "invalid_cursor", /format version 2/],
    [forge({ tool: "review_change" }), "invalid_cursor", /belongs to "review_change"/],
    [forge({ offset: -1 }), "invalid_cursor", /offset -1/],
    [forge({ offset: 1.5 }), "invalid_cursor", /offset 1.5/],
    [forge({ offset: 1e300 }), "invalid_cursor", /offset/],
    [forge({ offset: "10" }), "invalid_cursor", /offset "10"/],
    [forge({ offset: 30 }), "invalid_cursor", /points at item 30 of 30/],
    [forge({ base_sha: "e".repeat(40) }), "stale_cursor", /refs now mean/],
    ["x".repeat(100_000), "invalid_cursor", /100000 characters/],
  ];
  for (const [forged, code, message] of cases) {
    const error = await failure({ ...args, cursor: forged }, workspace);
    assert.equal(error.code, code, forged.slice(0, 50));
    assert.match(error.message, message);
    assert.ok(error.hint);
  }
  const other = await failure({ ...args, head_ref: "other", cursor }, workspace);
  assert.equal(other.code, "stale_cursor");
  const filters = await failure({ ...args, include_patterns: ["*.go"], cursor }, workspace);
  assert.match(filters.message, /other filters/);
});

Deno.test("a cursor of the working tree goes stale when the files change", async () => {
  const repository = { files: many(30) };
  const workspace = fakeWorkspace(repository);
  const args = { base_ref: "main", page_size: 10 };
  const { pagination, metadata } = await ask(changeManifestOperation, args, workspace);
  assert.equal(metadata.head_sha, "WORKTREE");
  assert.equal(metadata.head_ref, "WORKTREE");
  const cursor = pagination.next_cursor;
  await ask(changeManifestOperation, { ...args, cursor }, workspace);
  repository.files = [change("new.go"), ...repository.files];
  assert.equal((await failure({ ...args, cursor }, workspace)).code, "stale_cursor");
});

Deno.test("wrong arguments are one clear sentence", async () => {
  const cases: [unknown, string, string][] = [
    [{}, "invalid_argument", "The argument base_ref is required."],
    [{ base_ref: 7 }, "invalid_argument", "The argument base_ref is 7, not a string."],
    [{ base_ref: "" }, "invalid_argument", "The argument base_ref is empty."],
    [
      { base_ref: "main", page_size: "many" },
      "invalid_argument",
      'The argument page_size is the string "many", not a whole number.',
    ],
    [
      { base_ref: "main", page_size: 1.5 },
      "invalid_argument",
      "The argument page_size is 1.5, not a whole number.",
    ],
    [
      { base_ref: "main", max_response_tokens: -1 },
      "invalid_argument",
      "The argument max_response_tokens is -1, not at least 0.",
    ],
    [
      { base_ref: "main", include_patterns: "*.rs" },
      "invalid_argument",
      'The argument include_patterns is the string "*.rs", not a list of strings.',
    ],
    [
      { base_ref: "main", include_patterns: [1] },
      "invalid_argument",
      "The argument include_patterns[0] is 1, not a string.",
    ],
    [
      { base_ref: "main", baseref: "x" },
      "unknown_argument",
      'The argument "baseref" is not known to get_change_manifest.',
    ],
    [[], "invalid_argument", "The arguments are a list, not an object."],
  ];
  for (const [args, code, message] of cases) {
    const error = await failure(args);
    assert.deepEqual([error.code, error.message], [code, message]);
  }
  assert.equal(
    (await failure({ base_ref: "main", baseref: "x" })).hint,
    'Did you mean "base_ref"?',
  );
});

Deno.test("patterns filter by either path of a renamed file, and bad ones are errors", async () => {
  const files = [
    change("a/new.go", { oldPath: "b/old.rs", kind: "renamed", similarity: 90 }),
    change("c.go"),
    change("d/e.go"),
  ];
  const paths = async (include: string[], exclude: string[] = []) => {
    const answer = await ask(changeManifestOperation, {
      base_ref: "main",
      include_patterns: include,
      exclude_patterns: exclude,
    }, fakeWorkspace({ files }));
    assert.equal(answer.summary.total_files_changed, answer.files.length);
    return answer.files.map((file) => file.path);
  };
  assert.deepEqual(await paths(["*.rs"]), ["a/new.go"]);
  assert.deepEqual(await paths(["*.go"], ["b/"]), ["c.go", "d/e.go"]);
  assert.deepEqual(await paths(["/*.go"]), ["c.go"]);
  const error = await failure({ base_ref: "main", include_patterns: ["src/[a"] });
  assert.equal(error.code, "invalid_pattern");
  assert.match(error.message, /"src\/\[a" in include_patterns/);
});

Deno.test("a path that is not UTF-8 is quoted, named in a notice and can be passed back", async () => {
  const workspace = fakeWorkspace({ files: [change("caf\udce9.txt"), change("x.go")] });
  const answer = await ask(changeManifestOperation, { base_ref: "main" }, workspace);
  assert.equal(answer.files[0].path, '"caf\\351.txt"');
  assert.deepEqual(answer.metadata.notices.map(({ code, path }) => [code, path]), [
    ["path_not_utf8", '"caf\\351.txt"'],
  ]);
  const again = await ask(changeManifestOperation, {
    base_ref: "main",
    include_patterns: [answer.files[0].path],
  }, workspace);
  assert.deepEqual(again.files, [answer.files[0]]);
});

Deno.test("invisible characters are named and left as they are", async () => {
  const path = "safe\u202etxt.exe";
  const answer = await ask(
    changeManifestOperation,
    { base_ref: "main" },
    fakeWorkspace({
      files: [change(path), change("tags\u{e0041}.go"), change("ok é 漢 👍🏽.go")],
    }),
  );
  assert.equal(answer.files[0].path, path);
  const notices = answer.metadata.notices.filter(({ code }) => code === "invisible_characters");
  assert.deepEqual(notices.map(({ message }) => message.split(": ")[1]), [
    "safe\\u{202e}txt.exe",
    "tags\\u{e0041}.go",
  ]);
});

Deno.test("a range may stand in base_ref", async () => {
  const seen: unknown[] = [];
  const workspace = fakeWorkspace({ files: [], before: (range) => void seen.push(range) });
  const answer = await ask(changeManifestOperation, { base_ref: "main...HEAD" }, workspace);
  assert.equal(answer.metadata.merge_base_sha, "d".repeat(40));
  assert.equal(answer.metadata.base_ref, "main");
  await ask(changeManifestOperation, { base_ref: "main.." }, workspace);
  await ask(changeManifestOperation, { base_ref: "..other" }, workspace);
  await ask(changeManifestOperation, { base_ref: "main", head_ref: null }, workspace);
  assert.deepEqual(seen, [
    { base: "main", head: "HEAD", symmetric: true },
    { base: "main", head: "HEAD", symmetric: false },
    { base: "HEAD", head: "other", symmetric: false },
    { base: "main", head: null, symmetric: false },
  ]);
  const error = await failure({ base_ref: "main..HEAD", head_ref: "HEAD" }, workspace);
  assert.match(error.message, /a range with a head of its own/);
});

Deno.test("sides that cannot be read leave null and an error at their entry", async () => {
  const broken = {
    ...side(1),
    size: () => {
      throw new PrismError("object_promised", "The object 1 is missing.");
    },
  };
  const { files } = await ask(
    changeManifestOperation,
    { base_ref: "main" },
    fakeWorkspace({
      files: [
        change("a", { before: null, kind: "added" }),
        change("b", { after: broken }),
        change("c", { before: side(1, 0o160000), after: side(1, 0o160000) }),
        change("d", { after: side(5, 0o100755), encoding: "utf-16le", binary: true }),
      ],
    }),
  );
  assert.deepEqual([files[0].size_before, files[0].size_after], [0, 12]);
  assert.equal(files[1].size_after, null);
  assert.deepEqual(files[1].error, {
    code: "object_promised",
    message: "The object 1 is missing.",
  });
  assert.deepEqual(files[2].submodule, { old_sha: "1".repeat(40), new_sha: "1".repeat(40) });
  assert.deepEqual([files[3].mode_before, files[3].mode_after], ["100644", "100755"]);
  assert.equal(files[3].encoding, "utf-16le");
});

Deno.test("ask() tells one event, obeys the signal and reports progress", async () => {
  const events: AskEvent[] = [];
  const messages: string[] = [];
  const controller = new AbortController();
  const workspace = fakeWorkspace({
    files: many(1),
    before: (_, step) => {
      controller.abort();
      return step("never");
    },
  });
  const options = {
    signal: controller.signal,
    observe: (event: AskEvent) => void events.push(event),
    progress: ({ message }: { message: string }) => void messages.push(message),
  };
  await assert.rejects(ask(changeManifestOperation, { base_ref: "main" }, workspace, options), {
    code: "cancelled",
  });
  await ask(changeManifestOperation, { base_ref: "main" }, fakeWorkspace({ files: [] }), {
    observe: options.observe,
  });
  assert.deepEqual(events.map(({ outcome }) => outcome), ["cancelled", "answered"]);
  assert.deepEqual(messages, ["opening the repository"]);
});
