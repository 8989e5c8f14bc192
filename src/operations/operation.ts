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

/** Arguments that every operation has, and those that an operation with pages has besides. */
export interface AnyInput {
  /** Most tokens of the answer; 0 for no limit. */
  max_response_tokens: number;
  /** Cursor of the page; absent for the first one. */
  cursor?: string;
  /** Most items of a page. */
  page_size?: number;
}

/** What every answer has. */
export interface AnyAnswer {
  metadata: { token_estimate?: number; budget_tokens?: number; notices: AnswerNotice[] };
  /** Of an answer that has it here and not among the metadata. */
  token_estimate?: number;
  pagination?: Pagination;
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
export interface PagedDraft<Unit, Answer extends AnyAnswer> {
  readonly kind: "pages";
  /** What the items are called in the answer: "files". */
  readonly items: string;
  /** Items of the whole answer. */
  readonly total: number;
  /** Which answer a cursor belongs to. */
  readonly scope: Omit<CursorScope, "tool" | "filtersHash">;
  /** All inputs that decide which items there are. */
  readonly filters: unknown;
  /** The details of an item that may be cut when it alone is over budget, in that order. */
  readonly trims: readonly Trim<Unit>[];
  /** Details that go from items all over a page before an item is left out, in that order. */
  readonly pageTrims?: readonly Trim<Unit>[];
  /** Items by number, with all that belongs to them; no more of them are taken than are used. */
  units(start: number, count: number): Promise<readonly Unit[]> | AsyncIterable<Unit>;
  /** JSON of what one item adds to the answer. */
  unitJson(unit: Unit): string;
  /** The call that gets the details of an item that were cut. */
  detailCall(unit: Unit, what: string): DetailCall;
  /**
   * The answer of one page; its estimate is filled in later. Where {@link PagedDraft.stream} is given,
   * the list of items is its first field.
   */
  build(page: PageParts<Unit>): Answer;
  /** How one item stands in the list, of an answer that is long enough to be sent item by item. */
  readonly stream?: (unit: Unit) => unknown;
}

/** A call that gets what was cut. */
export interface DetailCall {
  /** Name of the operation; the one that was asked when left out. */
  readonly operation?: string;
  /** Its arguments but for the repository. */
  readonly args: Record<string, unknown>;
}

/** An answer that has no pages and makes itself fit. */
export interface SingleDraft<Answer extends AnyAnswer> {
  readonly kind: "single";
  answer(fit: Fit<Answer>): Answer | Promise<Answer>;
}

/** What an answer must fit into. */
export interface Fit<Answer> {
  /** Most tokens; 0 for no limit. */
  readonly budget: number;
  /** Whether all items are wanted, whatever the size of a page. */
  readonly whole: boolean;
  /** Writes a call of the same operation in the same repository. */
  describe(args: Record<string, unknown>): string;
  /** Writes a call of any operation, as the face that was asked writes it. */
  describeCall(operation: string, args: Record<string, unknown>): string;
  /** Completes an answer and returns its tokens as it is sent. An answer is completed once. */
  complete(answer: Answer): number;
}

/** A whole answer, before it is made to fit. */
export type Draft<Unit, Answer extends AnyAnswer> = PagedDraft<Unit, Answer> | SingleDraft<Answer>;

/** What an operation is given besides its input. */
export interface OperationContext {
  readonly workspace: Workspace;
  readonly steps: Steps;
  /** Most tokens of the answer; 0 for no limit. */
  readonly budget: number;
  /** Writes a call of the same operation in the same repository. */
  describe(args: Record<string, unknown>): string;
}

/** One question. */
export interface Operation<Input extends AnyInput, Unit, Answer extends AnyAnswer> {
  /** Name of the MCP tool. */
  readonly name: string;
  /** Name of the command. */
  readonly command: string;
  /** One line for lists of commands. */
  readonly summary: string;
  /** What the tool is for, to a model: which git command it replaces and when to use it. */
  readonly description: string;
  /** What positional arguments of the command mean. */
  readonly positional: Positional;
  /** Operations only read. */
  readonly effect: "read";
  /** A strict object of all arguments. */
  readonly input: z.ZodMiniType<Input>;
  readonly output: z.ZodMiniType<Answer>;
  run(input: Input, context: OperationContext): Promise<Draft<Unit, Answer>>;
}

/** The range of a command line. */
export interface Positional {
  /** How it can be written, and what that means. */
  readonly forms: readonly (readonly [written: string, means: string])[];
  /** Arguments when no range is written; `null` when one must be. */
  readonly nothing: Readonly<Record<string, string>> | null;
}

/** An operation whose types do not matter to whoever holds it. */
// deno-lint-ignore no-explicit-any
export type AnyOperation = Operation<any, any, any>;

/** Lets the types of an operation be inferred from its schemas. */
export function defineOperation<Input extends AnyInput, Unit, Answer extends AnyAnswer>(
  operation: Operation<Input, Unit, Answer>,
): Operation<Input, Unit, Answer> {
  return operation;
}
