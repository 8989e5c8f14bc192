/**
 * Repositories that the scripts of `fixtures/repositories` build.
 *
 * @module
 */

import { GIT_ENVIRONMENT } from "./scratch_repository.ts";

const SCRIPTS = new URL("../../fixtures/repositories/", import.meta.url).pathname;

/** Runs a script in a new directory, gives the directory to the work, and removes it afterwards. */
export function withScript(
  name: string,
  work: (directory: string) => void,
  env: Record<string, string> = {},
): void {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "prism-test-" }));
  try {
    const { success, stderr } = new Deno.Command("sh", {
      args: [`${SCRIPTS}${name}.sh`],
      cwd: directory,
      env: { ...GIT_ENVIRONMENT, ...env },
    }).outputSync();
    if (!success) throw new Error(`${name}.sh: ${new TextDecoder().decode(stderr)}`);
    work(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}
