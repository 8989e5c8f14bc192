/**
 * The MCP server over stdio. It reads and does nothing else:
 * `deno run --allow-read --ignore-env jsr:@git-prism/cli/server`.
 *
 * @module
 */

import { serve } from "./src/surfaces/mcp/serve.ts";

if (import.meta.main) {
  await serve();
  Deno.exit(0);
}
