import assert from "node:assert/strict";
import type { ContextEntry } from "../../src/answers/context_entry.ts";
import type { FunctionContext } from "../../src/answers/function_context.ts";
import { PrismError } from "../../src/errors.ts";
import { type CodeRepository, type Edit, withCode } from "../support/code_repository.ts";
import { runGit } from "../support/scratch_repository.ts";

const wireBytes = (answer: unknown): number =>
  new TextEncoder().encode(JSON.stringify(JSON.stringify(answer))).length;

const calls = (list: readonly { file: string; line: number; caller: string }[]): string[] =>
  list.map(({ file, line, caller }) => `${file}:${line} ${caller}`);

function entry({ functions }: FunctionContext, name: string): ContextEntry {
  const found = functions.find((each) => each.name === name);
  assert.ok(found, `${name} among ${functions.map((each) => each.name)}`);
  return found;
}

async function refusal(work: Promise<unknown>): Promise<PrismError> {
  try {
    await work;
  } catch (failure) {
    assert.ok(failure instanceof PrismError, String(failure));
    return failure;
  }
  assert.fail("nothing was refused");
}

/** The arguments of a call as an answer writes it. */
function argumentsOf(how: string): Record<string, unknown> {
  return JSON.parse(how.slice(how.indexOf("{")));
}

const PYTHON: Edit = {
  "shop/__init__.py": "from .price import total as total_of\n",
  "shop/price.py": `def total(items, rate):
    return add(items) * rate


def add(items):
    return sum(items)
`,
  "shop/cart.py": `from shop.price import total
import shop


class Cart:
    def pay(self):
        return total(self.items, 2)

    def again(self):
        return shop.total_of(self.items, 3)
`,
  "shop/other.py": `def total(a, b):
    return a


def use():
    return total(1, 2)
`,
  "tests/test_price.py": `from shop.price import total


def test_total():
    assert total([1], 1) == 1
`,
};

Deno.test("a context tells callers, callees and tests of what changed, and no one else's", async () => {
  const body = (PYTHON["shop/price.py"] as string).replace("* rate", "* rate * 1");
  await withCode([PYTHON, { "shop/price.py": body }], async (repository) => {
    const answer = await repository.context({ base_ref: "HEAD~1..HEAD" });
    assert.deepEqual(answer.functions.map(({ name, file }) => [name, file]), [
      ["total", "shop/price.py"],
    ]);
    const [total] = answer.functions;
    assert.deepEqual(calls(total.callers), [
      "shop/cart.py:7 Cart.pay",
      "shop/cart.py:10 Cart.again",
    ]);
    assert.deepEqual(calls(total.test_references), ["tests/test_price.py:5 test_total"]);
    assert.deepEqual(total.callers.map(({ confidence, is_test }) => [confidence, is_test]), [
      ["resolved", false],
      ["resolved", false],
    ]);
    assert.equal(total.caller_count, 3);
    assert.equal(total.blast_radius.production_callers, 2);
    assert.equal(total.blast_radius.has_tests, true);
    assert.equal(total.scoping_mode, "scoped");
    assert.deepEqual(total.callees.find(({ callee }) => callee === "add"), {
      callee: "add",
      line: 2,
      file: "shop/price.py",
      definition_line: 5,
    });
    assert.equal(total.stale_callers, undefined);
    assert.equal(answer.metadata.head_sha, repository.git("rev-parse", "HEAD"));
  });
});

