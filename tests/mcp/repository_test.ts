import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { changeManifest, PrismError } from "../../mod.ts";
import { gitText, runGit } from "../support/scratch_repository.ts";
import { denoEnvironment, readOnly } from "../support/spawned.ts";

const options = { sanitizeOps: false, sanitizeResources: false };

// deno-lint-ignore no-explicit-any
type Loose = any;

/** Rows of `git diff --numstat -M -z`: path, old path, added, removed. */
function numstat(output: string): [string, string | null, number, number][] {
  const rows: [string, string | null, number, number][] = [];
  const parts = output.split("\0");
  for (let at = 0; at < parts.length - 1; at++) {
    const [added, removed, path] = parts[at].split("\t");
    if (path !== "") rows.push([path, null, Number(added), Number(removed)]);
    else rows.push([parts[at + 2], parts[at + 1], Number(added), Number(removed)]);
    if (path === "") at += 2;
  }
  return rows;
}

Deno.test("server, library and git agree about a repository", options, async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "prism test-" }));
  const client = new Client({ name: "test", version: "1" }, { capabilities: { roots: {} } });
  try {
    runGit(directory, ["init", "-q", "-b", "main"]);
    await Deno.writeTextFile(`${directory}/package.json`, '{"dependencies":{"a":"^1.0.0"}}\n');
    for (let i = 0; i < 300; i++) await Deno.writeTextFile(`${directory}/f${i}.go`, `// ${i}\n`);
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "one"]);
    await Deno.writeTextFile(`${directory}/package.json`, '{"dependencies":{"a":"^2.0.0"}}\n');
    for (let i = 0; i < 300; i++) await Deno.writeTextFile(`${directory}/f${i}.go`, `// ${i}\nx\n`);
    runGit(directory, ["mv", "f7.go", "renamed file.go"]);
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "two"]);

    client.setRequestHandler("roots/list", () => ({
      roots: [{ uri: `file://${encodeURI(directory)}` }],
    }));
    await client.connect(
      new StdioClientTransport({
        command: Deno.execPath(),
        args: readOnly("server.ts"),
        env: denoEnvironment(),
        cwd: "/",
      }),
    );
    const files: Loose[] = [];
    const dependencies: Loose[] = [];
    let cursor: string | null = null;
    do {
      const result: Loose = await client.callTool({
        name: "get_change_manifest",
        arguments: { base_ref: "HEAD~1", head_ref: "HEAD", cursor },
      });
      assert.ok(!result.isError, result.content[0].text);
      assert.equal(
        result.structuredContent.metadata.head_sha,
        gitText(directory, ["rev-parse", "HEAD"]),
      );
      files.push(...result.structuredContent.files);
      dependencies.push(...result.structuredContent.dependency_changes);
      cursor = result.structuredContent.pagination.next_cursor;
    } while (cursor !== null);

    assert.deepEqual(
      files.map((file) => [file.path, file.old_path, file.lines_added, file.lines_removed]),
      numstat(gitText(directory, ["diff", "--numstat", "-M", "-z", "HEAD~1", "HEAD"])),
    );
    assert.equal(files.length, 301);
    assert.deepEqual(dependencies, [{
      file: "package.json",
      added: [],
      removed: [],
      changed: [{ name: "a", old_version: "^1.0.0", new_version: "^2.0.0" }],
    }]);

    const whole = await changeManifest({ base_ref: "HEAD~1..HEAD", repo_path: directory });
    assert.deepEqual(whole.files, files);
    assert.deepEqual(whole.dependency_changes, dependencies);
    const paged = await changeManifest({
      base_ref: "HEAD~1..HEAD",
      repo_path: directory,
      page_size: 2,
    });
    assert.equal(paged.files.length, 2);
    await assert.rejects(
      changeManifest({ base_ref: "nope", repo_path: directory }),
      (error) => error instanceof PrismError && error.code === "ref_not_found",
    );
    await assert.rejects(
      changeManifest({ repo_path: directory }, { signal: AbortSignal.abort() }),
      { code: "cancelled" },
    );

    // A working-tree cursor goes stale with the files.
    await Deno.writeTextFile(`${directory}/f1.go`, "changed\n");
    await Deno.writeTextFile(`${directory}/f2.go`, "changed\n");
    const call = (args: Record<string, unknown>): Promise<Loose> =>
      client.callTool({ name: "get_change_manifest", arguments: args });
    const first = await call({ base_ref: "HEAD", page_size: 1 });
    const next = first.structuredContent.pagination.next_cursor;
    const second = await call({ base_ref: "HEAD", page_size: 1, cursor: next });
    assert.deepEqual(second.structuredContent.files.map((file: Loose) => file.path), ["f2.go"]);
    await Deno.writeTextFile(`${directory}/f0.go`, "changed\n");
    const stale = await call({ base_ref: "HEAD", page_size: 1, cursor: next });
    assert.match(stale.content[0].text, /^error\[stale_cursor\]/);
  } finally {
    await client.close();
    await Deno.remove(directory, { recursive: true });
  }
});
