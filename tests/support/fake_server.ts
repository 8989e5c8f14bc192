/**
 * The MCP server over a repository in memory, to be spawned by tests. The folder of a call chooses what happens.
 *
 * @module
 */

import { serve } from "../../src/surfaces/mcp/serve.ts";
import type { Workspace } from "../../src/operations/workspace.ts";
import { change, fakeWorkspace } from "./fake_workspace.ts";

const files = Array.from({ length: 5000 }, (_, i) => change(`src/file_${i}.go`));

const ordinary = fakeWorkspace({ files });
/** Takes 400 ms in small steps; a cancellation ends it. */
const slow = fakeWorkspace({
  files: files.slice(0, 3),
  before: async (_, step) => {
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await step(`step ${i}`);
    }
  },
});
const broken = fakeWorkspace({
  files,
  before: () => {
    throw new Error("cannot read /secret/internal/path");
  },
});

function at(cwd: string): Workspace {
  return {
    ...ordinary,
    cwd,
    open: async (from) => {
      const folder = from ?? cwd;
      if (folder === "/slow") return await slow.open(null);
      if (folder === "/broken") return await broken.open(null);
      const opened = await ordinary.open(folder);
      return { ...opened, root: folder };
    },
  };
}

await serve({ workspace: at("/repo") });
Deno.exit(0);
