/**
 * The list of all operations. Each is loaded when it is asked for.
 *
 * @module
 */

import type { AnyOperation } from "./operation.ts";

/** An operation that may not be loaded yet. */
export interface OperationEntry {
  /** Name of the MCP tool. */
  readonly name: string;
  /** Name of the command. */
  readonly command: string;
  /** Loads it. */
  readonly load: () => Promise<AnyOperation>;
}

/** Every question that git-prism answers. */
export const OPERATIONS: readonly OperationEntry[] = [
  {
    name: "get_change_manifest",
    command: "manifest",
    load: async () => (await import("./change_manifest.ts")).changeManifestOperation,
  },
  {
    name: "get_file_snapshots",
    command: "snapshot",
    load: async () => (await import("./file_snapshots.ts")).fileSnapshotsOperation,
  },
  {
    name: "get_commit_history",
    command: "history",
    load: async () => (await import("./commit_history.ts")).commitHistoryOperation,
  },
  {
    name: "get_function_context",
    command: "context",
    load: async () => (await import("./function_context.ts")).functionContextOperation,
  },
  {
    name: "review_change",
    command: "review",
    load: async () => (await import("./review_change.ts")).reviewChangeOperation,
  },
];

/** All operations. */
export function loadOperations(): Promise<AnyOperation[]> {
  return Promise.all(OPERATIONS.map(({ load }) => load()));
}