Deno.test("a function is looked up by name without a range, also in a bare repository and by all its names", async () => {
  await withCode([PYTHON], async (repository) => {
    const all = await repository.context({ function_names: ["total"], head_ref: "HEAD" });
    assert.deepEqual(all.functions.map(({ file, change_type }) => [file, change_type]), [
      ["shop/other.py", "unchanged"],
      ["shop/price.py", "unchanged"],
    ]);
    assert.equal(all.metadata.base_ref, null);
    const method = await repository.context({ function_names: ["Cart.pay", "nobody"] });
    assert.deepEqual(method.functions.map(({ name }) => name), ["Cart.pay"]);
    assert.deepEqual(method.metadata.notices.map(({ code }) => code), ["function_not_found"]);
    const none = await refusal(repository.context({ function_names: ["nobody"] }));
    assert.equal(none.code, "invalid_argument");
    assert.match(none.message, /"nobody"/);

    const bare = `${repository.directory}/bare.git`;
    runGit(repository.directory, ["clone", "-q", "--bare", ".", bare]);
    const there = await repository.context({
      function_names: ["pay"],
      head_ref: "HEAD",
      repo_path: bare,
    });
    assert.deepEqual(there.functions.map(({ name }) => name), ["Cart.pay"]);
  });
});

Deno.test("every name that an answer prints can be asked for", async () => {
  const files: Edit = {
    "a.go": `package a

type T struct{}

func (t *T) Method() int { return other() }

func other() int { return 1 }
`,
    "b.rb": `module A
  class B
    def m
      1
    end

    def save!
      m
    end

    def ==(other)
      true
    end
  end
end
`,
    "c.php": `<?php
namespace Name\\Space;

class Klass {
    public function m() { return 1; }
}

function free() { return 2; }
`,
    "d.rs": `mod inner {
    pub struct S;
    impl S {
        pub fn go(&self) -> u32 { 1 }
    }
}
`,
    "e.cpp": `namespace n {
struct P { int x; bool operator==(const P& o) const { return x == o.x; } void run() { x = 1; } };
}
`,
    "f.test.js": `describe("a thing", () => {
  it("does what it must: a.b", () => { expect(1).toBe(1); });
});
`,
    "G.java": `package g;

class G {
    int m(int a) { return a; }
    G() { m(1); }
}
`,
  };
  await withCode([{ "x.txt": "x\n" }, files], async (repository) => {
    const whole = await repository.context({ base_ref: "HEAD~1..HEAD" }, { whole: true });
    assert.ok(whole.functions.length >= 12, `${whole.functions.map(({ name }) => name)}`);
    for (const { name, file, start_line } of whole.functions) {
      const same = ({ functions }: FunctionContext): boolean =>
        functions.some((each) =>
          each.name === name && each.file === file && each.start_line === start_line
        );
      for (const range of [{ base_ref: "HEAD~1..HEAD" }, { head_ref: "HEAD" }, {}]) {
        const asked = await repository.context({ ...range, function_names: [name] });
        assert.ok(same(asked), `${name} of ${file}`);
      }
    }
  });
});

