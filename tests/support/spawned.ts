/**
 * Spawns the project's own entry points with exact permissions.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

/** Root of the project. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** What a spawned Deno needs of the environment: where its caches are, and no colours. */
export function denoEnvironment(): Record<string, string> {
  const home = Deno.env.get("HOME") ?? "";
  return {
    DENO_DIR: Deno.env.get("DENO_DIR") ?? `${home}/.cache/deno`,
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    PATH: Deno.env.get("PATH") ?? "",
    HOME: home,
  };
}

/**
 * Permission to read, in the form that Deno's audit log is exact about: with a bare `--allow-read` the log
 * pairs each read with a write that nobody asks for.
 */
export const AUDITED_READ = "--allow-read=/";

/** Arguments that run a file of the project with permission to read alone. */
export function readOnly(file: string, flags: readonly string[] = []): string[] {
  return [
    "run",
    "--no-prompt",
    ...(flags.includes(AUDITED_READ) ? [] : ["--allow-read"]),
    "--frozen",
    `--config=${ROOT}deno.json`,
    ...flags,
    `${ROOT}${file}`,
  ];
}

/** How a spawned process ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a file of the project to its end. */
export async function runReadOnly(
  file: string,
  args: readonly string[],
  options: { cwd?: string; stdin?: string; flags?: string[]; env?: Record<string, string> } = {},
): Promise<Ended> {
  const process = new Deno.Command(Deno.execPath(), {
    args: [...readOnly(file, options.flags), ...args],
    cwd: options.cwd ?? ROOT,
    clearEnv: true,
    env: { ...denoEnvironment(), ...options.env },
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.stdin !== undefined) {
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode(options.stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
