/**
 * Operations as MCP tools.
 *
 * @module
 */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { nearest } from "../../answers/shape/nearest.ts";
import { PrismError } from "../../errors.ts";
import { ask, type AskOptions } from "../../operations/ask.ts";
import { loadOperations, OPERATIONS } from "../../operations/mod.ts";
import type { Progress } from "../../operations/steps.ts";
import type { Workspace } from "../../operations/workspace.ts";
import { workspaceAt } from "../process_workspace.ts";
import type { ClientRoot } from "./client_root.ts";
import { inputSchema, outputSchema } from "./tool_schema.ts";

/** Milliseconds between two notices of progress, and before the first. */
const PROGRESS_PAUSE = 100;

let tools: Tool[] | undefined;

/** All operations, described for a model. */
export async function listTools(): Promise<Tool[]> {
  return tools ??= (await loadOperations()).map((operation) => ({
    name: operation.name,
    description: operation.description,
    inputSchema: inputSchema(operation.input),
    outputSchema: outputSchema(operation.output),
    annotations: { readOnlyHint: true },
  }));
}

/** What a call is made in. */
export interface CallPlace {
  /** Where questions are asked, when the client names no root. */
  workspace(): Workspace;
  readonly root: ClientRoot;
  readonly observe: AskOptions["observe"];
}

/** Answers one call. */
export async function callTool(
  name: string,
  args: unknown,
  context: ServerContext,
  { workspace, root, observe }: CallPlace,
): Promise<CallToolResult> {
  const entry = OPERATIONS.find((each) => each.name === name);
  if (entry === undefined) {
    const names = OPERATIONS.map((each) => each.name);
    const near = nearest(name, names);
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The tool ${JSON.stringify(name)} does not exist. ` +
        (near === null ? `Tools: ${names.join(", ")}.` : `Did you mean "${near}"?`),
    );
  }
  try {
    const folder = await root.path();
    const place = folder === null ? workspace() : workspaceAt(workspace(), folder);
    const answer = await ask(await entry.load(), args ?? {}, place, {
      signal: context.mcpReq.signal,
      progress: progressNotices(context),
      observe,
    });
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (failure) {
    return { content: [{ type: "text", text: errorText(failure) }], isError: true };
  }
}

/** One sentence and what to do next; nothing of the inside of a fault. */
function errorText(failure: unknown): string {
  if (failure instanceof Deno.errors.NotCapable) {
    return "error[unreadable]: The server is not permitted to read this.\n" +
      "hint: Start it with --allow-read, or with --allow-read of this folder.";
  }
  if (!(failure instanceof PrismError) || failure.kind === "internal") {
    return "error[internal]: git-prism has failed; this is a fault of git-prism, not of the call.\n" +
      "hint: Run the same question with `git-prism` in a terminal and report what it prints.";
  }
  const text = `error[${failure.code}]: ${failure.message}`;
  return failure.hint === undefined ? text : `${text}\nhint: ${failure.hint}`;
}

/** Tells the client how far a long call is, when it asked for that. */
function progressNotices({ mcpReq }: ServerContext): ((progress: Progress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = performance.now();
  let count = 0;
  return ({ message, done, total }) => {
    count++;
    if (performance.now() - told < PROGRESS_PAUSE) return;
    told = performance.now();
    const params = {
      progressToken,
      progress: count,
      message: total === undefined ? message : `${message} (${done} of ${total})`,
    };
    // A client that has gone ends the transport; the notice itself may be lost.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
