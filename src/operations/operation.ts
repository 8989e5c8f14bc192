/**
 * An operation is one question that git-prism answers, as data: both faces are loops over them.
 *
 * @module
 */

import type * as z from "zod/mini";
import type { AnswerNotice } from "../answers/notice.ts";
import type { Trim } from "../answers/shape/budget.ts";
import type { CursorScope } from "../answers/shape/cursor.ts";
import type { Omission, Pagination } from "../answers/shape/page.ts";
import type { Steps } from "./steps.ts";
import type { Workspace } from "./workspace.ts";

/** Arguments that every operation with a paged answer has. */
export interface PagedInput {
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
  /** Cursor of the page; absent for the first one. */
  cursor?: string;
  /** Most items of a page. */
  page_size: number;
}

/** What every paged answer has. */
export interface PagedAnswer {
  metadata: { token_estimate: number; budget_tokens?: number; notices: AnswerNotice[] };
  pagination: Pagination;
  omitted: Omission[];
}

/** The parts of a page that the gate decides. */
export interface PageParts<Unit> {
  readonly units: readonly Unit[];
  readonly pagination: Pagination;
  readonly omitted: readonly Omission[];
  /** Tokens that the page is fitted to; 0 for no limit. */
  readonly budget: number;
}

/** A whole answer before it is cut into pages. */
export interface Draft<Unit, Answer extends PagedAnswer> {
  /** What the items are called in the answer: "files". */
  readonly items: string;
  /** Items of the whole answer. */
  readonly total: number;
  /** Which answer a cursor belongs to. */
  readonly scope: Omit<CursorScope, "tool" | "filtersHash">;
  /** All inputs that decide which items there are. */
  readonly filters: unknown;
  /** The details of an item that may be cut, in that order. */
  readonly trims: readonly Trim<Unit>[];
  /** Items by number, with all that belongs to them. */
  units(start: number, count: number): Promise<readonly Unit[]>;
  /** JSON of what one item adds to the answer. */
  unitJson(unit: Unit): string;
  /** Arguments of the call that gets all details of an item. */
  detailArguments(unit: Unit): Record<string, unknown>;
  /** The answer of one page; its estimate is filled in later. */
  build(page: PageParts<Unit>): Answer;
}

/** What an operation is given besides its input. */
export interface OperationContext {
  readonly workspace: Workspace;
  readonly steps: Steps;
}

/** One question. */
export interface Operation<Input extends PagedInput, Unit, Answer extends PagedAnswer> {
  /** Name of the MCP tool. */
  readonly name: string;
  /** Name of the command. */
  readonly command: string;
  /** One line for lists of commands. */
  readonly summary: string;
  /** What the tool is for, to a model: which git command it replaces and when to use it. */
  readonly description: string;
  /** What positional arguments of the command mean. */
  readonly positional: "range";
  /** Operations only read. */
  readonly effect: "read";
  /** A strict object of all arguments. */
  readonly input: z.ZodMiniType<Input>;
  readonly output: z.ZodMiniType<Answer>;
  run(input: Input, context: OperationContext): Promise<Draft<Unit, Answer>>;
}

/** An operation whose types do not matter to whoever holds it. */
// deno-lint-ignore no-explicit-any
export type AnyOperation = Operation<any, any, any>;

/** Lets the types of an operation be inferred from its schemas. */
export function defineOperation<Input extends PagedInput, Unit, Answer extends PagedAnswer>(
  operation: Operation<Input, Unit, Answer>,
): Operation<Input, Unit, Answer> {
  return operation;
}
