import assert from "node:assert/strict";
import { runGit } from "../support/scratch_repository.ts";
import { denoEnvironment, ROOT } from "../support/spawned.ts";

Deno.test("deno task prism answers from the folder it was called in", async () => {
  const parent = await Deno.realPath(await Deno.makeTempDir({ prefix: "prism-test-" }));
  try {
    const here = `${parent}/a folder`;
    await Deno.mkdir(here);
    runGit(here, ["init", "-q", "-b", "main"]);
    runGit(here, ["commit", "-q", "--allow-empty", "-m", "one"]);
    for (const where of [[], ["--repo", "."], ["--repo", "../a folder"]]) {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["task", `--config=${ROOT}deno.json`, "prism", "manifest", ...where],
        cwd: here,
        clearEnv: true,
        env: denoEnvironment(),
      }).output();
      const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
      assert.equal(code, 0, text(stderr));
      assert.equal(JSON.parse(text(stdout)).metadata.repo_path, here);
    }
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});
