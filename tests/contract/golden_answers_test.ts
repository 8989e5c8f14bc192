import { ask } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { commitHistoryOperation } from "../../src/operations/commit_history.ts";
import { fileSnapshotsOperation } from "../../src/operations/file_snapshots.ts";
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
