import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { OPERATIONS } from "../../src/operations/mod.ts";
import { VERSION } from "../../src/version.ts";
import { denoEnvironment, readOnly } from "../support/spawned.ts";

interface Connected {
  client: Client;
  close: () => Promise<void>;
}

async function connect(roots?: string[]): Promise<Connected> {
  const client = new Client({ name: "test", version: "1" }, {
    capabilities: roots === undefined ? {} : { roots: {} },
  });
  if (roots !== undefined) {
    client.setRequestHandler("roots/list", () => ({ roots: roots.map((uri) => ({ uri })) }));
  }
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: readOnly("tests/support/fake_server.ts"),
      env: denoEnvironment(),
    }),
  );
  return { client, close: () => client.close() };
}

// deno-lint-ignore no-explicit-any
type Loose = any;

const options = { sanitizeOps: false, sanitizeResources: false };

Deno.test("serve() greets with its name, version and instructions", options, async () => {
  const { client, close } = await connect();
  assert.deepEqual(client.getServerVersion(), { name: "git-prism", version: VERSION });
  assert.ok((client.getInstructions() ?? "").length < 400);
  await close();
});

Deno.test("serve() lists tools with both schemas in few bytes", options, async () => {
  const { client, close } = await connect();
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), OPERATIONS.map(({ name }) => name));
  const [tool] = tools;
  assert.match(tool.description ?? "", /git diff --stat/);
  assert.equal(tool.annotations?.readOnlyHint, true);
  assert.equal(tool.inputSchema.additionalProperties, false);
  assert.equal(tool.outputSchema?.type, "object");
  const size = JSON.stringify(tools).length;
  assert.ok(size <= 8192 * tools.length / 5, `${size} bytes`);
  await close();
});

Deno.test("serve() answers as text and as structure, page after page", options, async () => {
  const { client, close } = await connect();
  let cursor: string | null = null;
  let count = 0;
  do {
    const result: Loose = await client.callTool({
      name: "get_change_manifest",
      arguments: { base_ref: "main", head_ref: "HEAD", page_size: 500, cursor },
    });
    assert.ok(!result.isError, JSON.stringify(result));
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    assert.ok(JSON.stringify(result.content[0].text).length <= 8192 * 4);
    count += result.structuredContent.files.length;
    cursor = result.structuredContent.pagination.next_cursor;
  } while (cursor !== null);
  assert.equal(count, 5000);
  await close();
});

Deno.test("serve() says what went wrong and what to do", options, async () => {
  const { client, close } = await connect();
  const text = async (args: Record<string, unknown>): Promise<string> => {
    const result: Loose = await client.callTool({ name: "get_change_manifest", arguments: args });
    assert.equal(result.isError, true);
    return result.content[0].text;
  };
  assert.equal(
    await text({ base_ref: "mian" }),
    'error[ref_not_found]: The ref "mian" does not exist.\nhint: Did you mean main?',
  );
  assert.match(
    await text({ base_ref: "main", page: 1 }),
    /unknown_argument.*\nhint: .*"page_size"/,
  );
  assert.match(await text({ base_ref: "main", repo_path: "/nowhere" }), /not_a_repository/);
  const internal = await text({ base_ref: "main", repo_path: "/broken" });
  assert.match(internal, /^error\[internal\]/);
  assert.ok(!/secret|\n\s+at /.test(internal), internal);
  await assert.rejects(
    client.callTool({ name: "get_change_manifests", arguments: {} }),
    /Did you mean "get_change_manifest"/,
  );
  await close();
});

Deno.test("serve() works in the client's first root, then in its own folder", options, async () => {
  const place = async (roots?: string[]): Promise<string> => {
    const { client, close } = await connect(roots);
    const result: Loose = await client.callTool({
      name: "get_change_manifest",
      arguments: { base_ref: "main", page_size: 1 },
    });
    await close();
    return result.structuredContent.metadata.repo_path;
  };
  assert.equal(await place(["file:///some%20where/caf%C3%A9"]), "/some where/café");
  assert.equal(await place(["file:///b", "file:///c"]), "/b");
  assert.equal(await place([]), "/repo");
  assert.equal(await place(), "/repo");
});
