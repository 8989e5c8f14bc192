/**
 * git-prism answers questions about a git repository with plain data. Everything is read from the files of the
 * repository: no git program runs, and permission to read is enough.
 *
 * ```ts
 * import { changeManifest } from "@git-prism/cli";
 *
 * const manifest = await changeManifest({ base_ref: "main...HEAD", repo_path: "." });
 * for (const file of manifest.files) console.log(file.change_type, file.path);
 * ```
 *
 * Run as a program, the module is the command line: `deno run --allow-read jsr:@git-prism/cli`.
 *
 * @module
 */

import type { ChangeManifest } from "./src/answers/manifest.ts";
import type { ChangeManifestInput } from "./src/operations/change_manifest.ts";

export type { FileChangeKind } from "./src/changes/change_set.ts";
export type { DependencyChange, DependencyEntry } from "./src/answers/dependency_change.ts";
export type { ChangeManifest, ManifestMetadata } from "./src/answers/manifest.ts";
export type { ManifestFile } from "./src/answers/manifest_file.ts";
export type { ManifestSummary } from "./src/answers/manifest_summary.ts";
export type { AnswerNotice } from "./src/answers/notice.ts";
export type { Omission, Pagination } from "./src/answers/shape/page.ts";
export {
  ERROR_CODES,
  type ErrorCode,
  type ErrorKind,
  EXIT_CODES,
  PrismError,
  type PrismErrorOptions,
} from "./src/errors.ts";
export type { ChangeScope } from "./src/git/file_side.ts";
export type { ChangeManifestInput } from "./src/operations/change_manifest.ts";
export { VERSION } from "./src/version.ts";

/** How a question is asked. */
export interface QuestionOptions {
  /** Calls the work off; the promise is then rejected with the code `cancelled`. */
  signal?: AbortSignal;
}

/**
 * What changed between two states of a repository, file by file.
 *
 * All files are returned, unless `page_size`, `cursor` or `max_response_tokens` asks for a page.
 *
 * @param input What to compare; without a base, `HEAD` with index and files on disk.
 * @throws {PrismError} for wrong arguments, refs that mean nothing, and repositories that cannot be read
 */
export async function changeManifest(
  input: Partial<ChangeManifestInput> = {},
  options: QuestionOptions = {},
): Promise<ChangeManifest> {
  const { ask } = await import("./src/operations/ask.ts");
  const { changeManifestOperation } = await import("./src/operations/change_manifest.ts");
  const { processWorkspace } = await import("./src/surfaces/process_workspace.ts");
  const paged = [input.page_size, input.cursor, input.max_response_tokens];
  const args = { ...input, base_ref: input.base_ref ?? "HEAD" };
  return await ask(changeManifestOperation, args, processWorkspace(), {
    whole: paged.every((value) => value === undefined),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

/**
 * Serves the Model Context Protocol over stdin and stdout, until the input ends and everything received is answered.
 */
export async function serve(): Promise<void> {
  const { serve } = await import("./src/surfaces/mcp/serve.ts");
  await serve();
}

if (import.meta.main) {
  const { main } = await import("./src/surfaces/cli/main.ts");
  Deno.exit(await main(Deno.args));
}
