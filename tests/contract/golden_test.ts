import { ask } from "../../src/operations/ask.ts";
import { changeManifestOperation } from "../../src/operations/change_manifest.ts";
import { LocalRepositories } from "../../src/operations/local_repositories.ts";
import { loadOperations } from "../../src/operations/mod.ts";
import type { Workspace } from "../../src/operations/workspace.ts";
import { operationHelp, programHelp } from "../../src/surfaces/cli/help.ts";
import { listTools } from "../../src/surfaces/mcp/tools.ts";
import { runGit, withRepositoryAsync } from "../support/scratch_repository.ts";

// What a reader sees, to be looked over when it changes: `deno task golden` writes it anew.

Deno.test("golden: help", async (t) => {
  const operations = await loadOperations();
  await t.assertSnapshot(programHelp(operations));
  for (const operation of operations) await t.assertSnapshot(operationHelp(operation));
});

Deno.test("golden: tools", async (t) => {
  await t.assertSnapshot(JSON.stringify(await listTools(), null, 2));
});

Deno.test("golden: a manifest", async (t) => {
  await withRepositoryAsync(async (directory) => {
    const write = (path: string, text: string) => {
      Deno.mkdirSync(`${directory}/src`, { recursive: true });
      Deno.writeTextFileSync(`${directory}/${path}`, text);
    };
    write("src/handler.go", "package main\n\nfunc Handle() {}\n");
    write("package.json", '{"dependencies":{"left":"1.0.0","right":"2.0.0"}}\n');
    write("old.txt", "one\ntwo\nthree\nfour\n");
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "first"]);
    write("src/handler.go", "package main\n\nfunc Handle(name string) {}\n");
    write("package.json", '{"dependencies":{"left":"1.1.0","new":"3.0.0"}}\n');
    write("image.bin", "\0\x01\x02");
    runGit(directory, ["mv", "old.txt", "new.txt"]);
    runGit(directory, ["add", "."]);
    runGit(directory, ["commit", "-qm", "second"]);
    write("src/handler.go", "package main\n");

    const repositories = new LocalRepositories();
    const place = { cwd: directory, environment: {}, now: () => new Date(0) };
    const workspace: Workspace = {
      ...place,
      version: "0.0.0",
      open: (from) => Promise.resolve(repositories.open(from, place)),
    };
    for (const range of ["HEAD~1..HEAD", "HEAD~1"]) {
      const answer = await ask(changeManifestOperation, { base_ref: range }, workspace);
      const text = JSON.stringify(answer, null, 2).replaceAll(
        Deno.realPathSync(directory),
        "/repository",
      )
        // The estimate counts the path of a folder that is another one each time.
        .replace(/"token_estimate": \d+/, '"token_estimate": 0');
      await t.assertSnapshot(text);
    }
  });
});