Deno.test("calls of an old name are told: renamed, deleted, moved, in other files and in its own", async () => {
  const lib = `export function kept(list: number[]): number {
  let sum = 0;
  for (const each of list) sum += each * 2;
  return sum;
}

export function gone(value: string): string {
  return value.trim().toLowerCase() + value;
}

export function near(): string {
  return gone("x") + kept([1]);
}
`;
  const before: Edit = {
    "lib.ts": lib,
    "use.ts": `import { gone, kept } from "./lib.ts";

export function use() {
  return gone("a") + kept([2]);
}
`,
    "moves.ts": `export function travels(first: number, second: number): number {
  const total = first * second + first - second;
  if (total > 100) return travels(first - 1, second);
  return total + first;
}

export function stays() {
  return travels(1, 2);
}
`,
    "far.ts": `import { travels } from "./moves.ts";

export const far = () => travels(3, 4);
`,
    "whole.ts": `export function inWhole(a: number) {
  return a + 1;
}
`,
    "whole_use.ts": `import { inWhole } from "./whole.ts";

export function callsWhole() {
  return inWhole(1);
}
`,
  };
  const moved = (before["moves.ts"] as string).split("\n\n")[0];
  const after: Edit = {
    "lib.ts": lib.replace("function kept", "function renamed").replace(
      /export function gone[^}]*\}\n\n/,
      "",
    ),
    "moves.ts": "export function stays() {\n  return travels(1, 2);\n}\n",
    "elsewhere.ts": `${moved}\n`,
    "whole.ts": null,
  };
  await withCode([before, after], async (repository) => {
    const answer = await repository.context({ base_ref: "HEAD~1..HEAD" });
    const renamed = entry(answer, "renamed");
    assert.equal(renamed.change_type, "renamed");
    assert.deepEqual(calls(renamed.stale_callers ?? []), ["lib.ts:8 near", "use.ts:4 use"]);
    assert.equal(renamed.stale_callers?.[0].old_name, "kept");
    assert.equal(renamed.blast_radius.risk, "high");
    const gone = entry(answer, "gone");
    assert.equal(gone.change_type, "deleted");
    assert.deepEqual(calls(gone.stale_callers ?? []), ["lib.ts:8 near", "use.ts:4 use"]);
    assert.match(gone.zero_reason ?? "", /deleted/);
    const travels = entry(answer, "travels");
    assert.equal(travels.change_type, "moved");
    assert.deepEqual(calls(travels.stale_callers ?? []), ["far.ts:3 far", "moves.ts:2 stays"]);
    assert.deepEqual(calls(entry(answer, "inWhole").stale_callers ?? []), [
      "whole_use.ts:4 callsWhole",
    ]);
    const byOld = await repository.context({
      base_ref: "HEAD~1..HEAD",
      function_names: ["kept"],
    });
    assert.deepEqual(byOld.functions, [renamed]);
  });
});

Deno.test("calls that do not fit a new signature are told, whatever stands before them", async () => {
  const before: Edit = {
    "f.py": "def price(a, b):\n    return a + b\n",
    "g.py": `# žluťoučký 日本 😀
from f import price


def old():
    return "é" + price(1, 2)


def new():
    return price(1, 2, 3)


def spread(values):
    return price(*values)
`,
  };
  const after = { "f.py": "def price(a, b, c):\n    return a + b + c\n" };
  await withCode([before, after], async (repository) => {
    const answer = await repository.context({ base_ref: "HEAD~1..HEAD" });
    const price = entry(answer, "price");
    assert.equal(price.change_type, "signature_changed");
    assert.deepEqual(calls(price.stale_callers ?? []), ["g.py:6 old"]);
    assert.deepEqual(calls(price.callers), ["g.py:6 old", "g.py:10 new", "g.py:14 spread"]);
    assert.equal(price.blast_radius.risk, "high");
  });
});

Deno.test("the files on disk count in a working tree: untracked callers, staged and edited files", async () => {
  await withCode([PYTHON], async (repository) => {
    const staged = (PYTHON["shop/price.py"] as string).replace("* rate", "* rate * 1");
    repository.write({ "shop/price.py": staged });
    repository.git("add", "-A");
    repository.write({
      "shop/price.py": `VALUE = 1\n\n${staged.replace("sum(items)", "sum(items) + 1")}`,
      "shop/fresh.py": "from shop.price import total\n\n\ndef fresh():\n    return total([], 1)\n",
    });
    const answer = await repository.context({ base_ref: "HEAD" });
    const total = entry(answer, "total");
    assert.deepEqual(calls(total.callers), [
      "shop/cart.py:7 Cart.pay",
      "shop/cart.py:10 Cart.again",
      "shop/fresh.py:5 fresh",
    ]);
    assert.deepEqual(calls(entry(answer, "add").callers), ["shop/price.py:4 total"]);
    assert.equal(answer.metadata.head_sha, "WORKTREE");
    assert.deepEqual(await repository.context({}), answer);
    const first = await repository.context({ page_size: 1 });
    const cursor = first.pagination.next_cursor;
    repository.write({ "shop/fresh.py": "def fresh():\n    return 2\n" });
    assert.equal(
      (await refusal(repository.context({ page_size: 1, cursor }))).code,
      "stale_cursor",
    );
  });
});

