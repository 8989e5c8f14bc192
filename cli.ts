/**
 * The command line: `deno run --allow-read jsr:@git-prism/cli/cli manifest main..HEAD`.
 *
 * @module
 */

import { VERSION } from "./src/version.ts";

if (import.meta.main) {
  // The version is asked for before anything is loaded.
  if (Deno.args.length === 1 && Deno.args[0] === "--version") console.log(`git-prism ${VERSION}`);
  else {
    const { main } = await import("./src/surfaces/cli/main.ts");
    Deno.exit(await main(Deno.args));
  }
}
