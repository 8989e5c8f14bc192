import { ask } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { commitHistoryOperation } from "../../src/operations/commit_history.ts";
import { fileSnapshotsOperation } from "../../src/operations/file_snapshots.ts";
import { functionContextOperation } from "../../src/operations/function_context.ts";
import { reviewChangeOperation } from "../../src/operations/review_change.ts";
import type { AnyAnswer, AnyInput, AnyOperation } from "../../src/operations/operation.ts";
import { localWorkspace } from "../support/local_workspace.ts";
import { runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

// Whole answers, to be looked over when they change: `deno task golden` writes them anew.

function build(directory: string): void {
  const write = (path: string, text: string) => {
    Deno.mkdirSync(`${directory}/src`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/${path}`, text);
  };
  const commit = (message: string) => {
    runGit(directory, ["add", "-A"]);
    runGit(directory, ["commit", "-qm", message]);
  };
  const moved = `def moved(first, second):
    total = first + second
    for index in range(10):
        total += index * first
    print(total, first, second)
    return total
`;
  write(
    "src/a.py",
    `import os\n\n${moved}\n\ndef kept(name):\n    return   name\n\n\ndef gone():\n    pass\n`,
  );
  write("src/b.py", "import sys\n");
  write("notes.txt", "one\ntwo\nthree\nfour\n");
  commit("first");
  write("src/a.py", `import json\n\n\n@cached\ndef kept(name, *, deep=False):\n    return name\n`);
  write("src/b.py", `import sys\n\n\n${moved}`);
  runGit(directory, ["mv", "notes.txt", "README.txt"]);
  commit("second\n\nWith a body.\n");
}

async function inRepository(
  work: (answer: (made: unknown) => string, directory: string) => Promise<void>,
) {
  await withRepositoryAsync(async (directory) => {
    build(directory);
    const root = Deno.realPathSync(directory);
    const answer = (made: unknown): string =>
      JSON.stringify(made, null, 2).replaceAll(root, "/repository")
        // The estimate counts the path of a folder that is another one each time.
        .replace(/"token_estimate": \d+/, '"token_estimate": 0');
    await work(answer, directory);
  });
}

const range = { base_ref: "HEAD~1..HEAD" };

Deno.test("golden: a manifest with functions", async (t) => {
  await inRepository(async (answer, directory) => {
    const args = { ...range, include_function_analysis: true };
    await t.assertSnapshot(
      answer(await ask(changeManifestOperation, args, localWorkspace(directory))),
    );
  });
});

Deno.test("golden: snapshots", async (t) => {
  await inRepository(async (answer, directory) => {
    const args = {
      ...range,
      paths: ["src/a.py", "README.txt", "src/c.py"],
      include_diff_hunks: true,
    };
    await t.assertSnapshot(
      answer(await ask(fileSnapshotsOperation, args, localWorkspace(directory))),
    );
  });
});

Deno.test("golden: a history", async (t) => {
  await inRepository(async (answer, directory) => {
    const args = {
      base_ref: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
      paths: ["src/b.py", "README.txt"],
    };
    await t.assertSnapshot(
      answer(await ask(commitHistoryOperation, args, localWorkspace(directory))),
    );
  });
});

/** A changed function with callers in code and tests, one renamed and one deleted, both left behind. */
function buildCode(directory: string): void {
  const write = (path: string, text: string) => {
    Deno.mkdirSync(`${directory}/tests`, { recursive: true });
    Deno.writeTextFileSync(`${directory}/${path}`, text);
  };
  const commit = (message: string) => {
    runGit(directory, ["add", "-A"]);
    runGit(directory, ["commit", "-qm", message]);
  };
  const sum = (name: string) =>
    `def ${name}(items):
    total = 0
    for item in items:
        total += item.price * item.count
    return total
`;
  write(
    "price.py",
    `import os\n\n\ndef rate(a):\n    return a\n\n\n${sum("add")}\n\ndef gone():\n    pass\n`,
  );
  write(
    "cart.py",
    `from price import add, gone, rate as rate_of


class Cart:
    def pay(self):
        gone()
        return add(self.items) * rate_of(2)

    def again(self):
        return self.pay()
`,
  );
  write(
    "tests/test_price.py",
    "from price import rate\n\n\ndef test_rate():\n    assert rate(1) == 1\n",
  );
  commit("first");
  write("price.py", `import sys\n\n\ndef rate(a, b):\n    return a * b\n\n\n${sum("sum_of")}`);
  commit("second");
}

for (
  const [name, operation] of [
    ["a function context", functionContextOperation],
    ["a review", reviewChangeOperation],
  ] as const
) {
  Deno.test(`golden: ${name}`, async (t) => {
    await withRepositoryAsync(async (directory) => {
      buildCode(directory);
      const made = await ask<AnyInput, unknown, AnyAnswer>(
        operation as AnyOperation,
        range,
        localWorkspace(directory),
      );
      const text = JSON.stringify(made, null, 2)
        .replaceAll(Deno.realPathSync(directory), "/repository")
        .replace(/"token_estimate": \d+/g, '"token_estimate": 0');
      await t.assertSnapshot(text);
    });
  });
}