/** Functions that call the one before them. */
function chain(length: number): string {
  return Array.from(
    { length },
    (_, i) => `def step${i}():\n    return ${i === 0 ? 1 : `step${i - 1}()`}\n`,
  ).join("\n\n");
}

Deno.test("callers of callers are followed as far as they are asked for", async () => {
  await withCode([{ "a.py": chain(8) }], async (repository) => {
    const depths = async (depth: number): Promise<unknown[]> => {
      const answer = await repository.context({ function_names: ["step0"], depth });
      return answer.functions[0].callers.map(({ caller, depth, calls }) => [caller, depth, calls]);
    };
    assert.deepEqual(await depths(1), [["step1", undefined, undefined]]);
    assert.deepEqual(await depths(3), [
      ["step1", undefined, undefined],
      ["step2", 2, "step1"],
      ["step3", 3, "step2"],
    ]);
    assert.equal((await depths(5)).length, 5);
    const one = await repository.context({ function_names: ["step0"], depth: 5 });
    assert.equal(one.functions[0].caller_count, 1);
    assert.equal(one.functions[0].blast_radius.production_callers, 1);
    assert.equal((await refusal(repository.context({ depth: 6 }))).code, "invalid_argument");
  });
});

async function allPages(
  repository: CodeRepository,
  args: Record<string, unknown>,
): Promise<FunctionContext[]> {
  const pages: FunctionContext[] = [];
  let cursor: string | null = null;
  do {
    const page: FunctionContext = await repository.context({ ...args, cursor });
    pages.push(page);
    assert.ok(pages.length < 200);
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return pages;
}

Deno.test("joined pages are the whole, and one function's answer is the same on each", async () => {
  const edited = chain(40).replaceAll("return", "return 0 +");
  await withCode([{ "a.py": chain(40) }, { "a.py": edited }], async (repository) => {
    const range = { base_ref: "HEAD~1..HEAD" };
    const whole = await repository.context(range, { whole: true });
    assert.equal(whole.functions.length, 40);
    assert.deepEqual(whole.omitted, []);
    for (const page_size of [1, 7, 25, 500]) {
      const pages = await allPages(repository, { ...range, page_size, max_response_tokens: 0 });
      assert.deepEqual(pages.flatMap(({ functions }) => functions), whole.functions);
    }
    const small = await allPages(repository, { ...range, max_response_tokens: 1000 });
    assert.deepEqual(
      small.flatMap(({ functions }) => functions.map(({ name }) => name)),
      whole.functions.map(({ name }) => name),
    );
    for (const page of small) assert.ok(wireBytes(page) <= 4000, `${wireBytes(page)}`);
    for (const expected of whole.functions.slice(0, 5)) {
      const alone = await repository.context({ ...range, function_names: [expected.name] });
      assert.deepEqual(alone.functions, [expected]);
    }
    const [first] = await allPages(repository, { ...range, page_size: 30 });
    const cursor = first.pagination.next_cursor;
    const code = async (args: Record<string, unknown>) =>
      (await refusal(repository.context({ ...range, cursor, page_size: 30, ...args }))).code;
    assert.equal(await code({ depth: 2 }), "invalid_cursor");
    assert.equal(await code({ function_names: ["step1"] }), "invalid_cursor");
    assert.equal(await code({ base_ref: "HEAD~1", head_ref: "HEAD~1" }), "stale_cursor");
    assert.equal(await code({ cursor: `${cursor}x` }), "invalid_cursor");
  });
});

Deno.test("a function with ten thousand callers stays within the budget, and says what is missing", async () => {
  const files: Record<string, string> = { "lib.py": "def hot():\n    return 1\n" };
  for (let i = 0; i < 50; i++) {
    const bodies = Array.from(
      { length: 200 },
      (_, j) => `def caller_${i}_${j}():\n    return hot()\n`,
    );
    files[`pkg/"quoted" ${i}\\x.py`] = `from lib import hot\n\n\n${bodies.join("\n\n")}`;
  }
  await withCode([files, { "lib.py": "def hot():\n    return 2\n" }], async (repository) => {
    const range = { base_ref: "HEAD~1..HEAD" };
    for (const max_response_tokens of [500, 1000, 8192]) {
      const answer = await repository.context({ ...range, max_response_tokens });
      const [hot] = answer.functions;
      assert.ok(wireBytes(answer) <= max_response_tokens * 4, `${wireBytes(answer)}`);
      assert.equal(hot.caller_count, 10_000);
      assert.equal(hot.blast_radius.production_callers, 10_000);
      assert.equal(hot.truncated, true);
      assert.deepEqual(answer.metadata.function_analysis_truncated, ["hot"]);
      const how = answer.omitted.map((each) => each.how).find((each) => each.includes("hot"));
      const again = await repository.context(argumentsOf(how!));
      assert.equal(again.functions[0].callers.length, 10_000);
      assert.equal(again.functions[0].truncated, undefined);
    }
  });
});

Deno.test("a zero says why, and which files nobody looked into", async () => {
  const big = `def filler():\n    return 1\n${"# filler\n".repeat(250_000)}lonely()\n`;
  const files: Edit = {
    "a.py": "def lonely():\n    return 1\n\n\ndef _hidden():\n    return 2\n",
    "api_pb2.py": "from a import lonely\n\nlonely()\n",
    "big.py": big,
    "utf16.py": new Uint8Array(
      new Uint16Array(
        [..."\ufefffrom a import lonely\n\ndef wide():\n    return lonely()\n"].map((c) =>
          c.charCodeAt(0)
        ),
      ).buffer,
    ),
  };
  await withCode([files], async (repository) => {
    const hidden = await repository.context({ function_names: ["_hidden"] });
    assert.match(hidden.functions[0].zero_reason ?? "", /No call was found; 1 file holds the name/);
    const lonely = await repository.context({ function_names: ["lonely"] });
    const told = lonely.metadata.notices.filter(({ code }) => code === "files_not_searched")
      .map(({ message }) => message).join("\n");
    assert.match(told, /"api_pb2.py" may hold "lonely"/);
    assert.match(told, /"big.py" could not be searched/);
    assert.deepEqual(calls(lonely.functions[0].callers), ["utf16.py:4 wide"]);
  });
});

Deno.test("a changed function of a generated file has its callers", async () => {
  const files: Edit = {
    "api_pb2.py": "def made(a):\n    return a\n",
    "use.py": "from api_pb2 import made\n\n\ndef use():\n    return made(1)\n",
  };
  await withCode(
    [files, { "api_pb2.py": "def made(a):\n    return a + 1\n" }],
    async (repository) => {
      const { functions: [made] } = await repository.context({ base_ref: "HEAD~1..HEAD" });
      assert.deepEqual(calls(made.callers), ["use.py:5 use"]);
    },
  );
});

Deno.test("a long search can be watched and called off", async () => {
  const files: Record<string, string> = { "lib.py": "def hot():\n    return 1\n" };
  for (let i = 0; i < 300; i++) {
    files[`m${i}.py`] = `from lib import hot\n\ndef f${i}():\n    hot()\n`;
  }
  await withCode([files], async (repository) => {
    const messages = new Set<string>();
    await repository.context({ function_names: ["hot"] }, {
      progress: ({ message }) => messages.add(message),
    });
    assert.ok(messages.has("looking at files"), [...messages].join());
    const stop = new AbortController();
    const work = repository.context({ function_names: ["hot"] }, {
      signal: stop.signal,
      progress: ({ message }) => message === "looking at files" && stop.abort(),
    });
    assert.equal((await refusal(work)).code, "cancelled");
  });
});
