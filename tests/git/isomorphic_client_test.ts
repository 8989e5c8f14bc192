import assert from "node:assert/strict";
import git from "isomorphic-git";
import { isomorphicClient } from "../../src/git/isomorphic_client.ts";
import type { RepositoryLayout } from "../../src/git/layout.ts";
import { openObjects } from "../../src/git/objects.ts";
import { growHistory, OBJECT_LAYOUTS } from "../support/object_layouts.ts";
import { gitText, runGit } from "../support/scratch_repository.ts";

// isomorphic-git alone fails on the second, third and fourth of these.
const NAMES = ["one pack", "an index of version 1", "an index with 64-bit offsets", "alternates"];

for (const layout of OBJECT_LAYOUTS.filter(({ name }) => NAMES.includes(name))) {
  Deno.test(`isomorphicClient() lets isomorphic-git read ${layout.name}`, async () => {
    const directory = Deno.makeTempDirSync();
    try {
      runGit(directory, ["init", "-q", "-b", "main"]);
      growHistory(directory);
      const gitdir = layout.arrange(directory);
      const place = {
        gitDir: gitdir,
        commonDir: gitdir,
        objectDir: `${gitdir}/objects`,
        objectFormat: "sha1",
        partialClone: false,
      } as RepositoryLayout;
      const objects = openObjects(place);
      const fs = isomorphicClient(place, objects);
      const log = await git.log({ fs, gitdir, ref: "main" });
      assert.deepEqual(
        log.map(({ oid }) => oid),
        gitText(directory, ["rev-list", "main"]).split("\n"),
      );
      const tag = await git.readTag({ fs, gitdir, oid: gitText(directory, ["rev-parse", "v1"]) });
      assert.equal(tag.tag.message, "annotated\n");
      await assert.rejects(git.writeRef({ fs, gitdir, ref: "refs/heads/x", value: log[0].oid }));
      objects.close();
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  });
}
