/**
 * Repositories of code, one commit after the other, and questions about them.
 *
 * @module
 */

import { ask, type AskOptions } from "../../src/operations/ask.ts";
import type { FunctionContext } from "../../src/answers/function_context.ts";
import type { Review } from "../../src/answers/review.ts";
import { functionContextOperation } from "../../src/operations/function_context.ts";
import { reviewChangeOperation } from "../../src/operations/review_change.ts";
import type { Workspace } from "../../src/operations/workspace.ts";
import { localWorkspace } from "./local_workspace.ts";
import { gitText, runGit, withRepositoryAsync } from "./scratch_repository.ts";

/** Files by path; `null` for one that goes away. */
export type Edit = Readonly<Record<string, string | Uint8Array | null>>;

/** A repository that is asked. */
export class CodeRepository {
  readonly directory: string;
  readonly workspace: Workspace;

  /** The repository in a directory. */
  constructor(directory: string) {
    this.directory = directory;
    this.workspace = localWorkspace(directory);
  }

  /** Writes and removes files. */
  write(edit: Edit): void {
    for (const [path, content] of Object.entries(edit)) {
      const place = `${this.directory}/${path}`;
      Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
      if (content === null) Deno.removeSync(place);
      else if (typeof content === "string") Deno.writeTextFileSync(place, content);
      else Deno.writeFileSync(place, content);
    }
  }

  /** The same, then commits all that is there. */
  commit(edit: Edit): void {
    this.write(edit);
    runGit(this.directory, ["add", "-A"]);
    runGit(this.directory, ["commit", "-q", "--allow-empty", "-m", "a change"]);
  }

  /** What git prints. */
  git(...args: string[]): string {
    return gitText(this.directory, args);
  }

  /** Asks for a context. */
  context(args: Record<string, unknown>, options: AskOptions = {}): Promise<FunctionContext> {
    return ask(functionContextOperation, args, this.workspace, options);
  }

  /** Asks for a review. */
  review(args: Record<string, unknown>, options: AskOptions = {}): Promise<Review> {
    return ask(reviewChangeOperation, args, this.workspace, options);
  }
}

/** A repository with these commits, removed after the work. */
export async function withCode(
  commits: readonly Edit[],
  work: (repository: CodeRepository) => Promise<void>,
): Promise<void> {
  await withRepositoryAsync(async (directory) => {
    const repository = new CodeRepository(directory);
    for (const edit of commits) repository.commit(edit);
    await work(repository);
  });
}
