import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { functionContext, reviewChange } from "../../mod.ts";
import { withCode } from "../support/code_repository.ts";
import { denoEnvironment, readOnly, runReadOnly } from "../support/spawned.ts";

// deno-lint-ignore no-explicit-any
type Loose = any;

const before: Record<string, string> = { "lib.py": "def hot(a):\n    return a\n" };
for (let i = 0; i < 30; i++) {
  before[`use ${i}.py`] = `from lib import hot\n\n\ndef use_${i}():\n    return hot(${i})\n`;
}
const after: Record<string, string> = { "lib.py": "def hot(a, b):\n    return a + b\n" };
for (let i = 0; i < 30; i++) after[`use ${i}.py`] = before[`use ${i}.py`] + "\n\nVALUE = 1\n";
after["use 3.py"] = "from lib import hot\n\n\ndef use_3():\n    return hot(3) + 1\n";

/** Leaves out what differs from call to call. */
function steady(answer: Loose): unknown {
  const text = JSON.stringify(
    answer,
    (key, value) => key === "generated_at" || key === "token_estimate" ? undefined : value,
  );
  return JSON.parse(text);
}

Deno.test("server, library and command line answer alike about functions, and their calls run", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  await withCode([before, after], async ({ directory }) => {
    const client = new Client({ name: "test", version: "1" }, { capabilities: {} });
    try {
      await client.connect(
        new StdioClientTransport({
          command: Deno.execPath(),
          args: readOnly("server.ts"),
          env: denoEnvironment(),
          cwd: directory,
        }),
      );
      const call = async (name: string, args: Record<string, unknown>): Promise<Loose> => {
        const result: Loose = await client.callTool({ name, arguments: args });
        assert.ok(!result.isError, result.content[0].text);
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
        return result.structuredContent;
      };
      const cli = async (...words: string[]): Promise<Loose> => {
        const { code, stdout, stderr } = await runReadOnly("cli.ts", words);
        assert.deepEqual([code, stderr], [0, ""], words.join(" "));
        return JSON.parse(stdout);
      };
      const range = { base_ref: "HEAD~1", head_ref: "HEAD", repo_path: directory };

      const whole = await functionContext(range);
      assert.deepEqual(whole.functions.map(({ name }) => name), ["hot", "use_3"]);
      assert.equal(whole.functions[0].caller_count, 30);
      assert.equal(whole.functions[0].stale_callers?.length, 30);
      const printed = await cli("context", "--repo", directory, "HEAD~1..HEAD");
      assert.deepEqual(
        steady(printed.functions),
        steady(whole.functions),
      );

      const served = await call("get_function_context", range);
      assert.equal(served.functions[0].truncated, true);
      for (const { how } of served.omitted) {
        const [name, ...args] = how.split(/ (?=\{)/);
        const again = await call(name, JSON.parse(args.join(" ")));
        assert.deepEqual(steady(again.functions[0]), steady(whole.functions[0]));
      }

      const review = await reviewChange(range);
      assert.equal(review.manifest.files.length, 31);
      assert.deepEqual(review.function_context.functions, whole.functions);
      const all = await cli("review", `--repo=${directory}`, "HEAD~1..HEAD");
      assert.deepEqual(steady(all.review), steady(review.review));
      assert.deepEqual(
        steady(all.manifest),
        steady({
          ...review.manifest,
          metadata: { ...review.manifest.metadata, base_ref: "HEAD~1" },
        }),
      );

      const page = await call("review_change", { ...range, page_size: 5 });
      assert.equal(page.manifest.files.length, 5);
      assert.ok(JSON.stringify(JSON.stringify(page)).length <= 8192 * 4);
      for (const { how } of [...page.omitted, ...page.manifest.omitted]) {
        const [name, ...args] = how.split(/ (?=\{)/);
        await call(name, JSON.parse(args.join(" ")));
      }
      const paged = await cli("review", `--repo=${directory}`, "HEAD~1..HEAD", "--page-size=5");
      for (const { how } of [...paged.omitted, ...paged.manifest.omitted]) {
        assert.match(how, /^git-prism /);
        const words = new Deno.Command("sh", {
          args: [
            "-c",
            `for word in ${how.slice("git-prism ".length)}; do printf '%s\\0' "$word"; done`,
          ],
        }).outputSync().stdout;
        await cli(...new TextDecoder().decode(words).split("\0").slice(0, -1));
      }
      const found = await cli("context", `--repo=${directory}`, "--function-names=use_3");
      assert.deepEqual(found.functions.map(({ name }: Loose) => name), ["use_3"]);
    } finally {
      await client.close();
    }
  });
});
