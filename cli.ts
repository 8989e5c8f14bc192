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
    // Not a literal: the modules behind it would be read before the first line runs, for `--version`
    // too. Who bundles or compiles this file names the module besides.
    const path = "./src/surfaces/cli/main.ts";
    const { main } = await import(path) as typeof import("./src/surfaces/cli/main.ts");
    Deno.exit(await main(Deno.args));
  }
}
