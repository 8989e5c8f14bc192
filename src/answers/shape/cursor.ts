/**
 * Cursors: where the next page begins, and of which answer. Opaque base64url of
 * `{v, tool, offset, base_sha, head_sha, filters_hash, change_set?}`.
 *
 * @module
 */

import { type ErrorCode, PrismError } from "../../errors.ts";
import { digest } from "../../git/digest.ts";

/** Version of the cursor's format. */
const VERSION = 1;
/** No cursor that was minted here is longer. */
const LONGEST = 2048;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The answer that a cursor belongs to. */
export interface CursorScope {
  /** Name of the tool. */
  readonly tool: string;
  /** Full object name of the base. */
  readonly baseSha: string;
  /** Full object name of the head, or `WORKTREE`. */
  readonly headSha: string;
  /** Hash of all inputs that decide which items there are. */
  readonly filtersHash: string;
  /** Hash of the items of a working tree, which may change between two calls; `null` of commits. */
  readonly changeSet: string | null;
}

/** A short hash of a plain value. */
export function hashOf(value: unknown): string {
  return digest("sha1", [encoder.encode(JSON.stringify(value))]).toHex().slice(0, 16);
}

/** The cursor of the page that begins at this item. */
export function mintCursor(scope: CursorScope, offset: number): string {
  const fields = {
    v: VERSION,
    tool: scope.tool,
    offset,
    base_sha: scope.baseSha,
    head_sha: scope.headSha,
    filters_hash: scope.filtersHash,
    ...(scope.changeSet === null ? {} : { change_set: scope.changeSet }),
  };
  return encoder.encode(JSON.stringify(fields)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/**
 * The item where the cursor's page begins.
 *
 * @param total Items of the answer; a cursor always points at one of them.
 * @throws {PrismError} `invalid_cursor` for what no call returned or another question returned;
 * `stale_cursor` when the commits or files have moved on.
 */
export function readCursor(cursor: string, scope: CursorScope, total: number): number {
  const fields = decodeCursor(cursor);
  if (fields.v !== VERSION) {
    fail("invalid_cursor", cursor, `has the format version ${quote(fields.v)}, not ${VERSION}`);
  }
  if (fields.tool !== scope.tool) {
    fail("invalid_cursor", cursor, `belongs to ${quote(fields.tool)}, not to "${scope.tool}"`, {
      hint: `Pass it to the tool that returned it, or leave cursor out to start over.`,
    });
  }
  if (fields.filters_hash !== scope.filtersHash) {
    fail("invalid_cursor", cursor, "belongs to a call with other filters", {
      hint: "Repeat the arguments of the call that returned it, or leave cursor out to start over.",
    });
  }
  if (fields.base_sha !== scope.baseSha || fields.head_sha !== scope.headSha) {
    fail(
      "stale_cursor",
      cursor,
      `was made for ${quote(fields.base_sha)}..${quote(fields.head_sha)}, ` +
        `but the refs now mean "${scope.baseSha}".."${scope.headSha}"`,
      { hint: "Pass the same commits as full ids, or leave cursor out to start over." },
    );
  }
  if ((fields.change_set ?? null) !== scope.changeSet) {
    fail("stale_cursor", cursor, "was made before files of the working tree changed", {
      hint: "Leave cursor out to start over.",
    });
  }
  const { offset } = fields;
  if (typeof offset !== "number" || !Number.isSafeInteger(offset) || offset < 0) {
    fail("invalid_cursor", cursor, `has the offset ${quote(offset)}, which is no item number`);
  }
  if (offset >= total && offset > 0) {
    fail("invalid_cursor", cursor, `points at item ${offset} of ${total}`);
  }
  return offset;
}

function decodeCursor(cursor: string): Record<string, unknown> {
  if (cursor.length > LONGEST) {
    fail("invalid_cursor", cursor, `is ${cursor.length} characters long, longer than any cursor`);
  }
  let text: string;
  try {
    text = decoder.decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" }));
  } catch {
    fail("invalid_cursor", cursor, "is not base64url");
  }
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    fail("invalid_cursor", cursor, "does not hold JSON");
  }
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    fail("invalid_cursor", cursor, "does not hold a JSON object");
  }
  return fields as Record<string, unknown>;
}

function fail(
  code: ErrorCode,
  cursor: string,
  what: string,
  { hint }: { hint?: string } = {},
): never {
  const shown = cursor.length > 40 ? `${cursor.slice(0, 37)}...` : cursor;
  throw new PrismError(code, `The cursor "${shown}" ${what}.`, {
    hint: hint ??
      "Pass pagination.next_cursor of the page before, unchanged, or leave cursor out to start over.",
  });
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? "none";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
