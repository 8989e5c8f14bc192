/**
 * Repositories that tests build with the real git.
 *
 * @module
 */

/** Environment of every git command: nobody's configuration, fixed names and dates. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "A U Thor",
  GIT_AUTHOR_EMAIL: "author@example.com",
  GIT_COMMITTER_NAME: "C O Mitter",
  GIT_COMMITTER_EMAIL: "committer@example.com",
  GIT_AUTHOR_DATE: "1700000000 +0000",
  GIT_COMMITTER_DATE: "1700000000 +0000",
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
};

/** What a git command may be given. */
export interface GitInput {
  env?: Record<string, string>;
  stdin?: Uint8Array | string;
}

/** What a git command printed, whether it failed or not. */
export function tryGit(
  directory: string,
  args: readonly string[],
  input: GitInput = {},
): { ok: boolean; stdout: Uint8Array<ArrayBuffer>; stderr: string } {
  const { stdin } = input;
  let file: string | undefined;
  const command = ["-C", directory, ...args];
  let program = "git";
  if (stdin !== undefined) {
    // A synchronous command cannot be fed through a pipe.
    file = Deno.makeTempFileSync();
    Deno.writeFileSync(file, typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin);
    program = "sh";
    command.unshift("-c", 'exec git "$@" <"$STDIN_FILE"', "git");
  }
  try {
    const output = new Deno.Command(program, {
      args: command,
      env: {
        ...GIT_ENVIRONMENT,
        ...input.env,
        ...(file === undefined ? {} : { STDIN_FILE: file }),
      },
    }).outputSync();
    return {
      ok: output.success,
      stdout: output.stdout as Uint8Array<ArrayBuffer>,
      stderr: new TextDecoder().decode(output.stderr),
    };
  } finally {
    if (file !== undefined) Deno.removeSync(file);
  }
}

/** What a git command prints; throws when it fails. */
export function runGit(
  directory: string,
  args: readonly string[],
  input: GitInput = {},
): Uint8Array<ArrayBuffer> {
  const { ok, stdout, stderr } = tryGit(directory, args, input);
  if (!ok) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The same as text without the last newline. */
export function gitText(directory: string, args: readonly string[], input: GitInput = {}): string {
  return new TextDecoder().decode(runGit(directory, args, input)).replace(/\n$/, "");
}

/** Gives the work a new repository and removes it afterwards. */
export function withRepository(
  work: (directory: string) => void,
  options: readonly string[] = [],
): void {
  const directory = Deno.makeTempDirSync({ prefix: "prism-test-" });
  try {
    runGit(directory, ["init", "-q", "-b", "main", ...options]);
    work(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

/** The same for work that waits. */
export async function withRepositoryAsync(
  work: (directory: string) => Promise<void>,
): Promise<void> {
  const directory = Deno.makeTempDirSync({ prefix: "prism-test-" });
  try {
    runGit(directory, ["init", "-q", "-b", "main"]);
    await work(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}
