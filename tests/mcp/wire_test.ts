import assert from "node:assert/strict";
import { AUDITED_READ, denoEnvironment, readOnly, ROOT, runReadOnly } from "../support/spawned.ts";

// deno-lint-ignore no-explicit-any
type Message = any;

const SERVER = "tests/support/fake_server.ts";
const hello = {
  jsonrpc: "2.0",
  id: "hello",
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "wire", version: "1" },
  },
};
const ready = { jsonrpc: "2.0", method: "notifications/initialized" };

function call(id: number | string, args: unknown, meta?: unknown): Message {
  const params = { name: "get_change_manifest", arguments: args, ...(meta ? { _meta: meta } : {}) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

/** Sends all lines, ends the input, and gives every line that came back. */
async function exchange(lines: (Message | string)[]): Promise<Message[]> {
  const stdin = lines.map((line) => typeof line === "string" ? line : `${JSON.stringify(line)}\n`)
    .join("");
  const { code, stdout, stderr } = await runReadOnly(SERVER, [], { stdin });
  assert.equal(stderr, "");
  assert.equal(code, 0);
  assert.ok(stdout === "" || stdout.endsWith("\n"));
  return stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

Deno.test("a server answers all it received before the input ended", async () => {
  const replies = await exchange([
    hello,
    ready,
    call(1, { base_ref: "main", repo_path: "/slow" }),
    call(2, { base_ref: "main", page_size: 1 }),
    JSON.stringify(call(3, { base_ref: "main", repo_path: "/slow" })),
  ]);
  assert.deepEqual(new Set(replies.map(({ id }) => id)), new Set(["hello", 1, 2, 3]));
  assert.ok(replies.every(({ result }) => result !== undefined && !result.isError));
});

Deno.test("a server without any input ends well", async () => {
  assert.deepEqual(await exchange([]), []);
});

Deno.test("lines that are no message do not end a server", async () => {
  const replies = await exchange([
    "{oops\n",
    "\n",
    "\r\n",
    "[]\n",
    "42\n",
    '{"jsonrpc":"2.0","id":7}\n',
    "\u0000\u0001\n",
    hello,
    ready,
    `{"jsonrpc":"2.0","id":8,"method":"ping","params":{"x":"${"y".repeat(9 * 1024 * 1024)}"}}\n`,
    { jsonrpc: "2.0", id: 9, method: "no/such/method" },
    { jsonrpc: "2.0", method: "no/such/notification" },
    { jsonrpc: "2.0", id: 10, method: "tools/call", params: { nonsense: true } },
    { jsonrpc: "2.0", id: 11, method: "ping" },
  ]);
  const codes = (id: unknown): unknown[] =>
    replies.filter((reply) => reply.id === id).map((reply) => reply.error?.code);
  assert.deepEqual(codes(null), [-32700, -32600, -32600, -32700, -32600]);
  assert.deepEqual(codes(7), [-32600]);
  assert.deepEqual(codes(9), [-32601]);
  assert.deepEqual(codes(10), [-32602]);
  assert.deepEqual(codes("hello"), [undefined]);
  assert.deepEqual(codes(11), [undefined]);
});

Deno.test("a long call reports rising progress, before its result, when it was asked to", async () => {
  const replies = await exchange([
    hello,
    ready,
    call(1, { base_ref: "main", repo_path: "/slow" }, { progressToken: "token" }),
  ]);
  const notices = replies.filter(({ method }) => method === "notifications/progress");
  assert.ok(notices.length >= 2, `${notices.length} notices`);
  assert.ok(notices.every(({ params }) => params.progressToken === "token" && params.message));
  const steps = notices.map(({ params }) => params.progress);
  assert.ok(steps.every((step, i) => i === 0 || step > steps[i - 1]), steps.join());
  assert.equal(replies.at(-1).id, 1);
  const silent = await exchange([hello, ready, call(1, { base_ref: "main", repo_path: "/slow" })]);
  assert.equal(silent.length, 2);
});

Deno.test("a cancelled call is not answered, others are", async () => {
  const replies = await exchange([
    hello,
    ready,
    call(1, { base_ref: "main", repo_path: "/slow" }, { progressToken: 1 }),
    {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "enough" },
    },
    call(2, { base_ref: "main", page_size: 1 }),
    // Never sent, so there is nothing to call off.
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
  ]);
  assert.deepEqual(replies.map(({ id }) => id), ["hello", 2]);
});

Deno.test("a server ends when nobody reads any more", async () => {
  const process = new Deno.Command(Deno.execPath(), {
    args: readOnly(SERVER),
    cwd: ROOT,
    clearEnv: true,
    env: denoEnvironment(),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const encoder = new TextEncoder();
  const writer = process.stdin.getWriter();
  await writer.write(encoder.encode(`${JSON.stringify(hello)}\n`));
  await process.stdout.cancel();
  try {
    for (let id = 0; id < 100; id++) {
      const line = JSON.stringify(call(id, { base_ref: "main", page_size: 500 }));
      await writer.write(encoder.encode(`${line}\n`));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } catch {
    // The server is gone, as it should be.
  }
  await writer.close().catch(() => {});
  const stderr = await new Response(process.stderr).text();
  assert.equal((await process.status).code, 0);
  assert.equal(stderr, "");
});

Deno.test("the newer protocol generation is spoken too", async () => {
  const replies = await exchange([{
    jsonrpc: "2.0",
    id: 1,
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }]);
  assert.equal(replies.length, 1);
  assert.ok(replies[0].result !== undefined, JSON.stringify(replies[0]));
});

Deno.test("the server reads and asks for nothing else", async () => {
  const log = await Deno.makeTempFile();
  const stdin = [hello, ready, call(1, { base_ref: "HEAD", page_size: 1 }), {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/list",
  }].map((line) => `${JSON.stringify(line)}\n`).join("");
  for (const flags of [[AUDITED_READ], [AUDITED_READ, "--ignore-env"]]) {
    await Deno.writeTextFile(log, "");
    const env = { DENO_AUDIT_PERMISSIONS: log };
    const { code, stdout, stderr } = await runReadOnly("server.ts", [], { stdin, flags, env });
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trim().split("\n").length, 3);
    const asked = (await Deno.readTextFile(log)).trim().split("\n").filter((line) => line !== "")
      .map((line) => JSON.parse(line).permission);
    assert.deepEqual([...new Set(asked)], ["read"]);
  }
  await Deno.remove(log);
});
