/**
 * The command line over a repository in memory, to be spawned by tests.
 *
 * @module
 */

import { main } from "../../src/surfaces/cli/main.ts";
import { change, fakeWorkspace } from "./fake_workspace.ts";

const files = Array.from({ length: 20_000 }, (_, i) => change(`src/file_${i}.go`));
const workspace = fakeWorkspace({
  files,
  before: ({ base }) => {
    if (base === "bug") throw new TypeError("a fault of ours");
  },
});

Deno.exit(await main(Deno.args, () => workspace));
